"""A page of the web as a document: whether it says something, and under which title."""

import re
from dataclasses import replace
from typing import Final

from pincite.core.errors import EmptyDocument
from pincite.core.types import ParsedDocument
from pincite.parsing.markup_files import parse_html
from pincite.parsing.options import ParseOptions
from pincite.parsing.problems import Note, Problem

_LEAST_TEXT: Final = 50
"""Visible characters; a page with fewer is a shell that scripts fill, or a notice (reference 000)."""
_TOP_HEADING: Final = re.compile(r"^# ", re.M)


def read_page(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """HTML; of a page that was fetched the main text, with its title above it where it has no heading of that
    rank.

    Raises:
        Problem: as `parse_html`; EmptyDocument for a fetched page that shows hardly any text.
    """
    document, notes = parse_html(data, filename, options, main=options.is_page)
    if not options.is_page:
        return document, notes
    shown = len(" ".join(document.markdown.split()))
    if shown < _LEAST_TEXT:
        raise Problem(EmptyDocument, "page_without_text", count=shown)
    if not _TOP_HEADING.search(document.markdown):
        document = replace(document, markdown=f"# {document.title}\n\n{document.markdown}")
    # What a stranger's page holds in odd formats is decoration; nobody chose to upload it.
    return document, [note for note in notes if note.key != "pictures_of_other_kinds"]
