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
from pincite.composing.templates import render, template
from pincite.core.errors import ConfigurationError
from pincite.core.types import Message, QueryType
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


def test_the_budget_leaves_room_for_answer_and_prompt() -> None:
    assert context_budget(8192, 2048, 500) == 8192 - 2048 - 500 - 256
    assert context_budget(512, 2048, 500) == 256


def test_a_cjk_character_counts_as_a_token() -> None:
    assert approximate_tokens("보험금") == 3
    assert approximate_tokens("abcdef") == 2
