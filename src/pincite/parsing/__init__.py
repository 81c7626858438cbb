"""Bytes to Markdown with a page map. Start at `document.parse`."""

from pincite.parsing.document import parse
from pincite.parsing.formats import Kind, sniff
from pincite.parsing.options import ParseLimits, ParseOptions
from pincite.parsing.readers import SUPPORTED

__all__ = ["SUPPORTED", "Kind", "ParseLimits", "ParseOptions", "parse", "sniff"]
