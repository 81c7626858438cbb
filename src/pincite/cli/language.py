"""The language of a terminal, where neither an option nor the settings name one."""

import os
from collections.abc import Mapping

from pincite.core.catalogue import LANGUAGES

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""POSIX: the first that is set and not empty counts."""


def language_of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """``ko``, ``zh`` or ``en``; English where the locale names another or none.

    >>> language_of_environment({"LANG": "ko_KR.UTF-8"}), language_of_environment({"LC_ALL": "C"})
    ('ko', 'en')
    """
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"
