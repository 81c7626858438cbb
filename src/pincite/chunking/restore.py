"""Chunks back to the text that they were cut from (CH-17)."""

from collections.abc import Iterable

from pincite.core.types import TextChunk
from pincite.text.join import rebuild_document


def restore_text(chunks: Iterable[TextChunk]) -> str:
    """The text of all chunks of one `split`, in any order, overlaps once.

    Blank characters that no chunk holds (I2 leaves only those out) come back as one line end, and at the
    ends of the text not at all; all else is as it was. Chunks of two documents, or parents together with
    their children, make no text.
    """
    return rebuild_document(chunks)
