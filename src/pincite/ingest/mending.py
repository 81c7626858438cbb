"""Text that no database and no encoder takes, made into text that they take."""

import re
from dataclasses import replace

from pincite.core.catalogue import say
from pincite.core.types import ParsedDocument

_SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half of a character, as ``"\\ud800"`` in JSON makes it; UTF-8 has no bytes for it."""
_REPLACEMENT = "\ufffd"


def mended(parsed: ParsedDocument, language: str) -> ParsedDocument:
    """``parsed`` with U+FFFD for each lone surrogate, one for one, so that offsets of pages hold."""
    markdown, count = _SURROGATE.subn(_REPLACEMENT, parsed.markdown)
    warnings = tuple(map(_whole, parsed.warnings))
    if count:
        warnings = (*warnings, say("parsing.damaged_characters", language, count=count))
    return replace(
        parsed,
        markdown=markdown,
        title=_whole(parsed.title),
        warnings=warnings,
        metadata={_whole(key): _whole(value) for key, value in parsed.metadata.items()},
    )


def _whole(text: str) -> str:
    return _SURROGATE.sub(_REPLACEMENT, text)
