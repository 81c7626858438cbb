"""The runs end to end on a small set, with an encoder that knows words."""

import json
from pathlib import Path

import pytest

from pincite.core.settings import GateSettings, Settings
from pincite.evaluation.examples import crossed, rows_of, small_bases
from pincite.evaluation.gate import evaluate_gate
from pincite.evaluation.material import gather_material
from pincite.evaluation.retrieval import evaluate_retrieval
from pincite.evaluation.training import gather_lessons, train
from pincite.ranking import FeatureRanker
from pincite.ranking.features import NAMES
from pincite.ranking.model import load_model
from tests.retrieval.test_hybrid import WordEmbedder, whole

ANIMALS = ["otter", "heron", "badger", "salmon", "lynx", "beaver", "falcon", "marten", "adder", "newt"]
PLACES = ["river", "marsh", "forest", "estuary", "ridge", "pond", "cliff", "glade", "heath", "ditch"]


def write_set(folder: Path, offset: int = 0) -> None:
    folder.mkdir(parents=True)
    passages, questions, qrels = [], [], []
    for i, (animal, place) in enumerate(zip(ANIMALS, PLACES, strict=True)):
        years = 10 + i + offset
        passages.append(
            {
                "id": f"p{i}",
                "title": animal,
                "text": f"The {animal} lives near the {place} for {years} years.",
            }
        )
        questions.append(
            {"id": f"q{i}", "text": f"How long does the {animal} live?", "answer": f"{years} years"}
        )
        qrels.append(f"q{i}\tp{i}\t1")
    questions.append({"id": "n", "text": "What does the weasel eat?", "answerable": False, "na_type": "near"})
    questions.append({"id": "f", "text": "Who won the cup final?", "answerable": False, "na_type": "far"})
    for name, rows in (("corpus.jsonl", passages), ("queries.jsonl", questions)):
        (folder / name).write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    (folder / "qrels.tsv").write_text("\n".join(qrels), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for place, name in enumerate(("en_xquad", "zh_xquad", "mine")):
        write_set(tmp_path / "data" / name, place)
    return tmp_path / "data"


async def test_retrieval_figures(data: Path, tmp_path: Path) -> None:
    told: list[str] = []
    report = await evaluate_retrieval(
        data,
        WordEmbedder(),
        FeatureRanker(),
        whole,
        Settings(),
        cache_dir=tmp_path / "cache",
        progress=lambda what, done, total: told.append(f"{what} {done}/{total}"),
    )
    assert list(report["sets"]) == ["en_xquad", "mine", "zh_xquad"]
    figures = report["sets"]["mine"]
    assert set(figures) == {"queries", "recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10"}
    assert figures["queries"] == 10
    assert figures["recall@1"] == 1.0
    assert report["mean"]["ndcg@10"] == 1.0
    assert "mine questions 12/12" in told
    assert list((tmp_path / "cache").iterdir())


async def test_gate_shares(data: Path) -> None:
    report = await evaluate_gate(data, WordEmbedder(), whole, Settings(), load_model())
    assert set(report["sets"]) == {"en_xquad", "mine", "zh_xquad"}
    for row in (*report["sets"].values(), report["mean"]):
        assert set(row) == {"answerable", "near", "far"}
        for shares in row.values():
            assert set(shares) == {"pass", "rewrite", "refuse"}
            assert sum(shares.values()) == pytest.approx(1.0)
    assert report["mean"]["far"]["pass"] == 0.0
    assert set(report["second_line"]["sets"]) == set(report["sets"])
    off = Settings(gate=GateSettings(second_line=False))
    alone = await evaluate_gate(data, WordEmbedder(), whole, off, load_model())
    assert "second_line" not in alone
    assert alone["mean"] == report["mean"]


async def test_lessons_leave_the_set_out(data: Path) -> None:
    settings = Settings()
    materials = await gather_material(data, WordEmbedder(), whole, settings)
    lessons = await gather_lessons(materials, WordEmbedder(), settings.retrieval)
    assert {name for lesson in lessons for name in lesson.sets} == {"en_xquad", "mine", "zh_xquad"}
    assert train(lessons, "x", "mine").trained_on == ("en_xquad", "zh_xquad")
    assert train(lessons, "x").dump() == train(lessons, "x").dump()


async def test_rows_say_what_answers(data: Path) -> None:
    (material, *_) = await gather_material(data, WordEmbedder(), whole, Settings())
    rows = rows_of(material.found)
    assert rows.features.shape == (len(rows.labels), len(NAMES))
    assert rows.labels.sum() == 10
    assert not rows.labels[~rows.answerable].any()


async def test_small_libraries_and_crossed_sets(data: Path) -> None:
    first, second, _ = await gather_material(data, WordEmbedder(), whole, Settings())
    bases, questions, homes = small_bases(first.data, first.library)
    assert len(bases) == len(first.library.chunks)
    assert len(questions) == len(homes)
    assert set(homes) <= set(bases)
    assert [question.kind for question in crossed(first.data, second.data)].count("answerable") == 10
    assert "near" not in {question.kind for question in crossed(first.data, second.data)}
