"""The pictures of chunks, fetched for the stages that read them."""

from collections.abc import Iterable

from pincite.core.types import Chunk
from pincite.merging.pictures import Pictures, by_text, is_about_text, is_picture
from pincite.ports.storage import ChunkReader
from pincite.text.images import image_urls


async def pictures_of(reader: ChunkReader, chunks: Iterable[Chunk]) -> Pictures:
    """What the pictures show that ``chunks`` refer to; one look into the database, none without pictures."""
    ids = list(dict.fromkeys(c.id for c in chunks if not is_picture(c) and image_urls(c.content)))
    return by_text(await reader.children(ids)) if ids else {}


async def texts_of(reader: ChunkReader, chunks: Iterable[Chunk]) -> dict[str, Chunk]:
    """The chunks of text, by id, that the pictures and descriptions of tables among ``chunks`` belong to."""
    ids = [chunk.parent_id for chunk in chunks if is_about_text(chunk) and chunk.parent_id is not None]
    return await reader.chunks(list(dict.fromkeys(ids))) if ids else {}
