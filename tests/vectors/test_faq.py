"""FAQ entries on given inputs. Every `check` vector passes or is a listed deviation."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from pincite.core.errors import PinciteError
from pincite.faq.entry import FaqEntry, check_questions, tidy
from pincite.faq.modes import IndexMode
from pincite.faq.questions import distinct, is_negative, normalise_question
from pincite.faq.recall import recall_plan
from pincite.faq.texts import answer_text, content_hash, index_text
from tests.vectors.reading import HERE, read_checks

CHECKS = read_checks("faq.json")
DEVIATIONS = tomllib.loads((HERE / "deviations.toml").read_text(encoding="utf-8"))["faq"]
JSON = dict[str, Any]


def entry(given: JSON) -> FaqEntry:
    assert set(given) <= {"standard", "similar", "negative", "answers"}
    return tidy(
        FaqEntry(
            standard=given.get("standard", ""),
            similar=tuple(given.get("similar", ())),
            negative=tuple(given.get("negative", ())),
            answers=tuple(given.get("answers", ())),
        )
    )


def indexed(given: JSON, expect: JSON) -> None:
    assert index_text(entry(given["faq"]), IndexMode(given["mode"])) == expect["text"]


def answered(given: JSON, expect: JSON) -> None:
    assert answer_text(entry(given["faq"])) == expect["text"]


def negative(given: JSON, expect: JSON) -> None:
    assert is_negative(given["query"], given["negative"]) is expect["excluded"]


def normalised(given: JSON, expect: JSON) -> None:
    assert normalise_question(given["text"]) == expect["text"]


def hashed(given: JSON, expect: JSON) -> None:
    assert set(expect) <= {"equal", "sha256"}
    if "sha256" in expect:
        assert content_hash(entry(given["a"])) == expect["sha256"]
    if "equal" in expect:
        assert (content_hash(entry(given["a"])) == content_hash(entry(given["b"]))) is expect["equal"]


def sanitised(given: JSON, expect: JSON) -> None:
    assert list(distinct(given["values"])) == expect["values"]


def duplicates(given: JSON, expect: JSON) -> None:
    assert set(given) <= {"standard", "similar", "negative"}
    asked = FaqEntry(given["standard"], tuple(given.get("similar", ())), tuple(given.get("negative", ())))
    try:
        check_questions(asked)
    except PinciteError as error:
        assert error.status == expect["status"]
    else:
        assert expect["status"] == 200


def recall(given: JSON, expect: JSON) -> None:
    assert set(expect) <= {"top_k_sequence_max", "first_top_k"}
    plan = recall_plan(
        given["match_count"],
        unique=given.get("unique_first", 0),
        pulled=given.get("vector_hits_first"),
        asked=given.get("pool"),
    )
    if "top_k_sequence_max" in expect:
        assert plan == expect["top_k_sequence_max"]
    if "first_top_k" in expect:
        assert plan[0] == expect["first_top_k"]


OPS: dict[str, Callable[[JSON, JSON], None]] = {
    "index_text": indexed,
    "answer_text": answered,
    "negative_match": negative,
    "normalize_question": normalised,
    "content_hash": hashed,
    "sanitize": sanitised,
    "duplicate_check": duplicates,
    "iterative_recall": recall,
}


@pytest.mark.feature("FAQ-02", "FAQ-04")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    assert vector["op"] in OPS, "no adapter for this op"
    if vector["id"] in DEVIATIONS:
        with pytest.raises(AssertionError):
            OPS[vector["op"]](vector["input"], vector["expect"])
        return
    OPS[vector["op"]](vector["input"], vector["expect"])


def test_no_entry_has_no_hash_and_an_empty_one_has() -> None:
    """The fact vector faq-026."""
    assert content_hash(None) == ""
    empty = "be5be69f55e91af25e54ecc2154d4da359b67b3b27e25f5cc0b3ff54eb74dff3"
    assert content_hash(FaqEntry("")) == empty


def test_few_vectors_are_listed_and_none_without_a_reason() -> None:
    listed = [vector["id"] for vector in CHECKS if vector["id"] in DEVIATIONS]
    assert len(listed) <= 0.15 * len(CHECKS)
    assert all("DESIGN.md" in reason for reason in DEVIATIONS.values())
