"""Reranking and merging on given inputs. Every `check` vector passes or is a listed deviation."""

from dataclasses import replace
from itertools import pairwise
from math import exp
from typing import Any

import pytest

from pincite.core.settings import GateSettings, RankingSettings
from pincite.core.types import Chunk, ChunkType, GateDecision, Hit, MatchType, Passage
from pincite.grading import Thresholds, grade
from pincite.merging import merge_hits, order, parent_text
from pincite.merging.history import KEPT_SCORE, LEAST_SHARE, held_share, with_history
from pincite.merging.pictures import with_pictures
from pincite.ranking import above_threshold, boosted, composite_score, mmr
from pincite.ranking.composite import source_score
from pincite.ranking.passages import clean_passage, enrich_passage
from pincite.ranking.thresholds import FALLBACK_SCORE
from pincite.text.analyzers import analyze
from pincite.text.images import ImageInfo
from pincite.text.similarity import jaccard
from tests.builders import chunk, hit, passage
from tests.vectors.forms import expand
from tests.vectors.listed import JSON, Ours, check_list, judge, only
from tests.vectors.reading import read_checks

CHECKS = read_checks("rerank_merge.json")
SECTION = "rerank_merge"
RANKING = RankingSettings()
SIZES: dict[str, Any] = {"short_passage": 350, "grown_passage": 850, "near_duplicate": 0.85}


def close(got: float, wanted: float) -> None:
    assert got == pytest.approx(wanted, abs=1e-6)


def cleaned(given: JSON, expect: JSON) -> None:
    only(expect, "text")
    got = clean_passage(given["text"])
    if got == expect["text"]:
        return
    if LOST(given["text"], got, expect["text"]):
        raise Ours("no_text_is_lost")
    assert got == expect["text"]


def LOST(text: str, ours: str, theirs: str) -> bool:
    """Ours holds all words of theirs, and more of the text."""
    kept, wanted = letters(ours), letters(theirs)
    return len(kept) > len(wanted) and subsequence(wanted, kept) and subsequence(kept, letters(text))


def letters(text: str) -> str:
    return "".join(text.split())


def subsequence(short: str, long: str) -> bool:
    rest = iter(long)
    return all(letter in rest for letter in short)


def enriched(given: JSON, expect: JSON) -> None:
    only(expect, "text")
    infos = [ImageInfo(**{"url": "u", **info}) for info in given.get("image_info") or ()]
    shown = [text for info in infos for text in (info.caption, info.ocr_text)]
    text = enrich_passage(clean_passage(given["content"]), shown, given.get("questions") or ())
    assert text == expect["text"]


def threshold(given: JSON, expect: JSON) -> None:
    """The threshold cuts and the gate decides whether there is evidence, both on one call."""
    only(expect, "kept", "model_calls", "search_nothing")
    scores = given["scores_desc"]
    explicit = given.get("explicit_scope", False)
    logits = any(not 0 <= score <= 1 for score in scores)
    if logits:  # adapters make probabilities of them
        scores = [1 / (1 + exp(-score)) for score in scores]
    kept = above_threshold(scores, given["threshold"], explicit_scope=explicit)
    got = {"kept": kept, "model_calls": 1, "search_nothing": not kept}
    if {key: got[key] for key in expect} != expect:
        if logits:
            raise Ours("adapters_give_probabilities")
        rest = {key: value for key, value in expect.items() if key != "model_calls"}
        if {key: got[key] for key in rest} == rest and expect["model_calls"] > 1:
            raise Ours("one_call")
    assert {key: got[key] for key in expect} == expect
    # Whatever the threshold leaves, the gate alone says "nothing found".
    lines = Thresholds.from_settings(GateSettings())
    decision = grade(max(scores, default=None), lines.max_retries, lines, explicit_scope=explicit)
    assert not (expect.get("search_nothing") and decision is GateDecision.PASS)


def composite(given: JSON, expect: JSON) -> None:
    only(expect, "score")
    source = MatchType.WEB if given["source"] == "web_search" else MatchType.HYBRID
    close(composite_score(given["model"], given["base"], source_score(source), RANKING), expect["score"])


def scored(kind: str, score: float, id_: str = "c-1", **changes: Any) -> Hit:
    return hit(chunk(id_, id_, chunk_type=ChunkType(kind), **changes), score)


def faq_boost(given: JSON, expect: JSON) -> None:
    only(expect, "score", "faq_boosted", "boosted")
    settings = RankingSettings(faq_priority=given["enabled"], faq_boost=given["boost"])
    (got,) = boosted([scored(given["chunk_type"], given["score"])], settings, wiki=False)
    close(got.score, expect["score"])
    wanted = expect.get("faq_boosted", expect.get("boosted", got.boosted))
    assert got.boosted is wanted


def diversity(given: JSON, expect: JSON) -> None:
    only(expect, "order", "ids")
    items = given["items"]
    chosen = mmr(
        [item["score"] for item in items],
        [item["tokens"] for item in items],
        given["k"],
        given.get("lambda", RANKING.mmr_lambda),
    )
    got = [items[place]["id"] for place in chosen]
    wanted = expect.get("order", expect.get("ids"))
    if given["k"] == 0 and wanted and got == []:
        raise Ours("zero_is_zero")
    assert got == wanted


