"""A page of the web as a document: what answered at all, whether it says something, and under which title."""

import re
from dataclasses import replace
from typing import Final

from pincite.core.errors import EmptyDocument
from pincite.core.types import ParsedDocument
from pincite.parsing.document import parse
from pincite.parsing.options import ParseOptions
from pincite.parsing.problems import Problem

_LEAST_TEXT: Final = 50
"""Visible characters; a page with fewer is a shell that scripts fill, or a notice (reference 000)."""
_TOP_HEADING: Final = re.compile(r"^# ", re.M)
_DEFAULT: Final = ParseOptions()


def parse_web_page(data: bytes, filename: str, options: ParseOptions = _DEFAULT) -> ParsedDocument:
    """An HTML page, its title above its text where it has no heading of that rank.

    Raises:
        EmptyDocument: it shows hardly any text. Others as `pincite.parsing.parse`.
    """
    document = parse(data, filename, options=options)
    shown = len(" ".join(document.markdown.split()))
    if shown < _LEAST_TEXT:
        raise Problem(EmptyDocument, "page_without_text", count=shown).error(options.language)
    if _TOP_HEADING.search(document.markdown):
        return document
    return replace(document, markdown=f"# {document.title}\n\n{document.markdown}")
