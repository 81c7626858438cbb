import pytest

from pincite.core.types import Chunk
from pincite.retrieval.clauses import exact_chunks
from pincite.text.references import find_references


def chunk(title: str, header: str = "", content: str = "") -> Chunk:
    return Chunk(
        id=title,
        base_id="b",
        document_id=title,
        version_id="v",
        document_title=title,
        seq=0,
        start=0,
        end=len(content),
        content=content,
        context_header=header,
        clauses=("article:145",),
    )


CIVIL, LABOUR, REFUGEE = chunk("민법"), chunk("근로기준법"), chunk("난민법")
TERMS = chunk("terms", "# 무배당 든든 건강보험 보통약관")


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("민법 제145조를 알려주세요", ["민법"]),
        ("근로기준법 제145조는?", ["근로기준법"]),
        ("상법 제145조는?", []),
        ("난민법 제145조는?", ["난민법"]),
        ("제145조는?", ["민법", "근로기준법", "난민법", "terms"]),
        ("보험약관 제145조는?", ["민법", "근로기준법", "난민법", "terms"]),
    ],
)
def test_the_law_named_with_a_clause_must_be_its_own(question: str, titles: list[str]) -> None:
    (reference,) = find_references(question)
    found = exact_chunks(reference, [CIVIL, LABOUR, REFUGEE, TERMS], question)
    assert [item.document_title for item in found] == titles


@pytest.mark.parametrize(
    ("question", "titles"),
    [("난민법 제145조는?", []), ("대한민국 민법 제145조는?", ["민법"]), ("민법 제145조", ["민법"])],
)
def test_a_shorter_title_inside_a_name_is_another_act(question: str, titles: list[str]) -> None:
    (reference,) = find_references(question)
    found = exact_chunks(reference, [CIVIL, LABOUR], question)
    assert [item.document_title for item in found] == titles


@pytest.mark.parametrize("title", ["민법 제145조", "민법"])
def test_the_name_may_stand_in_title_or_first_heading(title: str) -> None:
    (reference,) = find_references("민법 제145조")
    by_title, by_heading = chunk(title), chunk("law-0134", "# 민법\n### 제145조(법정추인)")
    assert exact_chunks(reference, [by_title, LABOUR], "민법 제145조") == [by_title]
    assert exact_chunks(reference, [by_heading, LABOUR], "민법 제145조") == [by_heading]


def test_a_title_spoken_in_the_question_decides() -> None:
    manual, other = chunk("AMT Handbook"), chunk("Rule Book")
    question = "What does Article 145 of the AMT handbook say?"
    (reference,) = find_references(question)
    assert exact_chunks(reference, [other, manual], question) == [manual]
