"""Documents in: the job that parses, cuts and indexes them, its leases, retries and progress."""

from pincite.ingest.editor import ChunkEditor
from pincite.ingest.expanding import expand_paths, expand_tree
from pincite.ingest.progress import IngestSummary, Progress, ProgressCallback, RefusedFile
from pincite.ingest.service import IngestService
from pincite.ingest.tools import Cut, Pace, Stores, Tools

__all__ = [
    "ChunkEditor",
    "Cut",
    "IngestService",
    "IngestSummary",
    "Pace",
    "Progress",
    "ProgressCallback",
    "RefusedFile",
    "Stores",
    "Tools",
    "expand_paths",
    "expand_tree",
]
