"""Open the metadata database."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url

from pincite.adapters.sql.assistants import SqlAssistants
from pincite.adapters.sql.bases import SqlBases
from pincite.adapters.sql.chunks import SqlChunks
from pincite.adapters.sql.database import Database, create_engine
from pincite.adapters.sql.documents import SqlDocuments
from pincite.adapters.sql.edits import SqlEdits
from pincite.adapters.sql.faq import SqlFaqRows
from pincite.adapters.sql.feedback import SqlFeedback
from pincite.adapters.sql.fetched import SqlFetchedFiles
from pincite.adapters.sql.files import SqlFiles
from pincite.adapters.sql.graph import SqlDocumentScopes, SqlGraph
from pincite.adapters.sql.holds import SqlBlobHolds
from pincite.adapters.sql.jobs import SqlJobs
from pincite.adapters.sql.messages import SqlMessages
from pincite.adapters.sql.places import SqlPlaces
from pincite.adapters.sql.rebuilds import SqlRebuilds
from pincite.adapters.sql.sessions import SqlSessions
from pincite.adapters.sql.timeline import SqlTimeline
from pincite.adapters.sql.upgrade import prepare_sqlite, upgrade
from pincite.adapters.sql.validity import SqlEditions
from pincite.adapters.sql.versions import SqlVersions
from pincite.adapters.sql.webhooks import SqlWebhooks


class SqlMetadata:
    """`Metadata`. Open it with `open_metadata`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.bases = SqlBases(database)
        self.documents = SqlDocuments(database)
        self.versions = SqlVersions(database)
        self.edits = SqlEdits(database)
        self.faq = SqlFaqRows(database)
        self.jobs = SqlJobs(database)
        self.holds = SqlBlobHolds(database)
        self.fetched = SqlFetchedFiles(database)
        self.files = SqlFiles(database)
        self.chunks = SqlChunks(database)
        self.editions = SqlEditions(database)
        self.places = SqlPlaces(database)
        self.rebuilds = SqlRebuilds(database)
        self.timeline = SqlTimeline(database)
        self.webhooks = SqlWebhooks(database)
        self.sessions = SqlSessions(database)
        self.messages = SqlMessages(database)
        self.feedback = SqlFeedback(database)
        self.assistants = SqlAssistants(database)
        self.graph = SqlGraph(database)
        self.scopes = SqlDocumentScopes(database)

    async def aclose(self) -> None:
        await self.database.aclose()


async def open_metadata(where: Path | str) -> SqlMetadata:
    """The database in the file ``where``, or at the SQLAlchemy address ``where``; created, and brought up to
    the newest schema, as needed.

    Raises:
        LibraryTooNew: the schema was written by a newer pincite.
    """
    url = URL.create("sqlite+aiosqlite", database=str(where)) if isinstance(where, Path) else make_url(where)
    if url.get_backend_name() == "sqlite" and url.database is not None:
        await prepare_sqlite(Path(url.database))
    database = Database(create_engine(url))
    try:
        await upgrade(database)
    except BaseException:
        await database.aclose()
        raise
    return SqlMetadata(database)
