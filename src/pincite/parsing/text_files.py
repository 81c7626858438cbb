"""Markdown and plain text."""

from pincite.core.errors import CorruptDocument
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.encoding import Decoded, decode
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.front_matter import take_front_matter
from pincite.parsing.inline_pictures import lifted
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery
from pincite.parsing.problems import Note, Problem


def decoded(data: bytes) -> Decoded:
    """Raises Problem (CorruptDocument) where the bytes are text in no known encoding."""
    found = decode(data)
    if found is None:
        raise Problem(CorruptDocument, "unknown_encoding")
    return found


def parse_text(data: bytes, filename: str) -> ParsedDocument:
    """The text as it stands, line ends aside. The file name is its title: a first line is no heading."""
    found = decoded(data)
    return ParsedDocument(
        markdown=found.text,
        title=titles.stem(filename),
        media_type=MEDIA_TYPES[Kind.TEXT],
        metadata={"encoding": found.encoding},
    )


def parse_markdown(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """The Markdown as it stands, line ends, front matter and pictures that it holds itself aside.

    A front matter title that names one section (a subheading of the file) gives way to the top heading.
    """
    found = decoded(data)
    gallery = Gallery(options.limits)
    fields, text, count = take_front_matter(lifted(found.text, gallery))
    title, heading = fields.get("title", ""), titles.first_heading(text)
    if heading and (count > 1 or titles.has_subheading(text, title)):
        title = heading
    metadata = {} if count > 1 else fields
    parsed = ParsedDocument(
        markdown=text,
        title=titles.choose(filename, title, heading),
        media_type=MEDIA_TYPES[Kind.MARKDOWN],
        metadata={**metadata, "encoding": found.encoding},
        images=tuple(gallery.images),
    )
    return parsed, gallery.notes()
