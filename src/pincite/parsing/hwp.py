"""HWP and HWPX: the formats of Korean public bodies. They have no page numbers; headings are cited.

Two libraries read a file and the one that holds its text is taken, as for PDF: dochan if its Markdown has
95 % of the characters of the bare text (`hwp_source`, `hwpx_source`), else hwp2markdown under the same
test, else the bare text itself, with a warning. Measured in November 2026 on the eleven files of
``shared/documents`` (4 to 13,094 characters, the distribution-locked one included): both libraries hold
1.000 of every file; 0.01 to 0.16 s with dochan 1.15, 0.00 to 0.09 s with hwp2markdown 0.1. dochan goes first
because it also knows spans, font sizes and bold: 88 headings are found in what it reads, 80 in what
hwp2markdown reads.

A distribution-locked file shows a decoy sentence to those who do not unlock it. Its decoy stream is never
looked at here, so what a library makes of it cannot reach 95 %; a file that holds nothing else is refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from pincite.core.errors import CorruptDocument, EmptyDocument, OcrNeeded
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.hwp_dochan import read_with_dochan
from pincite.parsing.hwp_markdown import Written, write
from pincite.parsing.hwp_model import Block, Text
from pincite.parsing.hwp_numbers import heads_of
from pincite.parsing.hwp_second import read_with_hwp2md
from pincite.parsing.hwp_source import HwpSource, is_hwpml, read_hwp
from pincite.parsing.hwpx_source import HwpxSource, read_hwpx
from pincite.parsing.native import NativeFailure
from pincite.parsing.options import ParseOptions
from pincite.parsing.pdf_pages import COVERAGE, key
from pincite.parsing.problems import Note, Problem

_DECOY = re.compile(r"배포용\s*문서입니다")
_DECOY_LETTERS = 300
"""What a locked file shows to programs that cannot unlock it; nothing else stands in such a text."""
_SIGNS = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[\^\w+\]")
_HARDLY = 20
"""Letters and digits below which a person should look whether the text is what they expect."""

Outcome = tuple[ParsedDocument, list[Note]]


def parse_hwp(data: bytes, filename: str, options: ParseOptions) -> Outcome:
    """HWP 5, and HWPML, its form in one XML file.

    Raises:
        Problem: PasswordProtected, UnsupportedFormat (HWP 3), DocumentTooLarge, CorruptDocument,
            EmptyDocument.
    """
    if is_hwpml(data):
        return _parse_hwpml(data, filename, options)
    return _parse(data, filename, Kind.HWP, read_hwp(data), options)


def parse_hwpx(data: bytes, filename: str, options: ParseOptions) -> Outcome:
    """Raises Problem: PasswordProtected, DocumentTooLarge, CorruptDocument, EmptyDocument."""
    return _parse(data, filename, Kind.HWPX, read_hwpx(data), options)


def _parse(
    data: bytes, filename: str, kind: Kind, source: HwpSource | HwpxSource, options: ParseOptions
) -> Outcome:
    notes: list[Note] = []
    written = next(
        (found for found in _candidates(data, kind, source, options) if covers(found, source.text)), None
    )
    if written is None:
        written = write([Text(line) for line in source.text.splitlines()], 0)
        if written.markdown.strip():
            notes.append(Note("hwp_bare_text"))
    return _document(written, filename, kind, notes)


def _parse_hwpml(data: bytes, filename: str, options: ParseOptions) -> Outcome:
    try:
        written = write(read_with_hwp2md(data), options.limits.images)
    except NativeFailure as error:
        raise Problem(CorruptDocument, "damaged_hwp") from error
    return _document(written, filename, Kind.HWP, [])


def _candidates(
    data: bytes, kind: Kind, source: HwpSource | HwpxSource, options: ParseOptions
) -> Iterator[Written]:
    readers: tuple[Callable[[], list[Block]], ...] = (
        lambda: read_with_dochan(data, f".{kind}", heads_of(source)),
        lambda: read_with_hwp2md(data),
    )
    for read in readers:
        try:
            yield write(read(), options.limits.images)
        except (NativeFailure, RecursionError):
            continue


def covers(found: Written, truth: str) -> bool:
    """Whether the Markdown has the characters of the bare text."""
    wanted, have = Counter(key(truth)), Counter(key(found.markdown))
    kept = sum(min(count, have[char]) for char, count in wanted.items())
    return kept >= COVERAGE * sum(wanted.values())


def _document(written: Written, filename: str, kind: Kind, notes: list[Note]) -> Outcome:
    markdown = clean(written.markdown)
    said = sum(map(str.isalnum, _SIGNS.sub("", markdown)))
    if not said and written.images:
        raise Problem(OcrNeeded, "pictures_only")
    if not said:
        raise Problem(EmptyDocument, "no_text_in_file")
    if said <= _DECOY_LETTERS and _DECOY.search(markdown):
        raise Problem(CorruptDocument, "locked_hwp")
    if said < _HARDLY:
        notes.append(Note("hardly_any_text", {"count": said}))
    document = ParsedDocument(
        markdown=markdown,
        title=titles.choose(filename, written.title),
        media_type=MEDIA_TYPES[kind],
        images=written.images,
    )
    return document, notes
