"""Where log lines go: standard error, since standard output belongs to answers."""

import logging
import os
import sys

import structlog

LEVEL_VARIABLE = "PINCITE_LOG_LEVEL"


def configure_logs() -> None:
    """Log to standard error from ERROR up (``PINCITE_LOG_LEVEL`` changes it), unless the host has its own."""
    if structlog.is_configured():
        return
    name = os.environ.get(LEVEL_VARIABLE, "ERROR").upper()
    level = logging.getLevelNamesMapping().get(name, logging.ERROR)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
