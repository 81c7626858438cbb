"""The one door of the room: bytes in, Markdown with its page map out, or a typed error."""

from dataclasses import replace

from pincite.core.errors import (
    CorruptDocument,
    DocumentTooLarge,
    EmptyDocument,
    PasswordProtected,
    UnsupportedFormat,
)
from pincite.core.types import ParsedDocument
from pincite.parsing.formats import Kind, extension, named_kind, sniff
from pincite.parsing.options import ParseOptions
from pincite.parsing.problems import Note, Problem
from pincite.parsing.readers import READERS, reader_of

_MARKS = b"\xef\xbb\xbf\xfe\xff\x00"
_TEXTUAL = (Kind.TEXT, Kind.MARKDOWN)
_WRITTEN = (Kind.TEXT, Kind.MARKDOWN, Kind.CSV, Kind.DATA)
"""Kinds that do not say their encoding; a page of HTML does."""
_UNSAID = ("", "utf-8", "utf8", "ascii", "us-ascii")
_ENCODINGS = {
    "cp949": "CP949/EUC-KR",
    "gb18030": "GB18030/GBK",
    "big5hkscs": "Big5",
    **{f"cp125{number}": f"Windows-125{number}" for number in range(9)},
    "iso8859-2": "ISO 8859-2",
    "iso8859-15": "ISO 8859-15",
}
"""What is detected, as people call it."""
_DEFAULT = ParseOptions()


def parse(
    data: bytes, filename: str, *, max_bytes: int | None = None, options: ParseOptions = _DEFAULT
) -> ParsedDocument:
    """Read a file. CPU-bound and synchronous; call it in a worker thread.

    ``filename`` may carry folders; its extension decides only where content cannot. ``max_bytes`` of
    None is no limit. ``options.language`` (ko, en, zh) is that of the error's sentence and the warnings.

    Raises:
        EmptyDocument: no bytes, or nothing but white space.
        DocumentTooLarge: more than ``max_bytes`` or `ParseLimits` allow, or an archive that explodes.
        UnsupportedFormat: a kind that is not read yet; the message names it and what is read.
        PasswordProtected: it needs a password.
        OcrNeeded: (nearly) all pages are pictures.
        GarbledText: its text layer is nonsense.
        CorruptDocument: damaged, cut off, or not what its name says.

    >>> parse(b"# Leave\\n\\nFifteen days.", "policy.md").title
    'Leave'
    """
    try:
        document, notes = _parse(data, filename, max_bytes, options)
    except Problem as problem:
        raise problem.error(options.language) from problem
    return replace(document, warnings=tuple(note.text(options.language) for note in notes))


def _parse(
    data: bytes, filename: str, max_bytes: int | None, options: ParseOptions
) -> tuple[ParsedDocument, list[Note]]:
    if not data:
        raise Problem(EmptyDocument, "empty")
    if max_bytes is not None and len(data) > max_bytes:
        raise Problem(DocumentTooLarge, "too_large", size=len(data), limit=max_bytes)
    if not data.strip(b" \t\r\n\f\v" + _MARKS):
        raise Problem(EmptyDocument, "no_text_in_file" if b"\0" in data else "blank")
    kind, named = sniff(data, filename), named_kind(filename)
    if kind is Kind.ENCRYPTED_OFFICE:
        raise Problem(PasswordProtected, "password")
    if kind is Kind.BINARY and named in READERS:
        if not extension(filename):
            raise Problem(CorruptDocument, "binary_content")
        raise Problem(CorruptDocument, "not_what_name_says", extension=extension(filename))
    reader = reader_of(kind, filename, options)
    if reader is None:
        raise Problem(UnsupportedFormat, "unsupported", kind=kind)
    notes: list[Note] = []
    if (
        extension(filename)
        and named is not None
        and kind is not named
        and not (kind in _TEXTUAL and named in _TEXTUAL)
    ):
        notes.append(Note("read_by_content", {"extension": extension(filename), "kind": kind}))
    document, more = reader(data, filename, options)
    notes += more
    if not document.markdown.strip():
        raise Problem(EmptyDocument, "blank")
    if (count := len(document.markdown)) > (limit := options.limits.characters):
        raise Problem(DocumentTooLarge, "too_many_characters", count=count, limit=limit)
    encoding = document.metadata.get("encoding", "")
    if kind in _WRITTEN and encoding.lower() not in _UNSAID:
        notes.append(Note("encoding_detected", {"encoding": _ENCODINGS.get(encoding, encoding)}))
    if kind is not Kind.PDF and (damaged := document.markdown.count("\ufffd")):
        notes.append(Note("damaged_characters", {"count": damaged}))
    return document, notes
