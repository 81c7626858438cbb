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
        ("제145조는?", ["민법", "근로기준법", "난민법", "terms"]),
        ("보험약관 제145조는?", ["민법", "근로기준법", "난민법", "terms"]),
    ],
)
def test_the_law_named_with_a_clause_must_be_its_own(question: str, titles: list[str]) -> None:
    (reference,) = find_references(question)
    found = exact_chunks(reference, [CIVIL, LABOUR, REFUGEE, TERMS])
    assert [item.document_title for item in found] == titles


def test_the_name_may_stand_in_the_first_heading() -> None:
    (reference,) = find_references("민법 제145조")
    file = chunk("law-0134", "# 민법\n### 제145조(법정추인)")
    assert exact_chunks(reference, [file, LABOUR]) == [file]


def test_a_longer_name_holds_the_title() -> None:
    (reference,) = find_references("대한민국 헌법 제145조")
    file = chunk("헌법")
    assert exact_chunks(reference, [file]) == [file]
