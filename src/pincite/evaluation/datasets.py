"""Retrieval sets on disk: one folder a set with ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv``."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.core.errors import InvalidInput, NotFound

CORPUS, QUERIES, QRELS = "corpus.jsonl", "queries.jsonl", "qrels.tsv"


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """``kind`` is ``answerable``, ``near`` (its passage was taken out) or ``far`` (of another set)."""

    id: str
    text: str
    kind: str
    relevant: frozenset[str] = frozenset()
    answer: str = ""


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]

    @property
    def answerable(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.kind == "answerable")


def read_sets(data_dir: Path) -> list[RetrievalSet]:
    """Every set in ``data_dir``, or ``data_dir`` itself if it is one, by name.

    Raises:
        NotFound: there is no set.
        InvalidInput: a file of a set is missing or malformed; the message names file and line.
    """
    if (data_dir / CORPUS).is_file():
        return [read_set(data_dir)]
    folders = sorted(path.parent for path in data_dir.glob(f"*/{CORPUS}"))
    if not folders:
        raise NotFound(
            f"{data_dir} holds no retrieval set", hint=f"A set is a folder with {CORPUS}, {QUERIES}, {QRELS}."
        )
    return [read_set(folder) for folder in folders]


def read_set(folder: Path) -> RetrievalSet:
    """One set. Raises as `read_sets`."""
    relevant: dict[str, set[str]] = defaultdict(set)
    for number, line in _lines(folder / QRELS):
        cells = line.split("\t")
        if len(cells) < 2:
            raise InvalidInput(f"{folder / QRELS}:{number} is not 'question<TAB>passage<TAB>1'")
        if len(cells) < 3 or float(cells[2]) > 0:
            relevant[cells[0]].add(cells[1])
    passages = tuple(
        Passage(str(row["id"]), str(row.get("title") or ""), str(row["text"]))
        for row in _rows(folder / CORPUS, ("id", "text"))
    )
    questions = tuple(
        Question(
            str(row["id"]),
            str(row["text"]),
            _kind(row),
            frozenset(relevant.get(str(row["id"]), ())),
            str(row.get("answer") or ""),
        )
        for row in _rows(folder / QUERIES, ("id", "text"))
    )
    return RetrievalSet(folder.name, passages, questions)


def _kind(row: dict[str, Any]) -> str:
    return "answerable" if row.get("answerable", True) else str(row.get("na_type") or "near")


def _rows(path: Path, required: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise InvalidInput(f"{path}:{number} is not JSON: {error.msg}") from error
        if not isinstance(row, dict) or any(key not in row for key in required):
            raise InvalidInput(f"{path}:{number} lacks one of {', '.join(required)}")
        yield row


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if not path.is_file():
        raise InvalidInput(f"{path} is missing")
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")
