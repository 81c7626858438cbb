"""Line ends of one kind, before offsets are counted."""

import re
from typing import Final

_LINE_END: Final = re.compile(r"\r\n?")


def normalize_line_endings(text: str) -> str:
    """``\\r\\n`` and a lone ``\\r`` become ``\\n``. Stored Markdown is so already (DESIGN.md section 13); a
    text that somebody pastes into the preview may not be.

    >>> normalize_line_endings("a\\r\\nb\\rc")
    'a\\nb\\nc'
    """
    return _LINE_END.sub("\n", text) if "\r" in text else text
