"""Bytes to Markdown with a page map. Start at `document.parse`."""

from pincite.parsing.document import parse
from pincite.parsing.formats import SUPPORTED, Kind, sniff

__all__ = ["SUPPORTED", "Kind", "parse", "sniff"]
