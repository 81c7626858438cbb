import threading

import pytest

from pincite.core.types import LexicalField
from pincite.text.analyzers import analyze, bigrams, fold, index_terms, query_terms

MORPHEMES, BIGRAMS = LexicalField.MORPHEMES, LexicalField.BIGRAMS


@pytest.mark.feature("HY-16")
def test_korean_particles_and_endings_do_not_hide_a_word() -> None:
    assert set(analyze("서울")) <= set(analyze("서울은 수도이다"))
    assert "지급" in analyze("보험금을 지급합니다")
    assert "지급" in analyze("지급하는 보험금")


def test_spacing_does_not_hide_a_compound() -> None:
    together, apart = bigrams("무면허운전"), bigrams("무면허 운전")
    assert together == apart == ["무면", "면허", "허운", "운전"]


def test_a_line_wrap_is_a_blank() -> None:
    assert bigrams("보험\n금") == ["보험", "험금"]


@pytest.mark.feature("QX-03")
def test_mixed_text_is_cut_at_script_changes() -> None:
    terms = analyze("知识库RAG检索")
    assert terms == ["知识库", "rag", "检索"]
    assert analyze("RAG如何配置PostgreSQL")[0] == "rag"
    assert "postgresql" in analyze("RAG如何配置PostgreSQL")


@pytest.mark.parametrize("text", ["阿拉伯語會隨地區而有不同的方言", "阿拉伯语会随地区而有不同的方言"])
def test_chinese_of_either_script_is_cut_into_words(text: str) -> None:
    terms = analyze(text)
    assert "方言" in terms
    assert "不同" in terms
    assert "的" not in terms


def test_english_inflections_meet_and_stop_words_go() -> None:
    assert analyze("The officials' running games") == analyze("official runs game")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("1,000만원", "1000"),
        ("Rule 12-2-18", "12-2-18"),
        ("버전 3.14", "3.14"),
        ("ISO-9001 인증", "iso-9001"),
        ("snake_case_name", "snake_case_name"),
        ("ＡＢＣ１２３", "abc123"),
    ],
)
def test_numbers_and_identifiers_stay_whole(text: str, term: str) -> None:
    assert term in analyze(text)


def test_other_alphabets_are_words_too() -> None:
    assert analyze("Привет мир") == ["привет", "мир"]
    assert bigrams("Ελλάδα 2024") == ["ελλάδα", "2024"]


def test_empty_text_has_no_terms() -> None:
    assert analyze(" \n") == []
    assert bigrams("") == []
    assert query_terms("") == {MORPHEMES: {}, BIGRAMS: {}}


def test_index_terms_hold_clauses_and_mentions_apart() -> None:
    terms = index_terms("제43조에 따라 지급합니다", ["article:44"])
    assert terms[MORPHEMES]["=article:44"] == 1
    assert terms[MORPHEMES]["article:43"] == 1
    assert "=article:43" not in terms[MORPHEMES]
    assert terms[BIGRAMS]["지급"] == 1


def test_stored_morphemes_give_the_same_terms() -> None:
    text = "연차 유급휴가는 15일이다. 연차는 매년 준다."
    stored = index_terms(text, [], morphemes=" ".join(analyze(text)))
    assert stored == index_terms(text, [])
    assert stored[MORPHEMES]["연차"] == 2


@pytest.mark.parametrize(
    ("question", "kept", "dropped"),
    [
        ("연차 유급휴가는 며칠인가요?", {"연차", "유급", "휴가"}, {"며칠"}),
        ("What is the hip-drop tackle?", {"hip-drop", "tackl"}, {"what", "is", "the"}),
        ("什么是不可抗力？", {"不可抗力"}, {"什么", "是"}),
    ],
)
def test_words_of_asking_do_not_search(question: str, kept: set[str], dropped: set[str]) -> None:
    terms = query_terms(question)
    assert kept <= set(terms[MORPHEMES])
    assert not dropped & {*terms[MORPHEMES], *terms[BIGRAMS]}


def test_bigrams_of_a_question_come_from_its_content() -> None:
    assert set(query_terms("연차 유급휴가는 며칠인가요?")[BIGRAMS]) == {
        "연차",
        "차유",
        "유급",
        "급휴",
        "휴가",
    }


def test_a_question_of_words_of_asking_alone_keeps_them() -> None:
    assert query_terms("뭐예요?")[BIGRAMS]


def test_a_named_clause_is_a_term_of_the_question() -> None:
    assert query_terms("민법 제145조를 알려주세요")[MORPHEMES]["article:145"] == 1


def test_folding_makes_width_and_case_equal() -> None:
    assert fold("ﬁle ＡＢＣ") == "file abc"


def test_threads_agree() -> None:
    text = "보험금은 청구일부터 3일 이내에 지급합니다. Payments follow within three days."
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(analyze(text))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [analyze(text)] * 8
