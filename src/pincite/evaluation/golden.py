"""Questions of a person, with the strings that their evidence holds; some are marked unanswerable.

One JSON object a line: ``question``, and as far as known ``id``, ``kind`` (``unanswerable_near``,
``unanswerable_far``, anything else is answerable) or ``answerable``, ``documents`` (file names),
``must_contain`` (strings of the evidence, compared without white space), ``answer_facts`` (what a right
answer states), ``reviewed``.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.core.errors import InvalidInput

NOT_ASKED = "ingest"
"""Kind of a case that tells what becomes of a file."""


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """A question and the strings that its evidence holds (compared without white space)."""

    id: str
    question: str
    kind: str
    documents: tuple[str, ...] = ()
    must_contain: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    """What a right answer states."""

    @property
    def answerable(self) -> bool:
        return not self.kind.startswith("unanswerable")

    @property
    def group(self) -> str:
        """``answerable``, ``near``, ``far``, or ``unanswerable`` where the file does not say how far."""
        if self.answerable:
            return "answerable"
        return self.kind.removeprefix("unanswerable").strip("_") or "unanswerable"

    def is_about(self, documents: Sequence[str] | None) -> bool:
        """Whether one of ``documents`` can answer it; every question that names no document can be asked."""
        return documents is None or not self.documents or bool(set(self.documents) & set(documents))

    def held_by(self, texts: Sequence[str]) -> bool:
        """Whether ``texts`` together hold its evidence; False where it names none."""
        held = squeezed(" ".join(texts))
        return bool(self.must_contain) and all(squeezed(part) in held for part in self.must_contain)


@dataclass(frozen=True, slots=True)
class GoldenFile:
    name: str
    digest: str
    """SHA-256 of the file in hex."""
    cases: tuple[GoldenCase, ...]
    waiting: int
    """Questions left out because nobody reviewed them."""


def squeezed(text: str) -> str:
    """``text`` without white space."""
    return "".join(text.split())


def read_golden(path: Path, *, unreviewed: bool = False) -> GoldenFile:
    """The questions of a JSON-lines file. Cases of kind ``ingest`` ask nothing and are left out, and so are
    questions that a model made (``"reviewed": false``) unless ``unreviewed``.

    Raises:
        InvalidInput: the file is missing, a line is no case, an id occurs twice, or nothing is left.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is not UTF-8.", hint="Save it as UTF-8.") from error
    except OSError as error:
        hint = "Pass a JSON-lines file of golden questions."
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", hint=hint) from error
    cases, waiting, ids = [], 0, set()
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            case = _case(row, number)
            reviewed = _flag(row, "reviewed")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            said = f"{error.args[0]} is missing" if isinstance(error, KeyError) else error
            raise InvalidInput(f"Line {number} of {path} is no golden case: {said}") from error
        if case.id in ids:
            raise InvalidInput(f"Line {number} of {path}: the id {case.id} occurs twice.")
        ids.add(case.id)
        if case.kind == NOT_ASKED:
            continue
        if not reviewed and not unreviewed:
            waiting += 1
            continue
        cases.append(case)
    if not cases:
        left = f"; {waiting} wait for review" if waiting else ""
        hint = 'Review them and set "reviewed": true, or pass --unreviewed.' if waiting else "Write some."
        raise InvalidInput(f"{path} holds no question to ask{left}.", hint=hint)
    return GoldenFile(path.name, hashlib.sha256(data).hexdigest(), tuple(cases), waiting)


def _case(row: Any, number: int) -> GoldenCase:
    if not isinstance(row, dict):
        raise TypeError("it is no JSON object")
    kind = row.get("kind")
    answerable = _flag(row, "answerable")
    if kind is not None and not isinstance(kind, str):
        raise TypeError("kind is no text")
    if not answerable and not (kind or "").startswith("unanswerable"):
        kind = f"unanswerable_{row['na_type']}" if isinstance(row.get("na_type"), str) else "unanswerable"
    kind = kind or "lookup"
    question = row["question"]
    if not isinstance(question, str) or (not question.strip() and kind != NOT_ASKED):
        raise TypeError("question is no text")
    id_ = row.get("id", f"line-{number}")
    if not isinstance(id_, str | int) or isinstance(id_, bool):
        raise TypeError("id is no text")
    strings = (_strings(row, key) for key in ("documents", "must_contain", "answer_facts"))
    return GoldenCase(str(id_), question, kind, *strings)


def _flag(row: dict[str, Any], key: str) -> bool:
    value = row.get(key)
    if value is not None and not isinstance(value, bool):
        raise TypeError(f"{key} is neither true nor false")
    return value is not False


def _strings(row: dict[str, Any], key: str) -> tuple[str, ...]:
    value = row.get(key) or []
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise TypeError(f"{key} is no list of texts")
    return tuple(one for one in values if one.strip())
