"""What pictures show, joined to the text that refers to them (reference 000, passage enrichment; rows IM-03,
IM-05, IM-06)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from pincite.core.types import Chunk, ChunkType, Hit, Passage
from pincite.text.images import ImageInfo, enrich_images, image_urls, prune_images

Pictures = Mapping[str, Sequence[Chunk]]
"""Id of a chunk of text to the captions and texts of the pictures in it."""

_KINDS = (ChunkType.IMAGE_CAPTION, ChunkType.IMAGE_OCR)
_TABLE_KINDS = (ChunkType.TABLE_SUMMARY, ChunkType.TABLE_COLUMN)


def is_picture(chunk: Chunk) -> bool:
    """Whether the chunk says what a picture shows."""
    return chunk.chunk_type in _KINDS


def is_about_text(chunk: Chunk) -> bool:
    """Whether the chunk is a way to another one: to the text around a picture, or to the table that a model
    described."""
    return chunk.chunk_type in (*_KINDS, *_TABLE_KINDS)


def by_text(children: Iterable[Chunk]) -> dict[str, list[Chunk]]:
    """`Pictures` from the children of chunks of text."""
    found: dict[str, list[Chunk]] = {}
    for child in children:
        if is_picture(child) and child.parent_id is not None:
            found.setdefault(child.parent_id, []).append(child)
    return found


def at_their_text(hits: Sequence[Hit], texts: Mapping[str, Chunk]) -> list[Hit]:
    """``hits`` with each picture and each description of a table as the chunk of text that it belongs to,
    once, with the best of its scores.

    A picture whose text is gone from search stays what it is. What a model wrote about a table does not: it
    is no evidence, so an answer cannot stand on it.
    """
    best: dict[str, Hit] = {}
    for hit in hits:
        text = texts.get(hit.chunk.parent_id or "") if is_about_text(hit.chunk) else None
        if text is None and hit.chunk.chunk_type in _TABLE_KINDS:
            continue
        moved = hit if text is None else replace(hit, chunk=text)
        known = best.get(moved.chunk.id)
        if known is None or moved.score > known.score:
            exact = moved.exact_reference or (known is not None and known.exact_reference)
            best[moved.chunk.id] = replace(moved, exact_reference=exact)
        elif moved.exact_reference and not known.exact_reference:
            best[moved.chunk.id] = replace(known, exact_reference=True)
    return list(best.values())


def read_with_pictures(chunk: Chunk, pictures: Pictures) -> Chunk:
    """What a reranker reads: the chunk with the words of its pictures."""
    children = pictures.get(chunk.id, ())
    if not children:
        return chunk
    words = " ".join(child.morphemes for child in children)
    return replace(
        chunk,
        content=enrich_images(chunk.content, _infos(children)),
        morphemes=f"{chunk.morphemes} {words}".strip(),
    )


def with_pictures(passage: Passage, pictures: Pictures, found: Collection[str]) -> Passage:
    """``passage`` with the words of its pictures below them, and their chunks among its members.

    ``found`` are the chunks of text that the search found: in a passage that is wider than these (the parent
    of one, say) only their pictures are told of, and the others go, by address, which an edit of the text
    does not move.
    """
    homes = [member for member in passage.members if member.id in found] or list(passage.members)
    children = [child for member in homes for child in pictures.get(member.id, ())]
    text = passage.text
    if len(homes) < len(passage.members):
        text = prune_images(text, {url for member in homes for url in image_urls(member.content)})
    if not children:
        return passage if text == passage.text else replace(passage, text=text)
    members: list[Chunk] = []
    for member in passage.members:
        members += [member, *(child for child in children if child.parent_id == member.id)]
    return replace(passage, text=enrich_images(text, _infos(children)), members=tuple(members))


def _infos(children: Iterable[Chunk]) -> list[ImageInfo]:
    """One of each picture, with both of its chunks."""
    infos: dict[str, ImageInfo] = {}
    for child in children:
        url = str(child.details.get("image", ""))
        info = infos.get(url, ImageInfo(url))
        if child.chunk_type is ChunkType.IMAGE_CAPTION:
            infos[url] = replace(info, caption=child.content)
        else:
            infos[url] = replace(info, ocr_text=child.content)
    return list(infos.values())
