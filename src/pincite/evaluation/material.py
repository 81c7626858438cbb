"""Sets with their libraries and candidates: built once, measured in several ways."""

from dataclasses import dataclass
from pathlib import Path

from pincite.core.settings import Settings
from pincite.evaluation.candidates import Candidates, set_candidates
from pincite.evaluation.datasets import RetrievalSet, read_sets
from pincite.evaluation.library import EvaluationLibrary, Split, build_library
from pincite.evaluation.progress import Progress, silent
from pincite.ports.models import Embedder


@dataclass(frozen=True, slots=True)
class Material:
    """One set, the library made of its passages, and what retrieval found for its questions."""

    data: RetrievalSet
    library: EvaluationLibrary
    found: tuple[Candidates, ...]


async def gather_material(
    data_dir: Path,
    embedder: Embedder,
    split: Split,
    settings: Settings,
    progress: Progress = silent,
) -> list[Material]:
    """Material of every set in ``data_dir``, by name."""
    gathered = []
    for data in read_sets(data_dir):
        library = await build_library(data.name, data.passages, embedder, split, progress)
        found = await set_candidates(data, library, embedder, settings.retrieval, progress)
        gathered.append(Material(data, library, tuple(found)))
    return gathered
