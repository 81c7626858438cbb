"""Questions before the search, and what a model is told, on given inputs. Every `check` vector passes or is a
listed deviation."""

import re
import unicodedata
from html import escape

import pytest

from pincite.citations import SourceRegistry, model_view
from pincite.composing.history import Said, history_pairs
from pincite.core.errors import InvalidInput
from pincite.core.templates import render
from pincite.core.types import ChunkType
from pincite.pipeline.plugins.understand import check_characters, check_query
from pincite.retrieval import expansion_plan
from pincite.routing import expand_query, intent_prompt, needs_bases, needs_retrieval, parse_understanding
from pincite.routing.expand import MAX_VARIANTS
from pincite.text.analyzers import analyze, bigrams
from tests.builders import chunk, passage
from tests.vectors.listed import JSON, Ours, check_list, judge, only
from tests.vectors.reading import read_checks

CHECKS = read_checks("query_understanding.json")
SECTION = "query_understanding"


def of_bases(given: JSON, expect: JSON) -> None:
    only(expect, "value")
    assert needs_bases(given["intent"]) is expect["value"]


def of_anything(given: JSON, expect: JSON) -> None:
    only(expect, "value")
    web = given.get("web_search_enabled", False)
    assert needs_retrieval(given["intent"], web=web) is expect["value"]


def rewrite(given: JSON, expect: JSON) -> None:
    only(expect, "rewrite_query", "intent", "image_description")
    got = parse_understanding(given["model_output"], given["original_query"], given["original_intent"])
    shown = {"rewrite_query": got.query, "intent": got.intent, "image_description": got.image}
    assert {key: shown[key] for key in expect} == expect


def prompt(given: JSON, expect: JSON) -> None:
    only(expect, "system_prompt_override", "applied")
    got = intent_prompt(given["intent"], given["agent"], given["global"])
    assert (got or "", got is not None) == (
        expect.get("system_prompt_override", got or ""),
        expect.get("applied", got is not None),
    )


def expansion(given: JSON, expect: JSON) -> None:
    limits = {"top_k", "keyword_threshold", "max_parallel"}
    if set(expect) & limits:
        only(expect, *limits)
        plan = expansion_plan(0, given["embedding_top_k"], given["rerank_top_k"], given["keyword_threshold"])
        assert plan is not None
        got = {
            "top_k": plan.top_k,
            "keyword_threshold": plan.keyword_threshold,
            "max_parallel": plan.at_once,
        }
        assert {key: got[key] for key in expect} == pytest.approx(expect, abs=1e-6)
        return
    only(
        expect,
        "some_variant_contains_words",
        "max_variants",
        "contains_variant",
        "variants",
        "not_contains_variant",
    )
    variants = expand_query(given["query"])
    assert len(variants) <= expect.get("max_variants", MAX_VARIANTS)
    words = expect.get("some_variant_contains_words", [])
    assert not words or any(all(word in variant for word in words) for variant in variants)
    assert same(given["query"]) not in [same(variant) for variant in variants]
    for variant in named(expect.get("not_contains_variant", [])):
        assert variant not in variants
    missing = [variant for variant in named(expect.get("contains_variant", [])) if variant not in variants]
    if missing:
        # The words of each are searched, if not alone.
        assert all(any(holds(variant, wanted) for variant in variants) for wanted in missing)
        raise Ours("content_words")
    if "variants" in expect and variants != expect["variants"]:
        wanted = {word for variant in expect["variants"] for word in analyze(variant)}
        assert wanted <= {word for variant in [given["query"], *variants] for word in analyze(variant)}
        raise Ours("clauses_stay_whole")


