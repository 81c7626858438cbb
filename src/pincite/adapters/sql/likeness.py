"""Whether two documents say much the same, by the words that their live versions were counted with."""

from collections.abc import Sequence

from anyio import to_thread
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import rows
from pincite.adapters.sql.tables import document_versions, documents
from pincite.core.types import LexicalField

_ALIKE = 0.7
"""Shared words of all words. Editions of one paper: 0.73 to 0.95 (samples/versions, two-line terms); terms of
two insurances with the same articles on claims, limitation and exclusion: 0.65; any others: below 0.4."""
_MOST_PAIRS = 200
"""Compared for one question; a version takes about a millisecond, once."""
_MOST_KNOWN = 20_000


class Likeness:
    """Remembers what it compared: a version does not change."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], bool] = {}

    async def of(
        self, connection: AsyncConnection, pairs: Sequence[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """Those of the first ``pairs`` of documents whose live versions are alike."""
        pairs = pairs[:_MOST_PAIRS]
        ids = sorted({id_ for pair in pairs for id_ in pair})
        live = select(documents.c.id, documents.c.active_version_id).where(
            documents.c.id.in_(ids), documents.c.active_version_id.is_not(None)
        )
        version = {row.id: row.active_version_id for row in await connection.execute(live)}
        asked = {pair: (version[pair[0]], version[pair[1]]) for pair in pairs if set(pair) <= set(version)}
        new = [versions for versions in asked.values() if versions not in self._known]
        if new:
            await self._compare(connection, new)
        return [pair for pair, versions in asked.items() if self._known.get(versions)]

    async def _compare(self, connection: AsyncConnection, pairs: Sequence[tuple[str, str]]) -> None:
        wanted = sorted({id_ for pair in pairs for id_ in pair})
        counted = select(document_versions.c.id, document_versions.c.chunks_with_term).where(
            document_versions.c.id.in_(wanted), document_versions.c.chunks_with_term.is_not(None)
        )
        packed = {row.id: row.chunks_with_term for row in await connection.execute(counted)}
        found = await to_thread.run_sync(_compared, pairs, packed)
        if len(self._known) + len(found) > _MOST_KNOWN:
            self._known.clear()
        self._known.update(found)


def _compared(pairs: Sequence[tuple[str, str]], packed: dict[str, bytes]) -> dict[tuple[str, str], bool]:
    words = {
        id_: rows.unpack_counts(counts).get(LexicalField.MORPHEMES, {}).keys()
        for id_, counts in packed.items()
    }
    return {
        (one, other): len(words[one] & words[other]) >= _ALIKE * len(words[one] | words[other]) > 0
        for one, other in pairs
        if one in words and other in words
    }
