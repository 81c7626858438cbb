"""Names of documents beside a clause: a statute's is exact, a contract's is loose."""

import pytest

from pincite.core.types import Chunk
from pincite.retrieval.clauses import exact_chunks, meant_references
from pincite.text.references import find_references

TITLES = [
    "무배당 늘봄 상해보험 약관",
    "한빛 화재보험 약관_20240101",
    "근로기준법",
    "근로기준법 시행령",
    "개인정보 보호법",
    "난민법",
    "Travel Policy",
    "Security Handbook",
    "Public Records Act",
    "劳动合同管理办法",
    "差旅管理制度",
    "中华人民共和国社会保险法",
    "中华人民共和国劳动合同法",
    "上海市劳动合同条例",
]


def holder(title: str, header: str = "", key: str = "article:3") -> Chunk:
    return Chunk(
        id=title + header, base_id="b", document_id=title, version_id=title, document_title=title, seq=0,
        start=0, end=0, content="", context_header=header, clauses=(key,),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("근로기준법 제3조", ["근로기준법"]),
        ("근로 기준법 제3조", ["근로기준법"]),
        ("현행 근로기준법 제3조", ["근로기준법"]),
        ("근로기준법 시행령 제3조", ["근로기준법 시행령"]),
        ("근로기준법 시행규칙 제3조", []),
        ("「개인정보 보호법」 제3조", ["개인정보 보호법"]),
        ("소비자 보호법 제3조", []),
        ("민법 제3조", []),
        ("무배당 늘봄 상해보험 약관 제3조", ["무배당 늘봄 상해보험 약관"]),
        ("늘봄 약관 제3조", ["무배당 늘봄 상해보험 약관"]),
        ("고객이 물은 한빛 화재보험약관의 제3조", ["한빛 화재보험 약관_20240101"]),
        ("늘봄 화재보험 약관 제3조", []),
        ("해오름 암보험 약관 제3조", []),
        ("Article 3 of the travel policy", ["Travel Policy"]),
        ("the travel policy, Articles 3 and 5", ["Travel Policy"]),
        ("Article 3 of the remote work policy", []),
        ("Article 3 of the Records Act", ["Public Records Act"]),
        ("Article 3 of the Civil Code", []),
        ("《保险法》第三条", []),
        ("社会保险法第三条", ["中华人民共和国社会保险法"]),
        ("劳动合同法第三条", ["中华人民共和国劳动合同法"]),
        ("劳动法第三条", []),
        ("劳动合同条例第三条", ["上海市劳动合同条例"]),
        ("员工手册第三条", []),
        ("请看差旅制度第三条", ["差旅管理制度"]),
    ],
)
def test_the_document_is_the_one_that_is_named(question: str, titles: list[str]) -> None:
    reference = find_references(question)[0]
    found = exact_chunks(reference, [holder(title) for title in TITLES], question)
    assert [chunk.document_title for chunk in found] == titles


def test_the_title_may_leave_out_the_state() -> None:
    question = "《中华人民共和国劳动合同法》第三条"
    (reference,) = find_references(question)
    assert exact_chunks(reference, [holder("劳动合同法")], question)


def test_a_part_of_a_document_is_named_by_its_heading() -> None:
    parts = [holder("든든 약관", f"## {part}\n### 제3조(보장)") for part in ("보통약관", "상해 특별약관")]
    for question, chosen in [
        ("보통약관 제3조", parts[:1]),
        ("상해 특별약관 제3조", parts[1:]),
        ("제3조", parts),
    ]:
        (reference,) = find_references(question)
        assert exact_chunks(reference, parts, question) == chosen


def test_chapters_before_a_clause_choose_among_its_namesakes() -> None:
    question = "Rule 8 Section 2 Article 3"
    references = meant_references(find_references(question), question)
    assert [reference.key for reference in references] == ["article:3"]
    right = holder("Rules", "# RULE 8 FORWARD PASS\n## SECTION 2 GROUNDING\n### ARTICLE 3. PASS")
    wrong = holder("Rules", "# RULE 9 KICKS\n## SECTION 2 GROUNDING\n### ARTICLE 3. KICK")
    assert exact_chunks(references[0], [wrong, right], question) == [right]


def test_an_annex_is_no_appendix_where_both_are_there() -> None:
    annex = holder("Contract", "## Annex A. Prices", "appendix:a")
    appendix = holder("Contract", "## Appendix A. People", "appendix:a")
    for question, chosen in [("Annex A", annex), ("Appendix A", appendix)]:
        (reference,) = find_references(question)
        assert exact_chunks(reference, [annex, appendix], question) == [chosen]
    (reference,) = find_references("Schedule A")
    assert exact_chunks(reference, [annex, appendix], "Schedule A") == [annex, appendix]
