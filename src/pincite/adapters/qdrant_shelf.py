"""The indexes of a library on a Qdrant cluster: a collection each (extra ``qdrant``)."""

from pincite.adapters.index_names import checked_name, is_made
from pincite.adapters.qdrant import MEMORY, QdrantIndex, guarded, held_dimension, open_client
from pincite.core.errors import InvalidInput
from pincite.ports.index import OpenIndex

_BETWEEN = "--"
"""Between the collection of the settings, which is the first index, and the name of another."""


class QdrantShelf:
    """`IndexShelf` at ``location`` (a URL, or ``:memory:``) over one client. ``timeout`` is the seconds that
    one operation may take.

    Raises:
        InvalidInput: ``timeout`` is not positive.
    """

    def __init__(self, location: str, *, collection: str, timeout: float, api_key: str | None = None) -> None:
        if timeout <= 0:
            raise InvalidInput(f"timeout={timeout} must be positive.")
        self._client = open_client(location, timeout, api_key)
        self._collection = collection
        self._timeout = timeout
        self._local = location == MEMORY

    @property
    def shared(self) -> bool:
        return not self._local

    def _of(self, name: str) -> str:
        return f"{self._collection}{_BETWEEN}{name}" if checked_name(name) else self._collection

    async def open(self, name: str, dimension: int) -> OpenIndex:
        if dimension < 1:
            raise InvalidInput(f"dimension={dimension} must be positive.")
        collection = self._of(name)
        if await self.exists(name):
            async with guarded(self._timeout):
                info = await self._client.get_collection(collection)
            dimension = held_dimension(info) or dimension
        index = QdrantIndex(self._client, collection, dimension, self._timeout, shares_client=True)
        await index.prepare(payload_indexes=not self._local)
        return OpenIndex(index, dimension)

    async def exists(self, name: str) -> bool:
        async with guarded(self._timeout):
            return await self._client.collection_exists(self._of(name))

    async def names(self) -> set[str]:
        async with guarded(self._timeout):
            found = {one.name for one in (await self._client.get_collections()).collections}
        start = f"{self._collection}{_BETWEEN}"
        others = {name.removeprefix(start) for name in found if name.startswith(start)}
        return {name for name in others if is_made(name)} | ({""} if self._collection in found else set())

    async def remove(self, name: str) -> None:
        async with guarded(self._timeout):
            await self._client.delete_collection(self._of(name))

    async def aclose(self) -> None:
        await self._client.close()
