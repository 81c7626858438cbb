"""Mails (EML, Outlook MSG): header, body, and what is attached, each file through the room's own `parse`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from email.message import Message
from email.utils import parsedate_to_datetime

from pincite.core.errors import (
    CorruptDocument,
    DocumentError,
    DocumentTooLarge,
    PasswordProtected,
    UnsupportedFormat,
)
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.containers import OLE_SIGNATURE
from pincite.parsing.formats import MEDIA_TYPES, Kind, sniff
from pincite.parsing.headings import lower_headings
from pincite.parsing.mail_head import decoded_field, parsed_message
from pincite.parsing.mail_outlook import outlook_message
from pincite.parsing.mail_parts import Attachment, Contents, contents
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery, media_type
from pincite.parsing.problems import Note, Problem

_SHOWN = ("From", "To", "Cc", "Date")
_KNOWN = (*_SHOWN, "Subject", "Message-ID", "Received", "MIME-Version", "Content-Type")
_LONGEST = 2_000
"""Characters of a header line that are shown: lists of receivers run to thousands of addresses."""
_LONGEST_SUBJECT = 300
"""Characters of a subject that lead the mail; the heading goes into every chunk of it."""
_MOST_NOTES = 20
"""Attachments that are named one by one where they cannot be read."""
_REFERENCE = re.compile(r"(!\[[^\]]*\]\()(image-\d+\.\w+)(?=\))")


def parse_mail(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """``# Subject``, the header in a block, the body, and ``## Attachment: name`` for each file.

    The text body is preferred to the HTML one, unless that says more (`mail_parts`). Files that cannot be
    read are named in the notes; mails in mails are opened down to ``options.limits.nesting``.

    Raises:
        Problem: CorruptDocument for what is no mail, PasswordProtected for an encrypted one,
            DocumentTooLarge for too many pictures or parts inside one another.
    """
    try:
        is_ole = data.startswith(OLE_SIGNATURE)
        message = outlook_message(data) if is_ole else parsed_message(data)
        if not any(message.get(name) for name in _KNOWN):
            raise Problem(CorruptDocument, "damaged_mail")
        return _document(message, filename, options)
    except RecursionError as error:
        raise Problem(DocumentTooLarge, "nested_too_deep") from error


def _document(message: Message, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    gallery = Gallery(options.limits)
    found = contents(message, gallery)
    if not found.text and _is_encrypted(message):
        raise Problem(PasswordProtected, "encrypted_mail")
    subject = decoded_field(message.get("Subject"))
    heading = subject if len(subject) <= _LONGEST_SUBJECT else f"{subject[:_LONGEST_SUBJECT].rstrip()}…"
    blocks = [f"# {heading}" if heading else "", _header(message, found.attachments), found.text]
    notes: list[Note] = []
    for attachment in found.attachments:
        block, more = _attached(attachment, options, gallery)
        blocks.append(block)
        notes += more
    parsed = ParsedDocument(
        markdown="\n\n".join(block for block in blocks if block.strip()),
        title=titles.choose(filename, subject),
        media_type=MEDIA_TYPES[Kind.EMAIL],
        metadata=_metadata(message, found),
        images=tuple(gallery.images),
    )
    return parsed, [*_few(notes), *gallery.notes()]


def _header(message: Message, attachments: Sequence[Attachment]) -> str:
    lines = [(name, decoded_field(", ".join(message.get_all(name, [])))) for name in _SHOWN]
    lines.append(("Attachments", ", ".join(item.name for item in attachments)))
    return "\n".join(
        f"{name}: {text if len(text) <= _LONGEST else text[:_LONGEST].rstrip() + '…'}"
        for name, text in lines
        if text
    )


def _metadata(message: Message, found: Contents) -> dict[str, str]:
    sent = _sent(message)
    fields = {
        "from": decoded_field(message.get("From")),
        "date": sent.isoformat() if sent is not None else "",
        "attachments": ", ".join(item.name for item in found.attachments)[:_LONGEST],
    }
    return {name: value for name, value in fields.items() if value}


def _sent(message: Message) -> datetime | None:
    try:
        return parsedate_to_datetime(decoded_field(message.get("Date")))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _is_encrypted(message: Message) -> bool:
    kind = message.get_content_type()
    signed = str(message.get_param("smime-type", "")).startswith("signed")
    return kind == "multipart/encrypted" or (
        kind in ("application/pkcs7-mime", "application/x-pkcs7-mime") and not signed
    )


def _attached(attachment: Attachment, options: ParseOptions, gallery: Gallery) -> tuple[str, list[Note]]:
    """The section of an attachment, empty where it cannot be read, and what must be said about it."""
    heading = f"## Attachment: {attachment.name}"
    if attachment.mail is None and media_type(attachment.data) is not None:
        return f"{heading}\n\n{gallery.add(attachment.data, attachment.name)}", []
    if options.limits.nesting < 1:
        return "", [Note("attachment_too_deep", {"name": attachment.name})]
    inner = replace(options, limits=replace(options.limits, nesting=options.limits.nesting - 1))
    try:
        document = _read(attachment, inner)
    except UnsupportedFormat:
        kind = sniff(attachment.data, attachment.name)
        return "", [Note("attachment_unsupported", {"name": attachment.name, "kind": kind})]
    except DocumentError as error:
        return "", [Note("attachment_unread", {"name": attachment.name, "reason": error.message})]
    names = {image.name: gallery.keep(image.data) for image in document.images}
    markdown = _REFERENCE.sub(
        lambda match: match.group(1) + (names.get(match.group(2)) or match.group(2)), document.markdown
    )
    said = [Note("attachment_said", {"name": attachment.name, "said": text}) for text in document.warnings]
    return f"{heading}\n\n{lower_headings(markdown, 2)}", said


def _read(attachment: Attachment, options: ParseOptions) -> ParsedDocument:
    """Raises DocumentError where the file cannot be read."""
    # The door of the room: it imports the table of readers, which names this module.
    from pincite.parsing.document import parse

    if attachment.mail is None:
        return parse(attachment.data, attachment.name, options=options)
    try:
        document, notes = _document(attachment.mail, attachment.name, options)
    except Problem as problem:
        raise problem.error(options.language) from problem
    return replace(document, warnings=tuple(note.text(options.language) for note in notes))


def _few(notes: list[Note]) -> list[Note]:
    """Not a thousand sentences for a mail with a thousand broken files."""
    if len(notes) <= _MOST_NOTES:
        return notes
    return [*notes[:_MOST_NOTES], Note("attachments_more", {"count": len(notes) - _MOST_NOTES})]
