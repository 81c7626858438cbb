"""What a person is told of a document beside its state."""

from pincite.core.catalogue import say
from pincite.ports.records import DocumentRecord


def warnings_of(document: DocumentRecord, language: str = "en") -> tuple[str, ...]:
    """What the last ingest warned of, and whether the base has the content under another name too. The latter
    is looked up when asked, so it goes when the other document goes."""
    if document.duplicate_of is None:
        return document.warnings
    twin = say("ingest.duplicate_of", language, filename=document.duplicate_of.filename)
    return (*document.warnings, twin)
