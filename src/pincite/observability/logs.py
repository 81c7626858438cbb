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
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Not the rich traceback of structlog's default: it prints local variables, which are the words of
            # people's documents and questions, and takes seconds.
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=_standard_error,
        cache_logger_on_first_use=False,
    )


def _standard_error(*_: object) -> structlog.PrintLogger:
    # Looked up anew each time, because a host may have replaced (and closed) the stream of the first call.
    return structlog.PrintLogger(sys.stderr)
