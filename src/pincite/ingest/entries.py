"""From an FAQ entry to its chunks (rows FAQ-01 to FAQ-04). Pure but for `known_vectors`."""

from collections.abc import Mapping, Sequence

import numpy as np

from pincite.core.errors import CorruptDocument
from pincite.core.types import Chunk, ChunkType, CosineRange, Matrix, ParsedDocument, Vector
from pincite.faq import FaqEntry, FaqModes, answer_text, chunk_details, indexed_entries, unpack_entry
from pincite.ingest.preparing import IndexedChunk, Owner, chunk_id, with_terms
from pincite.ingest.tools import Stores, Tools
from pincite.ports.index import DenseLeg, SearchFilter
from pincite.ports.models import Embedder

MEDIA_TYPE = "application/vnd.pincite.faq+json"


def parse_entry(data: bytes) -> tuple[FaqEntry, ParsedDocument]:
    """The entry in its stored file, and the document that it is: its Markdown is what readers see.

    Raises:
        CorruptDocument: the file is no entry; a document found its way into an FAQ base.
    """
    try:
        entry = unpack_entry(data)
    except (ValueError, KeyError, TypeError) as error:
        raise CorruptDocument(
            "The file is no FAQ entry.", hint="Import tables of entries with `pincite faq import`."
        ) from error
    return entry, ParsedDocument(answer_text(entry), entry.standard, MEDIA_TYPE)


def entry_chunks(entry: FaqEntry, modes: FaqModes, owner: Owner, tools: Tools) -> list[IndexedChunk]:
    """A chunk a vector. All of them show the whole entry, so a reader never sees half a one."""
    content = answer_text(entry)
    # Of the words alone: the labels of the index text are English.
    language = tools.language("\n".join([*entry.questions, *entry.answers]))
    chunks = []
    for seq, indexed in enumerate(indexed_entries(entry, modes)):
        details = chunk_details(entry, indexed, modes.index_mode)
        chunk = Chunk(
            id=chunk_id(owner.version_id, seq),
            base_id=owner.base_id,
            document_id=owner.document_id,
            version_id=owner.version_id,
            document_title=owner.title,
            seq=seq,
            start=0,
            end=len(content),
            content=content,
            chunk_type=ChunkType.FAQ,
            morphemes=" ".join(tools.analyze(details["words"])),
            language=language,
            disabled=not entry.enabled,
            details=details,
        )
        chunks.append(with_terms(chunk, title_morphemes="", tools=tools))
    return chunks


async def known_vectors(stores: Stores, version_id: str | None) -> dict[str, Vector]:
    """Index text to vector, of the live version of an entry: what stays the same is not embedded again.

    Any question finds every point of one version, so the index needs no further call for this.
    """
    if version_id is None:
        return {}
    chunks = await stores.metadata.versions.chunks(version_id)
    if not chunks:
        return {}
    anywhere = np.zeros(stores.embedder.dimension, dtype=np.float32)
    anywhere[0] = 1.0
    found = await stores.index.search(
        [DenseLeg(anywhere, limit=len(chunks))], SearchFilter(version_ids=(version_id,)), with_vectors=True
    )
    texts = {chunk.id: str(chunk.details.get("index_text", "")) for chunk in chunks}
    return {texts[id_]: vector for id_, vector in found.vectors.items() if texts.get(id_)}


class Remembering:
    """`Embedder` that embeds only the texts that it does not know."""

    def __init__(self, embedder: Embedder, known: Mapping[str, Vector]) -> None:
        self._embedder = embedder
        self._known = dict(known)
        self.embedded = 0
        """Texts that the encoder read."""

    @property
    def identity(self) -> str:
        return self._embedder.identity

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    @property
    def cosine_range(self) -> CosineRange:
        return self._embedder.cosine_range

    async def embed_query(self, text: str) -> Vector:
        return await self._embedder.embed_query(text)

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            matrix = await self._embedder.embed_passages(new)
            self._known |= dict(zip(new, matrix, strict=True))
            self.embedded += len(new)
        return np.stack([self._known[text] for text in texts])

    def count_tokens(self, text: str) -> int:
        return self._embedder.count_tokens(text)

    async def aclose(self) -> None:
        """The embedder belongs to whoever opened it."""