def wiki_boost(given: JSON, expect: JSON) -> None:
    only(expect, "order", "scores")
    hits = [scored(kind, score, id_) for id_, score, kind in given["hits"]]
    got = boosted(hits, RankingSettings(), wiki=given["wiki_target"])
    # Where no boost changes anything, the order is as it was.
    ids = [one.chunk.id for one in got]
    scores = {one.chunk.id: one.score for one in got}
    wanted = {id_: min(1.0, score) for id_, score in expect.get("scores", {}).items()}
    assert {id_: scores[id_] for id_ in wanted} == pytest.approx(wanted, abs=1e-6)
    if any(score > 1 for score in expect.get("scores", {}).values()):
        raise Ours("no_score_above_one")
    assert ids == expect.get("order", ids)


def top_k(given: JSON, expect: JSON) -> None:
    only(expect, "ids")
    passages = [
        passage(
            chunk(one["id"], document_id=one["doc"], chunk_type=ChunkType(one["type"]), seq=one["index"]),
            one["score"],
        )
        for one in given["hits"]
    ]
    ids = [one.chunk.id for one in sorted(passages, key=order)]
    if given["top_k"] <= 0:
        assert ids == expect["ids"], "the order is the same"
        raise Ours("zero_is_zero")
    assert ids[: given["top_k"]] == expect["ids"]


def cut(one: JSON, **changes: Any) -> Chunk:
    content = expand(one.get("content", one["id"]))
    start = one.get("start", 0)
    kinds = {"summary": ChunkType.TABLE_SUMMARY}
    kind = one.get("type", "text")
    return chunk(
        one["id"],
        content,
        **{
            "document_id": one.get("doc", "doc"),
            "version_id": one.get("doc", "doc"),
            "chunk_type": kinds.get(kind) or ChunkType(kind),
            "seq": one.get("chunk_index", 0),
            "start": start,
            "end": one.get("end", start + len(content)),
            "edited": bool(one.get("revision")),
            **changes,
        },
    )


def merged(hits: list[JSON], **changes: Any) -> list[Passage]:
    found = [hit(cut(one, **changes), one.get("score", 0.5)) for one in hits]
    return merge_hits(found, {}, **SIZES)


def group(given: JSON, expect: JSON) -> None:
    only(expect, "count", "content", "contains", "not_contains", "start", "end", "merged_ids", "ids", "score")
    hits = given["hits"]
    if not given.get("same_document_and_type", True):
        hits = [{"doc": f"d{number}", **one} for number, one in enumerate(hits)]
    passages = merged(hits)
    problems = group_problems(passages, expect)
    if problems and far_apart(given["hits"]):
        text = passages[0].text
        assert len(passages) == 1
        assert all(expand(one["content"]) in text for one in given["hits"])
        raise Ours("numbers_decide_adjacency")
    assert problems == []


def far_apart(hits: list[JSON]) -> bool:
    """Consecutive numbers, and a gap between their offsets: our chunks leave out nothing but blanks."""
    pairs = pairwise(hits)
    return any(b["chunk_index"] == a["chunk_index"] + 1 and b["start"] > a["end"] for a, b in pairs)


def group_problems(passages: list[Passage], expect: JSON) -> list[str]:
    best = passages[0]
    lead = min(best.members, key=lambda member: member.seq)
    others = [member.id for member in best.members if member.id != lead.id]
    got: JSON = {
        "count": len(passages),
        "content": best.text,
        "start": lead.start,
        "end": max(member.end for member in best.members),
        "merged_ids": others,
        "ids": [one.chunk.id for one in passages],
        "score": best.score,
    }
    wanted = {key: value for key, value in expect.items() if key in got}
    if "content" in wanted:
        wanted["content"] = expand(wanted["content"])
    problems = [f"{key}: {got[key]!r}" for key, value in wanted.items() if got[key] != value]
    text = "\n".join(one.text for one in passages)
    problems += [f"without {part}" for part in expect.get("contains", ()) if expand(part) not in text]
    return problems + [f"with {part}" for part in expect.get("not_contains", ()) if expand(part) in text]


def merge_order(given: JSON, expect: JSON) -> None:
    only(expect, "ids", "scores")
    passages = merged(given["hits"])
    # A merged passage is named by its first chunk there, by its best one here.
    ids = [min(one.members, key=lambda member: member.seq).id for one in passages]
    assert ids == expect["ids"]
    assert [one.score for one in passages] == pytest.approx(
        expect.get("scores", [one.score for one in passages])
    )


