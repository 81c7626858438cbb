"""`TableFiles` over the library: the files that were added, by the documents that they are."""

from collections.abc import Collection, Mapping

from pincite.core.errors import NotFound
from pincite.parsing.table_values import holds_tables
from pincite.ports.metadata import Metadata
from pincite.ports.storage import BlobStore
from pincite.ports.tables import TableFile


class StoredTables:
    def __init__(self, metadata: Metadata, blobs: BlobStore) -> None:
        self._metadata = metadata
        self._blobs = blobs

    async def names(self, document_ids: Collection[str]) -> Mapping[str, str]:
        """As `pincite.ports.tables.TableFiles`."""
        if not document_ids:
            return {}
        documents = await self._metadata.documents.several(document_ids)
        return {
            document.id: document.filename
            for document in documents
            if document.active_version_id is not None and holds_tables(document.filename)
        }

    async def read(self, document_id: str) -> TableFile:
        """The live version's, whatever waits to take its place. Raises NotFound."""
        document = await self._metadata.documents.get(document_id, linked=False)
        if document.active_version_id is None:
            raise NotFound(f"The document {document.filename} is not live.")
        version = await self._metadata.versions.get(document.active_version_id)
        return TableFile(version.filename, await self._blobs.get(version.file_key))
