from datetime import UTC, datetime

import pytest

from pincite.composing import (
    answer_messages,
    approximate_tokens,
    context_budget,
    fallback_messages,
    fit_passages,
    rewrite_messages,
)
from pincite.composing.budget import beginning
from pincite.composing.messages import intent_messages
from pincite.composing.prompts import BUILT_IN
from pincite.composing.templates import LANGUAGE_NAMES, render, template
from pincite.core.errors import ConfigurationError
from pincite.core.types import MatchType, Message, Passage, QueryType
from tests.builders import chunk, passage

NOW = datetime(2026, 11, 29, 9, 30, tzinfo=UTC)


@pytest.mark.feature("PT-02", "PT-03")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
@pytest.mark.parametrize("query_type", list(QueryType))
def test_each_question_type_has_its_prompt_with_the_common_rules(
    language: str, query_type: QueryType
) -> None:
    messages = answer_messages(
        query="Q",
        query_type=query_type,
        language=language,
        contexts="<search_results/>",
        protocol="PROTOCOL",
        now=NOW,
    )
    system, user = messages[0].content, messages[-1].content
    only = {"ko": "문맥만 참고", "en": "Use only the context", "zh": "仅参考"}[language]
    assert only in system and system.endswith("PROTOCOL")
    assert "{" not in system
    assert "<search_results/>" in user and "Q" in user and "2026-11-29T09:30" in user
    assert len({template("answer", one.value, language) for one in QueryType}) == len(QueryType)


@pytest.mark.feature("GN-02")
def test_history_stands_between_system_and_question() -> None:
    history = [Message("user", "before"), Message("assistant", "answered")]
    messages = answer_messages(
        query="now",
        query_type=QueryType.SIMPLE_FACT,
        language="en",
        contexts="",
        protocol="",
        now=NOW,
        history=history,
    )
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]


@pytest.mark.feature("PT-05")
def test_braces_inside_values_are_not_rendered_again() -> None:
    assert (
        render("{query}|{contexts}|{unknown}", {"query": "{contexts}", "contexts": "C"})
        == "{contexts}|C|{unknown}"
    )


@pytest.mark.feature("PT-01")
def test_an_unknown_template_names_its_file() -> None:
    with pytest.raises(ConfigurationError, match=r"answer\.yaml"):
        template("answer", "no_such", "en")


def test_rewrite_and_fallback_carry_the_question() -> None:
    assert "다시 살리다" in rewrite_messages("다시 살리다", "ko")[0].content
    assert fallback_messages("why", "fr")[-1].content == "why"


@pytest.mark.feature("CM-09")
def test_whole_passages_fit_the_budget_and_the_best_always_stays() -> None:
    passages = [passage(chunk(str(index), "가" * 100)) for index in range(6)]
    kept = fit_passages(passages, 300, approximate_tokens)
    assert kept == passages[:2]
    assert fit_passages(passages, 10, approximate_tokens) == passages[:1]
    assert all(len(one.text) == 100 for one in kept)


@pytest.mark.feature("WF-04")
def test_pages_of_the_web_are_cut_so_that_others_are_heard() -> None:
    def page(number: int) -> Passage:
        return passage(chunk(f"https://{number}", "A sentence of the page. " * 200), match_type=MatchType.WEB)

    own = passage(chunk("own", "Our clause. " * 20))
    kept = fit_passages([page(1), page(2), own], 800, approximate_tokens)
    first, second, last = (approximate_tokens(one.text) for one in kept)
    assert 300 < first <= 400
    assert 128 <= second < first
    assert last == approximate_tokens(own.text)
    assert all(one.text.endswith("page.") for one in kept[:2])
    (alone,) = fit_passages([page(1)], 800, approximate_tokens)
    assert 600 < approximate_tokens(alone.text) <= 800
    assert len(fit_passages([own, page(1)], approximate_tokens(own.text) + 60, approximate_tokens)) == 1
    assert fit_passages([page(1)], 100_000, approximate_tokens) == [page(1)]


def test_a_text_without_the_end_of_a_sentence_is_cut_where_the_room_ends() -> None:
    assert beginning("가" * 100, 30, approximate_tokens) == "가" * 30
    assert beginning("짧다.", 30, approximate_tokens) == "짧다."


def test_the_budget_leaves_room_for_answer_and_prompt() -> None:
    assert context_budget(8192, 2048, 500) == 8192 - 2048 - 500 - 256
    assert context_budget(512, 2048, 500) == 256


def test_a_cjk_character_counts_as_a_token() -> None:
    assert approximate_tokens("보험금") == 3
    assert approximate_tokens("abcdef") == 2


@pytest.mark.feature("CM-02", "QU-08")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
def test_a_greeting_is_answered_by_its_own_prompt_and_knows_the_time(language: str) -> None:
    system, question = intent_messages("greeting", "hello", language, NOW)
    assert system.content == render(
        BUILT_IN.text("intents", "greeting", language),
        {"language": LANGUAGE_NAMES[language], "current_time": "x"},
    )
    assert NOW.isoformat(timespec="minutes") in question.content
    assert "hello" in question.content
    assert "{" not in question.content