def parent(given: JSON, expect: JSON) -> None:
    """A child that was edited stands for its part of the parent: what was written over does not come back,
    and what no child holds any more neither."""
    only(expect, "contains", "not_contains", "text")
    whole = chunk("p", given["parent"], chunk_type=ChunkType.PARENT_TEXT)
    edited = given["child"] not in given["parent"]
    start = 0 if edited else given["parent"].index(given["child"])
    child = chunk("c", given["child"], parent_id="p", start=start, edited=edited)
    child = replace(child, end=start + len(given["child"]))
    # Of a child as it was cut, the rest of the parent is its siblings.
    rest = [] if edited else [(0, start), (child.end, len(given["parent"]))]
    siblings = [
        chunk(f"s{at}", given["parent"][at:end], parent_id="p", start=at) for at, end in rest if at < end
    ]
    text = parent_text(whole, sorted([child, *siblings], key=lambda one: one.start))
    pictures = {
        "c": [
            chunk(f"i{n}", url, chunk_type=ChunkType.IMAGE_CAPTION, parent_id="c", details={"image": url})
            for n, url in enumerate(given.get("child_images") or ())
        ]
    }
    shown = with_pictures(passage(child, text=text, members=(child,)), pictures, {"c"}).text
    missing = [part for part in expect.get("contains", ()) if part not in shown]
    present = [part for part in expect.get("not_contains", ()) if part in shown]
    if missing and edited:
        assert given["child"] in shown
        assert present == []
        raise Ours("edited_children_stand_for_the_parent")
    assert (missing, present) == ([], [])
    assert shown == expect.get("text", shown)


def neighbours(given: JSON, expect: JSON) -> None:
    only(expect, "content", "contains", "not_contains", "length_at_most", "length_at_least")
    texts = [(name, expand(given[name])) for name in ("prev", "base", "next") if given.get(name)]
    around, at = [], 0
    for seq, (name, text) in enumerate(texts):
        edited = "edited" in text
        around.append(chunk(name, text, seq=seq, start=at, edited=edited))
        at += len(text)
    base = next(one for one in around if one.id == "base")
    (grown,) = merge_hits([hit(base)], {"base": around}, **SIZES)
    if "content" in expect:
        assert grown.text == expand(expect["content"])
    assert all(expand(part) in grown.text for part in expect.get("contains", ()))
    assert not any(expand(part) in grown.text for part in expect.get("not_contains", ()))
    assert len(grown.text) <= expect.get("length_at_most", len(grown.text))
    assert len(grown.text) >= expect.get("length_at_least", 0)


def history(given: JSON, expect: JSON) -> None:
    only(expect, "injected")
    before = [
        hit(chunk(one["id"], one["content"], document_title=""), one["score"]) for one in given["history"]
    ]
    current = [hit(chunk(id_, id_)) for id_ in given.get("current_ids", ())]
    added = with_history(current, before, given["query"])[len(current) :]
    got = {one.chunk.id: one.score for one in added}
    wanted = {one["id"]: one["score"] for one in expect["injected"]}
    terms = frozenset(analyze(given["query"]))
    shares = {one.chunk.id: held_share(terms, one) for one in before}
    assert all(shares[id_] >= LEAST_SHARE for id_ in got)
    assert {id_: got[id_] for id_ in wanted} == pytest.approx(wanted), "what they inject, we do"
    for one in expect["injected"]:
        text = next(other["content"] for other in given["history"] if other["id"] == one["id"])
        close(jaccard(analyze(given["query"]), analyze(text)), one.get("similarity", 0.0))
    assert all(
        score == pytest.approx(KEPT_SCORE * next(o["score"] for o in given["history"] if o["id"] == id_))
        for id_, score in got.items()
    )
    if set(got) != set(wanted):
        raise Ours("share_of_the_question")


def overlaps(given: JSON, expect: JSON) -> None:
    only(expect, "ids")
    found = [
        hit(cut(one, document_id=f"d{number}", version_id=f"v{number}"), one["score"])
        for number, one in enumerate(given["hits"])
    ]
    passages = merge_hits(found, {}, **SIZES)
    assert sorted(one.chunk.id for one in passages) == sorted(expect["ids"])


OPS = {
    "clean_passage": cleaned,
    "enrich_passage": enriched,
    "threshold": threshold,
    "composite_score": composite,
    "faq_boost": faq_boost,
    "mmr": diversity,
    "wiki_boost": wiki_boost,
    "filter_top_k": top_k,
    "merge_group": group,
    "merge_order": merge_order,
    "parent_resolve": parent,
    "expand_neighbours": neighbours,
    "history_inject": history,
    "partial_overlap": overlaps,
}


@pytest.mark.feature("RR-01")
@pytest.mark.feature("RR-03")
@pytest.mark.feature("RR-05")
@pytest.mark.feature("RR-08")
@pytest.mark.feature("RR-10")
@pytest.mark.feature("RR-13")
@pytest.mark.feature("FAQ-09")
@pytest.mark.feature("TK-01")
@pytest.mark.feature("MG-06")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    judge(vector, OPS, SECTION)


def test_few_vectors_are_listed_and_none_without_a_reason() -> None:
    check_list(CHECKS, SECTION)


def test_facts() -> None:
    """The fact vectors rerank_merge-036 and 080."""
    assert FALLBACK_SCORE == 0.15
    assert above_threshold([0.01], 0.3, explicit_scope=True) == [0]
    assert (SIZES["short_passage"], SIZES["grown_passage"]) == (350, 850)
