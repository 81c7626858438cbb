"""Clauses asked for by name, through the whole library: several documents share their numbers."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import pincite
from pincite.blocking import KnowledgeBase
from tests.libraries import settings_for
from tests.pipeline.lookup_documents import DOCUMENTS, VERSIONS

INJURY, FIRE = "무배당 늘봄 상해보험 약관", "한빛 화재보험 약관"
LABOUR, DECREE, PRIVACY = "근로기준법", "근로기준법 시행령", "개인정보 보호법"
TRAVEL, SECURITY = "Travel Policy", "Security Handbook"
CONTRACT, TRIPS, SOCIAL = "劳动合同管理办法", "差旅管理制度", "中华人民共和国社会保险法"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("lookups")
    for name, text in (DOCUMENTS | VERSIONS).items():
        (folder / name).write_text(text, encoding="utf-8")
    with pincite.open(settings=settings_for(folder / "library")) as library:
        kb = library.knowledge_base("all")
        older, newer = VERSIONS
        summary = kb.add(*(folder / name for name in (*DOCUMENTS, older)))
        assert len(summary.ready) == len(DOCUMENTS) + 1, summary
        kb.add(folder / newer, supersedes=older)
        library._call(library._library.engine).questions._now = lambda: datetime(2026, 11, 30, 12, tzinfo=UTC)
        yield kb


def found(kb: KnowledgeBase, question: str, **scope: object) -> dict[str, list[str]]:
    """Places by document, in the order of the answer; the answer holds what it cites."""
    answer = kb.ask(question, **scope)  # type: ignore[arg-type]
    assert not answer.is_refusal, (question, answer.refusal_reason)
    places: dict[str, list[str]] = {}
    for source in answer.sources:
        places.setdefault(source.document, []).append(source.place.split(" > ")[-1])
        assert source.chunk_id in answer.answer
    return places


@pytest.mark.feature("RT-01")
@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("늘봄 상해보험 약관 제3조부터 제5조까지", {INJURY: ["제3조", "제4조", "제5조"]}),
        ("늘봄 상해보험 약관 제3조 내지 제5조 보여줘", {INJURY: ["제3조", "제4조", "제5조"]}),
        ("늘봄 상해보험 약관 3~5조", {INJURY: ["제3조", "제4조", "제5조"]}),
        ("늘봄 상해보험 약관 제7조 및 제3조", {INJURY: ["제3조", "제7조"]}),
        ("무배당 늘봄 상해보험 약관 제12조", {INJURY: ["제12조("]}),
        ("늘봄 약관 제12조의2", {INJURY: ["제12조의2"]}),
        ("상해보험 제3조", {INJURY: ["제3조"]}),
        ("근로기준법 제3조", {LABOUR: ["제3조"]}),
        ("근로 기준법 제3조", {LABOUR: ["제3조"]}),
        ("근로기준법 시행령 제3조", {DECREE: ["제3조"]}),
        ("「개인정보 보호법」 제15조", {PRIVACY: ["제15조"]}),
        ("개인정보보호법 제15조", {PRIVACY: ["제15조"]}),
        ("제12조 내용", {INJURY: ["제12조("], FIRE: ["제12조("]}),
        ("별표 1 보여줘", {INJURY: ["별표 1"], FIRE: ["별표 1"], CONTRACT: ["附件一"]}),
        ("늘봄 상해보험 약관 별표 1, 2", {INJURY: ["별표 1", "별표 2"]}),
        ("별지 제5호 서식", {INJURY: ["[별지 제5호 서식]"]}),
        ("부칙 제2조", {INJURY: ["제2조(경과조치)"]}),
        ("늘봄 상해보험 약관 부칙 제1조 및 제2조", {INJURY: ["제1조(시행일)", "제2조(경과조치)"]}),
        ("늘봄 상해보험 약관 제1조", {INJURY: ["제1조(목적)"]}),
        ("Articles 3 to 5 of the Travel Policy", {TRAVEL: ["Article 3.", "Article 4.", "Article 5."]}),
        ("the travel policy, articles 3 and 5", {TRAVEL: ["Article 3.", "Article 5."]}),
        ("Article 3 of the security handbook", {SECURITY: ["Article 3."]}),
        ("Appendix B", {SECURITY: ["Appendix B"], TRAVEL: ["Appendix B"]}),
        ("Appendices A and B of the Travel Policy", {TRAVEL: ["Appendix A", "Appendix B"]}),
        ("劳动合同管理办法第三条至第五条", {CONTRACT: ["第三条", "第四条", "第五条"]}),
        ("请看差旅管理制度第三条和第五条", {TRIPS: ["第三条", "第五条"]}),
        ("差旅制度第三条", {TRIPS: ["第三条"]}),
        ("附件二", {CONTRACT: ["附件二"], TRIPS: ["附件二"], INJURY: ["별표 2"]}),
        ("《社会保险法》第十六条", {SOCIAL: ["第十六条"]}),
    ],
)
def test_a_clause_is_found_in_the_document_that_is_named_and_nothing_else(
    kb: KnowledgeBase, question: str, places: dict[str, list[str]]
) -> None:
    got = found(kb, question)
    assert set(got) == set(places)
    for document, labels in places.items():
        assert len(got[document]) == len(labels)
        for place, label in zip(got[document], labels, strict=True):
            assert place.startswith(label)


def test_every_document_that_holds_it_is_shown_where_none_is_named(kb: KnowledgeBase) -> None:
    got = found(kb, "제3조 내지 제5조")
    # More passages than an answer reads otherwise: whoever asks for a range wants all of it.
    assert {INJURY, FIRE, LABOUR, DECREE, PRIVACY} <= set(got)
    assert [place[:3] for place in got[INJURY]] == ["제3조", "제4조", "제5조"]


def test_a_clause_is_whole_and_has_nothing_of_the_next(kb: KnowledgeBase) -> None:
    (source,) = kb.ask("늘봄 상해보험 약관 제5조").sources
    assert source.content.startswith("### 제5조(면책)")
    assert source.content.endswith("3. 음주운전")
    answer = kb.ask("Sections 2.1, 2.3 and 4 of the security handbook").answer
    assert "14 characters" in answer
    assert "Password managers" in answer
    assert "wear a badge" in answer
    assert "after a leak" not in answer
    assert "Lock the screen" not in answer
    whole = kb.ask("section 2 of the security handbook").answer
    assert [word in whole for word in ("14 characters", "after a leak", "Password managers")] == [True] * 3
    assert "Lock the screen" not in whole


@pytest.mark.parametrize(
    ("question", "says", "not_says"),
    [
        ("늘봄 상해보험 약관 제3조 제2항", "최초 180일", "5만원"),
        ("늘봄 상해보험 약관 제3조제1항 및 제3항", "응급실", "180일"),
        ("늘봄 상해보험 약관 제5조 제2항 제2호", "2. 내란", "고의로"),
        ("Article 4(2) of the travel policy", "250 dollars", "180 dollars"),
        ("Travel Policy Article 5, paragraph 2", "Alcohol", "55 dollars"),
        ("劳动合同管理办法第三条第二款", "一个月内订立", "二倍工资"),
        ("劳动合同管理办法第四条第（二）项", "（二）合同期限一年以上", "书面订立"),
        ("제3조제2항 알려줘", "1억원", "최저기준"),
    ],
)
def test_a_paragraph_comes_with_the_article_it_is_of(
    kb: KnowledgeBase, question: str, says: str, not_says: str
) -> None:
    answer = kb.ask(question)
    assert says in answer.answer
    assert not_says not in answer.answer
    assert all("3" in source.place or "4" in source.place or source.place for source in answer.sources)


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("상법 제638조", "상법 제638조"),
        ("제99조 보여줘", "제99조"),
        ("제12조의3", "제12조의3"),
        ("민법 제145조", "민법 제145조"),
        ("소비자 보호법 제15조", "소비자 보호법 제15조"),
        ("근로기준법 시행규칙 제3조", "근로기준법 시행규칙 제3조"),
        ("해오름 암보험 약관 제12조", "해오름 암보험 약관 제12조"),
        ("늘봄 암보험 약관 제12조", "늘봄 암보험 약관 제12조"),
        ("늘봄 상해보험 약관 제3조 제9항", "제3조 제9항"),
        ("늘봄 상해보험 약관 제5조 제2항 제8호", "제5조 제2항 제8호"),
        ("별표 9", "별표 9"),
        ("Article 3 of the remote work policy", "remote work policy Article 3"),
        ("Section 9.9", "Section 9.9"),
        ("Appendix C", "Appendix C"),
        ("Article 4(7) of the travel policy", "Article 4(7)"),
        ("《保险法》第三条", "保险法第"),
        ("员工手册第三条", "员工手册第三条"),
        ("第八条", "第八条"),
        ("劳动合同管理办法第三条第五款", "第三条第五款"),
    ],
)
def test_a_clause_that_is_not_there_is_said_so(kb: KnowledgeBase, question: str, clause: str) -> None:
    answer = kb.ask(question)
    assert answer.is_refusal
    assert clause in (answer.refusal_reason or "")
    assert not answer.sources
    assert answer.model_calls == 0


def test_of_several_clauses_those_that_are_there_are_shown(kb: KnowledgeBase) -> None:
    answer = kb.ask("늘봄 상해보험 약관 제5조부터 제8조까지")
    assert [source.place.split(" > ")[-1][:3] for source in answer.sources] == ["제5조", "제7조"]
    (notice,) = answer.notices
    assert "제6조" in notice
    assert "제8조" in notice
    assert "제5조" not in notice


def test_the_version_in_force_answers_or_that_of_the_day(kb: KnowledgeBase) -> None:
    assert "9만원" in kb.ask("출장비 지침 제21조").answer
    assert "7만원" in kb.ask("출장비 지침 제21조", as_of="2023-05-01").answer
    gone = kb.ask("출장비 지침 제22조")
    assert gone.is_refusal
    assert any("2022" in notice for notice in gone.notices)  # it says which version would answer
    assert "2만원" in kb.ask("출장비 지침 제22조", as_of="2023-05-01").answer


def test_a_search_begins_with_the_clause_and_says_what_is_not_there(kb: KnowledgeBase) -> None:
    answer = kb.search("늘봄 상해보험 약관 제3조", top_k=5)
    assert answer.sources[0].place.endswith("제3조(보험금의 지급사유)")
    assert len(answer.sources) <= 5
    assert any("제99조" in notice for notice in kb.search("제99조").notices)


def test_a_question_about_a_clause_is_no_lookup(kb: KnowledgeBase) -> None:
    answer = kb.ask("근로기준법 제26조에 따르면 해고는 며칠 전에 예고해야 하나요?")
    assert "30일" in answer.answer
