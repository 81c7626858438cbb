"""Two documents in two versions each, through the whole library: which one answers on which day."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import pincite
from pincite.blocking import KnowledgeBase, Library
from pincite.core.errors import InvalidInput
from pincite.pipeline.answer import Answer
from pincite.pipeline.profile import Profile
from tests.conftest import ROOT
from tests.libraries import settings_for

SAMPLES = ROOT / "samples" / "versions"
KO_2022, KO_2024 = "늘봄 상해보험 약관 2022.md", "늘봄 상해보험 약관 2024.md"
EN_2021, EN_2023 = "travel-policy-2021.md", "travel-policy-2023.md"
TODAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with pincite.open(settings=settings_for(tmp_path_factory.mktemp("versions"))) as library:
        kb = library.knowledge_base("terms")
        assert len(kb.add(SAMPLES / KO_2022, SAMPLES / EN_2021).ready) == 2
        kb.add(SAMPLES / KO_2024, supersedes=KO_2022)
        kb.add(SAMPLES / EN_2023, supersedes=EN_2021)
        questions = library._call(library._library.engine).questions
        questions._now = lambda: TODAY
        yield library


@pytest.fixture
def kb(library: Library) -> KnowledgeBase:
    return library.knowledge_base("terms", create=False)


def documents(answer: Answer) -> set[str]:
    return {source.document for source in answer.sources}


def test_the_days_come_from_the_files_and_from_what_supersedes_what(kb: KnowledgeBase) -> None:
    assert {record.filename: str(record.validity) for record in kb.documents()} == {
        KO_2022: "2022-01-01 – 2023-12-31",
        KO_2024: "2024-01-01 –",
        EN_2021: "2021-04-01 – 2023-06-30",
        EN_2023: "2023-07-01 –",
    }


@pytest.mark.parametrize(
    ("question", "as_of", "says"),
    [
        ("입원일당은 얼마인가요?", None, "5만원"),
        ("입원일당은 얼마인가요?", "2024-01-01", "5만원"),
        ("입원일당은 얼마인가요?", "2023-12-31", "3만원"),
        ("입원일당은 얼마인가요?", "2022-01-01", "3만원"),
        ("2023년 5월 당시 입원일당은 얼마인가요?", None, "3만원"),
        ("2023년 5월에 입원일당은 얼마였나요?", None, "3만원"),
        ("제5조 내용 알려줘", None, "180일"),
        ("제5조 내용 알려줘", "2022-06-01", "120일"),
        ("How much is the daily allowance for meals?", None, "55 dollars"),
        ("How much is the daily allowance for meals?", "2023-06-30", "40 dollars"),
        ("What was the daily allowance for meals in May 2022?", None, "40 dollars"),
        ("as of 1 March 2022, how much does the company pay for a hotel?", None, "120 dollars"),
        ("How much does the company pay for a hotel?", None, "180 dollars"),
    ],
)
def test_the_version_of_the_day_answers(
    kb: KnowledgeBase, question: str, as_of: str | None, says: str
) -> None:
    answer = kb.ask(question, as_of=as_of)
    assert says in answer.answer
    others = {"5만원": "3만원", "3만원": "5만원", "180일": "120일", "120일": "180일"}
    assert others.get(says, "\0") not in answer.answer
    assert answer.risk_level == "pass"
    # Not a passage of another version is found, neither by words nor as a neighbour.
    found = kb.search(question, as_of=as_of, top_k=50)
    assert not {KO_2022[:-3], KO_2024[:-3]} <= documents(found)


def test_the_day_of_a_fact_searches_what_is_in_force_today(kb: KnowledgeBase) -> None:
    found = kb.search("2023년 5월에 가입한 계약의 입원일당은 얼마인가요?")
    assert found.as_of == "2026-11-30"
    assert documents(found) <= {"늘봄 상해보험 약관 2024", "Business Travel Policy 2023"}


@pytest.mark.feature("VF-17")
def test_what_is_not_in_force_today_is_marked(kb: KnowledgeBase) -> None:
    old = kb.ask("입원일당은 얼마인가요?", as_of="2023-05-01")
    assert old.as_of == "2023-05-01"
    assert old.sources[0].location.startswith("늘봄 상해보험 약관 2022 (2022-01-01 – 2023-12-31), 제1장")
    assert not old.sources[0].in_force
    assert old.notices == (
        "현재 시행 중이 아닌 문서입니다: 늘봄 상해보험 약관 2022 (2022-01-01 – 2023-12-31)",
    )
    today = kb.ask("입원일당은 얼마인가요?")
    assert (today.as_of, today.notices) == ("2026-11-30", ())
    assert all(source.in_force for source in today.sources)
    body = old.to_json()["sources"][0]
    assert (body["effective_from"], body["effective_to"], body["in_force"]) == (
        "2022-01-01",
        "2023-12-31",
        False,
    )


@pytest.mark.feature("VF-17")
def test_what_is_not_in_force_is_marked_where_an_assistant_tells_no_sources(library: Library) -> None:
    assistants = library._library.assistants
    library._call(lambda: assistants.create("plain", profile=Profile(citations=False)))
    old = library.ask("입원일당은 얼마인가요?", bases=["terms"], as_of="2023-05-01", assistant="plain")
    assert "3만원" in old.answer and "<kb" not in old.answer
    assert old.notices == (
        "현재 시행 중이 아닌 문서입니다: 늘봄 상해보험 약관 2022 (2022-01-01 – 2023-12-31)",
    )


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("입원일당은 어떻게 바뀌었나요?", "3만원", "5만원"),
        ("제5조에서 무엇이 바뀌었나요?", "120일", "180일"),
        ("전동킥보드 사고의 보장은 어떻게 달라졌나요?", "보장하지 않습니다", "보장합니다"),
        ("무엇이 바뀌었나요?", "10영업일", "3영업일"),
    ],
)
def test_a_question_about_the_change_cites_both_with_their_days(
    kb: KnowledgeBase, question: str, old: str, new: str
) -> None:
    answer = kb.ask(question)
    head, _, *rows = answer.answer.splitlines()
    assert head.index("2022 (2022-01-01 – 2023-12-31)") < head.index("2024 (2024-01-01 –)")
    row = next(row for row in rows if old in row)
    assert row.index(old) < row.index(new, row.index(old) + len(old))
    cited = {chunk for citation in answer.citations for chunk in citation.supported_by_chunks}
    assert {source.document for source in answer.sources if source.chunk_id in cited} >= {
        "늘봄 상해보험 약관 2022",
        "늘봄 상해보험 약관 2024",
    }
    assert answer.risk_level == "pass"


def test_the_change_is_told_in_english_too(kb: KnowledgeBase) -> None:
    answer = kb.ask("What changed in the deadline for expense claims?")
    assert "within 30 days" in answer.answer
    assert "within 60 days" in answer.answer
    assert "(2021-04-01 – 2023-06-30)" in answer.answer
    assert answer.risk_level == "pass"


def test_what_did_not_change_is_said_to_be_the_same(kb: KnowledgeBase) -> None:
    answer = kb.ask("제6조에서 무엇이 바뀌었나요?")
    assert answer.answer.count("고의로 자신을 해친 때에는") == 2
    assert "찾은 문단은 비교한 문서에서 서로 같습니다." in answer.notices


def test_a_refusal_tells_of_the_version_that_answers(kb: KnowledgeBase) -> None:
    before = kb.ask("홈페이지에서 보험금을 청구할 수 있나요?", as_of="2023-01-01")
    assert before.is_refusal
    assert any("늘봄 상해보험 약관 2024 (2024-01-01 –)" in notice for notice in before.notices)
    never = kb.ask("피자 배달이 늦으면 얼마나 보상받나요?", as_of="2023-01-01")
    assert never.is_refusal
    assert never.notices == ()


def test_documents_that_are_named_answer_whatever_their_days(kb: KnowledgeBase) -> None:
    named = kb.ask("입원일당은 얼마인가요?", documents=[KO_2022])
    assert "3만원" in named.answer
    assert named.as_of is None
    both = kb.ask("입원일당은 얼마인가요?", documents=[KO_2022], as_of="2025-01-01")
    assert both.is_refusal


def test_scores_hardly_depend_on_the_versions_beside(kb: KnowledgeBase, library: Library) -> None:
    """Terms are counted over all versions, in the numerator and the denominator alike."""
    alone = library.knowledge_base("alone")
    alone.add(SAMPLES / KO_2024, SAMPLES / EN_2023)
    for question in ("입원일당은 얼마인가요?", "How much does the company pay for a hotel?"):
        beside, single = kb.search(question), alone.search(question)
        assert [source.place for source in beside.sources][:2] == [source.place for source in single.sources][
            :2
        ]
        assert beside.sources[0].rerank_score == pytest.approx(single.sources[0].rerank_score, abs=0.1)
    library.delete_base("alone")


def test_a_day_that_is_none_is_refused(kb: KnowledgeBase) -> None:
    with pytest.raises(InvalidInput, match="no day"):
        kb.ask("입원일당은 얼마인가요?", as_of="2023-02-30")


def test_the_older_version_answers_again_when_the_newer_one_goes(tmp_path: Path) -> None:
    for name in (KO_2022, KO_2024):
        shutil.copy(SAMPLES / name, tmp_path / name)
    with pincite.open(settings=settings_for(tmp_path / "library")) as library:
        kb = library.knowledge_base()
        kb.add(tmp_path / KO_2022)
        kb.add(tmp_path / KO_2024, supersedes=KO_2022)
        assert "5만원" in kb.ask("입원일당은 얼마인가요?").answer
        kb.remove(KO_2024)
        answer = kb.ask("입원일당은 얼마인가요?")
        assert "3만원" in answer.answer
        assert answer.notices == ()
        # Nothing superseded by a rewritten file of the same name: its own day moves with it.
        text = (tmp_path / KO_2022).read_text(encoding="utf-8").replace("2022-01-01", "2030-01-01")
        (tmp_path / KO_2022).write_text(text, encoding="utf-8")
        kb.add(tmp_path / KO_2022)
        assert kb.ask("입원일당은 얼마인가요?").is_refusal


A, B = "약관 A.md", "약관 B.md"


def terms(first: str, amount: str) -> str:
    return (
        f"---\n시행일: {first}\n---\n# 늘봄 상해보험 약관\n\n## 제1장 보험금\n\n### 제3조(입원일당)\n"
        f"회사는 피보험자가 상해로 입원한 때에 입원 1일마다 입원일당 {amount}원을 지급합니다.\n\n"
        "### 제4조(청구)\n보험수익자는 청구서와 진단서를 회사에 냅니다.\n"
    )


@pytest.fixture(scope="module")
def unlinked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Two editions that nobody linked, and two other papers of the same generic title."""
    folder = tmp_path_factory.mktemp("unlinked")
    texts = {
        A: terms("2022-01-01", "3만"),
        B: terms("2024-01-01", "7만"),
        "수하물.md": "---\n시행일: 2021-01-01\n---\n# 약관\n\n### 제3조(수하물)\n"
        "항공사는 수하물이 하루 넘게 늦어지면 생필품 값으로 10만원까지 갚습니다.\n",
        "대여.md": "---\n시행일: 2023-01-01\n---\n# 약관\n\n### 제3조(대여 기간)\n"
        "도서관은 책을 한 사람에게 다섯 권씩 14일 동안 빌려줍니다.\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pincite.open(settings=settings_for(folder / "library")) as library:
        kb = library.knowledge_base("terms")
        assert len(kb.add(*(folder / name for name in texts)).ready) == len(texts)
        questions = library._call(library._library.engine).questions
        questions._now = lambda: TODAY
        yield kb


@pytest.mark.parametrize(
    "question", ["입원일당이 어떻게 바뀌었나요?", "늘봄 상해보험 약관 제3조가 어떻게 바뀌었나요?"]
)
def test_editions_that_nobody_linked_are_both_cited_for_the_change(
    unlinked: KnowledgeBase, question: str
) -> None:
    answer = unlinked.ask(question)
    head, _, *rows = answer.answer.splitlines()
    assert head.index("(2022-01-01 –)") < head.index("(2024-01-01 –)")
    row = next(row for row in rows if "3만원" in row)
    assert row.index("3만원") < row.index("7만원")
    assert not any("모두 종료일 없이" in notice for notice in answer.notices)


def test_a_plain_question_says_that_another_edition_is_in_force_too(unlinked: KnowledgeBase) -> None:
    answer = unlinked.ask("입원일당은 얼마인가요?")
    assert "만원" in answer.answer
    assert answer.notices == (
        "같은 문서의 두 판이 모두 종료일 없이 시행 중이라 내용이 다를 수 있습니다: "
        "약관 A (2022-01-01 –), 약관 B (2024-01-01 –)",
    )
    before = unlinked.ask("입원일당은 얼마인가요?", as_of="2023-05-01")
    assert "3만원" in before.answer
    assert before.notices == ()


@pytest.mark.parametrize("question", ["책은 며칠 동안 빌려주나요?", "수하물이 늦어지면 얼마까지 갚나요?"])
def test_papers_that_share_no_more_than_a_generic_title_are_no_editions(
    unlinked: KnowledgeBase, question: str
) -> None:
    answer = unlinked.ask(question)
    assert not answer.is_refusal
    assert answer.notices == ()
    changed = unlinked.ask("책의 대여 기간이 어떻게 바뀌었나요?")
    assert "수하물" not in changed.answer


def test_a_file_uploaded_again_for_a_later_day_leaves_the_older_one_to_the_days_before(
    tmp_path: Path,
) -> None:
    file = tmp_path / "입원 특약.md"
    with pincite.open(settings=settings_for(tmp_path / "library")) as library:
        kb = library.knowledge_base()
        for first, amount in (("2022-01-01", "3만"), ("2024-01-01", "7만")):
            text = terms(first, amount).replace(f"시행일: {first}\n", "title: 입원 특약\n")
            file.write_text(text, encoding="utf-8")
            assert len(kb.add(file, effective_from=first).ready) == 1
        assert {record.filename: str(record.validity) for record in kb.documents()} == {
            "입원 특약 (2022-01-01).md": "2022-01-01 – 2023-12-31",
            "입원 특약.md": "2024-01-01 –",
        }
        question = "입원일당은 얼마인가요?"
        assert "3만원" in kb.ask(question, as_of="2023-05-01").answer
        today = kb.ask(question)
        assert "7만원" in today.answer
        assert "3만원" not in today.answer
        assert today.notices == ()
        kb.remove(file.name)
        assert "3만원" in kb.ask(question).answer
