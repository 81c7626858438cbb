"""Saved web pages (MHTML): the page of a multipart message, through the HTML reader."""

from collections.abc import Mapping
from email.message import Message
from urllib.parse import unquote, urljoin

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument
from pincite.core.types import ParsedDocument
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.html_clean import Picture
from pincite.parsing.inline_pictures import inline_picture
from pincite.parsing.mail_head import decoded_bytes, decoded_field, parsed_message
from pincite.parsing.mail_parts import addresses, payload
from pincite.parsing.markup_files import page_markdown, page_text, page_title
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery
from pincite.parsing.problems import Note, Problem


def parse_mhtml(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """The content of the saved page with its pictures; where it only frames others, theirs.

    Raises:
        Problem: CorruptDocument for a file without a page, EmptyDocument for a page without text,
            DocumentTooLarge for too many pictures or parts inside one another.
    """
    try:
        message = parsed_message(data)
        parts = [part for part in message.walk() if not part.is_multipart()]
    except RecursionError as error:
        raise Problem(DocumentTooLarge, "nested_too_deep") from error
    pages = [part for part in parts if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    if not pages:
        raise Problem(CorruptDocument, "damaged_mhtml")
    files = {address: part for part in reversed(parts) for address in addresses(part)}
    gallery = Gallery(options.limits)
    markdown, declared = _page(pages[0], files, gallery)
    if not markdown.strip():
        framed = [_page(part, files, gallery) for part in pages[1:]]
        markdown = "\n\n".join(text for text, _ in framed if text.strip())
    if not markdown:
        raise Problem(EmptyDocument, "no_text_in_file")
    source = decoded_field(message.get("Snapshot-Content-Location") or pages[0].get("Content-Location"))
    parsed = ParsedDocument(
        markdown=markdown,
        title=page_title(filename, markdown, declared),
        media_type=MEDIA_TYPES[Kind.MHTML],
        metadata={"source": source} if source.startswith(("http://", "https://")) else {},
        images=tuple(gallery.images),
    )
    return parsed, gallery.notes()


def _page(part: Message, files: Mapping[str, Message], gallery: Gallery) -> tuple[str, str]:
    content, charset = payload(part), part.get_content_charset()
    if not content.strip():
        return "", ""
    text = decoded_bytes(content, charset) if charset else page_text(content)[0]
    return page_markdown(text, picture=_picture(part, files, gallery))


def _picture(page: Message, files: Mapping[str, Message], gallery: Gallery) -> Picture:
    base = "".join(str(page.get("Content-Location", "")).split())

    def place(attributes: Mapping[str, str | None]) -> str:
        source = (attributes.get("src") or "").strip()
        candidates = (source, unquote(source), _joined(base, source))
        part = next((files[address] for address in candidates if address in files), None)
        data = payload(part) if part is not None else inline_picture(source)
        return "" if data is None else gallery.offer(data, attributes.get("alt") or "")

    return place


def _joined(base: str, source: str) -> str:
    try:
        return urljoin(base, source)
    except ValueError:
        return source