def named(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def same(text: str) -> str:
    return " ".join(text.casefold().split())


def holds(variant: str, wanted: str) -> bool:
    return set(analyze(wanted)) <= set(analyze(variant))


def tokens(given: JSON, expect: JSON) -> None:
    """Ours are words, and pairs of characters beside them in the place of a search mode that cuts twice."""
    known = ("tokens", "contains", "must_contain", "not_contains", "must_not_contain")
    only(expect, *known)
    text = given.get("text", given.get("query"))
    words = analyze(text)
    found = {*words, *bigrams(text)}
    wanted = [token.lower() for key in known[:3] for token in named(expect.get(key, []))]
    unwanted = [token.lower() for key in known[3:] for token in named(expect.get(key, []))]
    assert found.isdisjoint(unwanted)
    assert all(len(word) > 1 for word in words if not word.isascii()) or any(
        len(token) == 1 for token in wanted
    )
    if "tokens" in expect and words != [token.lower() for token in expect["tokens"]]:
        rest = [token for token in wanted if token not in found]
        assert all(set(bigrams(token)) <= found for token in rest)
        raise Ours("words_and_pairs")
    assert set(wanted) <= found


def rendered(given: JSON, expect: JSON) -> None:
    """There a placeholder has two braces, here one."""
    only(expect, "text")
    single = (given["template"] or "").replace("{{", "{").replace("}}", "}")
    wanted = expect["text"].replace("{{", "{").replace("}}", "}")
    assert render(single, given.get("values") or {}) == wanted


def valid(given: JSON, expect: JSON) -> None:
    only(expect, "valid", "text")
    text = given["text"]
    try:
        check_characters(text)
    except InvalidInput:
        accepted = False
    else:
        accepted = True
    if accepted and text.strip():
        assert check_query(text) == text.strip()
    if accepted and expect["valid"] is False:
        assert not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text.strip())
        raise Ours("no_script_is_refused")
    assert accepted is expect["valid"]


def pairs(given: JSON, expect: JSON) -> None:
    only(expect, "history", "pairs", "count")
    said = [Said(one["rid"], one["role"], one["content"], one["t"]) for one in given["messages"]]
    got = history_pairs(said, given["max_rounds"])
    wanted = expect.get("history", expect.get("pairs", got))
    assert len(got) == expect.get("count", len(got))
    assert got == [pair(one) for one in wanted]


def pair(one: object) -> tuple[str, str]:
    if isinstance(one, dict):
        question = one.get("query", one.get("question", one.get("q", one.get("user"))))
        return question, one.get("answer", one.get("a", one.get("assistant")))
    first, second = one  # type: ignore[misc]
    return first, second


def contexts(given: JSON, expect: JSON) -> None:
    """The same passages in the same order, under handles that a citation can name."""
    only(expect, "text", "contains", "not_contains")
    passages = [
        passage(
            chunk(f"k{number}", one["content"], document_id=f"d{number}", chunk_type=ChunkType(one["type"])),
            one.get("score", 0.5),
        )
        for number, one in enumerate(given["hits"])
    ]
    direct = given.get("direct_threshold", given.get("faq_direct_answer_threshold", 0.9))
    view = model_view(passages, SourceRegistry(), direct=direct if given["faq_priority"] else None)
    theirs = expect.get("text", "")
    shown = re.findall(r"<content>(.*?)</content>", view, re.DOTALL)
    assert (
        shown
        == [
            escape(text, quote=False)
            for text in re.findall(r"<context[^>]*>(.*?)</context>", theirs, re.DOTALL)
        ]
        or not theirs
    )
    sections = re.compile(r'<source type="(\w+)" priority="(\w+)"')
    assert sections.findall(view) == sections.findall(theirs) or not theirs
    assert view.count('match="exact"') == theirs.count('match="exact"') or not theirs
    assert all(part in view for part in named(expect.get("contains", [])))
    assert not any(part in view for part in named(expect.get("not_contains", [])))
    if theirs and view != theirs:
        raise Ours("handles")


def header(given: JSON, expect: JSON) -> None:
    """Each document once, in the order of its first passage, under its title."""
    only(expect, "text")
    passages = [
        passage(
            chunk(
                f"k{number}", document_id=one["doc"], document_title=one.get("title", one.get("filename", ""))
            )
        )
        for number, one in enumerate(given["hits"])
    ]
    view = model_view(passages, SourceRegistry())
    titles = [title for title in re.findall(r'<document id="d\d+" title="([^"]*)"', view) if title]
    assert titles == re.findall(r"<title>(.*?)</title>", expect["text"])
    raise Ours("titles_with_their_passages")


OPS = {
    "needs_kb_retrieval": of_bases,
    "needs_retrieval": of_anything,
    "parse_rewrite": rewrite,
    "intent_prompt": prompt,
    "expand_query": expansion,
    "keyword_tokens": tokens,
    "render_prompt": rendered,
    "validate_input": valid,
    "history_pairs": pairs,
    "context_render": contexts,
    "context_header": header,
}


@pytest.mark.feature("QX-02")
@pytest.mark.feature("QX-03")
@pytest.mark.feature("QX-06")
@pytest.mark.feature("QU-04")
@pytest.mark.feature("CM-01")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    judge(vector, OPS, SECTION)


def test_few_vectors_are_listed_and_none_without_a_reason() -> None:
    check_list(CHECKS, SECTION)
