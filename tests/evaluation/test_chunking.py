"""Ways to cut, compared on questions with known evidence."""

import json
from pathlib import Path

import pytest

from pincite.chunker import Chunker
from pincite.core.errors import InvalidInput
from pincite.core.settings import Settings
from pincite.evaluation.chunking import evaluate_chunking
from pincite.evaluation.golden import GoldenCase, read_golden
from pincite.ranking import FeatureRanker
from pincite.wiring_documents import document_tools
from tests.ingest.standins import HashEmbedder

SETTINGS = Settings()
TOOLS = document_tools(SETTINGS, Chunker(SETTINGS.chunking))
WAYS = {
    "small": {"chunk_size": 60, "chunk_overlap": 0, "strategy": "recursive"},
    "family": {
        "enable_parent_child": True,
        "parent_chunk_size": 1000,
        "child_chunk_size": 60,
        "strategy": "recursive",
    },
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents = tmp_path / "documents"
    documents.mkdir()
    text = " ".join(f"Valve {number} of the plant opens at {number + 100} bar." for number in range(1, 30))
    (documents / "valves.md").write_text(
        f"# Valves\n\n{text}\n\nThe colour code is turquoise.", encoding="utf-8"
    )
    (documents / "leave.md").write_text(
        "# Leave\n\nEmployees take thirty days of leave a year.", encoding="utf-8"
    )
    (documents / "setup.exe").write_bytes(b"MZ\0\1" * 50)
    lines = [
        {"id": "a", "question": "At how many bar does valve 17 open?", "kind": "lookup",
         "documents": ["valves.md"], "must_contain": ["Valve 17", "117 bar"]},
        {"id": "b", "question": "How many days of leave do employees take?", "kind": "lookup",
         "documents": ["leave.md"], "must_contain": ["thirty days"]},
        {"id": "c", "question": "At how many bar does valve 17 open, and which valve is first?", "kind": "lookup",
         "documents": ["valves.md"], "must_contain": [f"Valve {n} " for n in (1, 6, 11, 17, 23, 29)]},
        {"id": "d", "question": "What is the capital?", "kind": "unanswerable_far", "documents": [], "must_contain": []},
        {"id": "e", "question": "What is in the PDF?", "kind": "lookup",
         "documents": ["setup.exe"], "must_contain": ["x"]},
    ]  # fmt: skip
    (tmp_path / "golden.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return documents


async def measure(cases: list[GoldenCase], folder: Path, cache: Path | None = None) -> dict[str, object]:
    return await evaluate_chunking(
        cases,
        folder,
        WAYS,
        tools=TOOLS,
        embedder=HashEmbedder(),
        reranker=FeatureRanker(),
        settings=SETTINGS,
        cache_dir=cache,
    )


async def test_each_way_is_measured_on_the_questions_that_can_be_asked(folder: Path, tmp_path: Path) -> None:
    cases = list(read_golden(tmp_path / "golden.jsonl").cases)
    result = await measure(cases, folder, tmp_path / "cache")
    assert (result["questions"], result["documents"]) == (3, ["leave.md", "valves.md"])
    assert result["not_read"] == ["setup.exe"]
    presets = result["presets"]
    assert isinstance(presets, dict)
    small, family = presets["small"], presets["family"]
    assert {"a", "b"} <= set(family["found"])
    assert "c" in family["found"], "parents bring the whole text"
    assert "c" not in small["found"], "six valves are in no five chunks of one sentence"
    assert small["recall@5"] == len(small["found"]) / 3
    assert small["top5_chars"] < family["top5_chars"]
    assert small["avg_chars"] <= 60
    assert small["chunks"] > 20
    assert await measure(cases, folder, tmp_path / "cache") == result
    assert list((tmp_path / "cache").iterdir()), "vectors are kept"


async def test_without_a_question_or_a_folder_nothing_is_measured(folder: Path, tmp_path: Path) -> None:
    cases = list(read_golden(tmp_path / "golden.jsonl").cases)
    with pytest.raises(InvalidInput):
        await measure(cases, tmp_path / "nowhere")
    with pytest.raises(InvalidInput):
        await measure(cases[3:], folder)
