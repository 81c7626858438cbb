"""Sets with their libraries and candidates: built once, measured in several ways."""

from dataclasses import dataclass
from pathlib import Path

from pincite.core.settings import Settings
from pincite.evaluation.candidates import Candidates, set_candidates
from pincite.evaluation.datasets import RetrievalSet, read_sets
from pincite.evaluation.library import EvaluationLibrary, Split, build_library
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.vectors import RememberingEmbedder
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
    cache_dir: Path | None = None,
    progress: Progress = silent,
) -> list[Material]:
    """Material of every set in ``data_dir``, by name; vectors are remembered in ``cache_dir`` if given."""
    encoder = embedder if cache_dir is None else RememberingEmbedder(embedder, cache_dir)
    gathered = []
    for data in read_sets(data_dir):
        library = await build_library(data.name, data.passages, encoder, split, progress)
        found = await set_candidates(data, library, encoder, settings.retrieval, progress)
        gathered.append(Material(data, library, tuple(found)))
        if isinstance(encoder, RememberingEmbedder):
            encoder.save()
    return gathered
