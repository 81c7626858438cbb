"""What every `Metadata` must do. Subclass the suite, say how a database is made, and run it with pytest.

class TestMyMetadata(MetadataContract):
    async def make_metadata(self):
        return await open_my_metadata()
"""

from pincite.testing.metadata_chunks import ChunksContract
from pincite.testing.metadata_edits import EditsContract
from pincite.testing.metadata_faq import FaqContract
from pincite.testing.metadata_fetched import FetchedContract
from pincite.testing.metadata_files import FilesContract
from pincite.testing.metadata_filing import FilingContract
from pincite.testing.metadata_operations import OperationsContract
from pincite.testing.metadata_queue import QueueContract
from pincite.testing.metadata_rebuilds import RebuildsContract


class MetadataContract(
    QueueContract,
    ChunksContract,
    EditsContract,
    FaqContract,
    FetchedContract,
    FilesContract,
    FilingContract,
    OperationsContract,
    RebuildsContract,
):
    """The whole suite. `make_metadata` (an empty database) is all that a subclass adds."""
