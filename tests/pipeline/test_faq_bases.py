"""An FAQ base beside a base of documents, through the real library (rows FAQ-05 to FAQ-13)."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite.blocking import Library
from tests.libraries import KOREAN, settings_for

PHRASES = [
    "환불은 언제까지 되나요?",
    "환불 기한이 어떻게 되나요?",
    "환불받을 수 있는 기간은요?",
    "며칠 안에 환불해야 하나요?",
    "구매 후 환불 기간은 얼마인가요?",
    "환불 신청은 며칠까지인가요?",
    "환불 가능 기간을 알려 주세요",
    "환불 마감은 언제예요?",
]
ENTRIES = [
    (
        "환불은 언제까지 되나요?",
        "구매한 날부터 7일 이내에 환불합니다.",
        PHRASES[1:],
        ["환불 수수료는 얼마인가요?"],
    ),
    ("환불 수수료는 얼마인가요?", "환불 수수료는 3,000원입니다.", ["환불할 때 수수료가 있나요?"], []),
    ("환불은 어디로 받나요?", "결제한 카드로 돌려 드립니다.", ["환불 계좌를 바꿀 수 있나요?"], []),
    (
        "How do I reset my password?",
        "Open the sign-in page and choose Forgot password.",
        ["I lost my password"],
        [],
    ),
    ("如何修改收货地址？", "在订单页面点击修改地址。", ["收货地址怎么改"], ["如何删除收货地址"]),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("faq")
    document = directory / "약관.md"
    document.write_text(KOREAN, encoding="utf-8")
    with pincite.open(settings=settings_for(directory / "library")) as library:
        library.knowledge_base("terms").add(document)
        # Named so that the base of documents is the first of both.
        library.create_base("zz faq", kind="faq", faq={"question_mode": "separate"})
        faq = library.knowledge_base("zz faq").faq
        for question, answer, similar, negative in ENTRIES:
            faq.add(question, answer, similar=similar, negative=negative)
    return directory / "library"


@pytest.fixture(scope="module")
def library(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Of both bases, for who only asks."""
    copy = tmp_path_factory.mktemp("asked") / "library"
    shutil.copytree(made, copy)
    with pincite.open(settings=settings_for(copy)) as opened:
        yield opened


def entries(answer: pincite.Answer) -> list[str]:
    return [source.content for source in answer.sources if source.chunk_type == "faq"]


@pytest.mark.feature("FAQ-05")
@pytest.mark.feature("FAQ-12")
def test_an_entry_is_found_by_words_and_by_meaning_and_shows_its_answers(library: Library) -> None:
    first = library.retrieve("환불 수수료").sources[0]
    assert first.chunk_type == "faq"
    assert first.match_type == "hybrid"
    assert first.content == "Q: 환불 수수료는 얼마인가요?\nAnswer:\n- 환불 수수료는 3,000원입니다."


@pytest.mark.feature("FAQ-11")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("환불은 언제까지 되나요?", "구매한 날부터 7일 이내에 환불합니다."),
        ("환불은  언제까지 되나요", "구매한 날부터 7일 이내에 환불합니다."),
        ("I lost my password!", "Open the sign-in page and choose Forgot password."),
        ("收货地址怎么改？", "在订单页面点击修改地址。"),
    ],
)
def test_who_asks_the_question_of_an_entry_gets_its_answer(
    library: Library, question: str, answer: str
) -> None:
    given = library.ask(question)
    assert not given.is_refusal
    assert given.answer.startswith(answer)
    best = max(given.sources, key=lambda source: source.score)
    assert best.chunk_type == "faq"
    assert best.score >= 0.9


@pytest.mark.feature("FAQ-08")
@pytest.mark.parametrize(
    "question",
    [
        "환불 수수료는 얼마인가요?",
        "환불 수수료는 얼마인가요",
        "환불수수료는 얼마인가요？",
        " 환불 수수료는 얼마인가요?! ",
    ],
)
@pytest.mark.parametrize("bases", [(), ("terms", "zz faq"), ("zz faq", "terms"), ("zz faq",)])
def test_an_entry_never_answers_what_it_must_not(
    library: Library, question: str, bases: tuple[str, ...]
) -> None:
    answer = library.ask(question, bases=bases)
    assert "3,000원" in answer.answer
    found = entries(library.retrieve(question, bases=bases, top_k=50))
    assert found
    assert not any("7일 이내" in content for content in found)


@pytest.mark.feature("FAQ-08")
def test_a_chinese_question_with_a_mark_at_its_end_is_negative_too(library: Library) -> None:
    for question in ("如何删除收货地址", "如何删除收货地址？", "如何刪除收貨地址?"):
        assert not any("修改地址" in content for content in entries(library.retrieve(question, top_k=50)))
    assert any("修改地址" in content for content in entries(library.retrieve("如何修改收货地址", top_k=50)))


@pytest.mark.feature("FAQ-06")
@pytest.mark.feature("FAQ-07")
def test_an_entry_of_many_questions_leaves_room_for_the_others(made: Path, tmp_path: Path) -> None:
    """With one result asked for, three points a leg are pulled, and eight are of the same entry."""
    shutil.copytree(made, tmp_path / "library")
    retrieval = {"top_k": 1, "rerank_top_k": 8}
    with pincite.open(settings=settings_for(tmp_path / "library", retrieval=retrieval)) as library:
        found = library.retrieve("환불은 언제까지 되나요?", bases=["zz faq"], top_k=3)
    assert len(entries(found)) == 3
    assert len(set(entries(found))) == 3
    assert all(0 <= source.base_score <= 1 for source in found.sources)
    assert [source.score for source in found.sources] == sorted(
        (source.score for source in found.sources), reverse=True
    )


@pytest.mark.feature("FAQ-09")
def test_the_score_of_an_entry_is_raised_and_says_so(made: Path, library: Library, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "library")
    question = "환불 수수료 얼마"
    plain = {"faq_boost": 1.0}
    with pincite.open(settings=settings_for(tmp_path / "library", ranking=plain)) as opened:
        before = opened.retrieve(question).sources
    after = library.retrieve(question).sources
    raised = {source.chunk_id: source for source in after}
    for source in before:
        factor = 1.2 if source.chunk_type == "faq" else 1.0
        if source.chunk_id in raised:
            assert raised[source.chunk_id].score == pytest.approx(min(1.0, source.score * factor))
            assert raised[source.chunk_id].boosted is (source.chunk_type == "faq")
        assert not source.boosted
    assert all(source.to_json()["boosted"] is (source.chunk_type == "faq") for source in after)


@pytest.mark.feature("FAQ-13")
def test_an_entry_has_the_first_handle(library: Library) -> None:
    answer = library.ask("보험금은 며칠 이내에 지급하나요?")
    assert not answer.is_refusal
    handles = {source.handle: source.chunk_type for source in answer.sources}
    firsts = [handles[f"c{number}"] for number in range(1, len(handles) + 1)]
    assert firsts == sorted(firsts, key=lambda kind: kind != "faq")


def test_a_question_of_the_documents_is_answered_from_them(library: Library) -> None:
    answer = library.ask("회사는 서류를 받은 날부터 며칠 이내에 보험금을 지급하나요?")
    assert not answer.is_refusal
    assert "3영업일" in answer.answer
