"""Handles, citations and streams on given inputs. Every `check` vector passes or is a listed deviation."""

from typing import Any

import pytest

from pincite.citations import SourceRegistry, StreamExpander, decode_arguments, expand_references, model_view
from pincite.citations.tables import HandleTable
from pincite.core.types import MatchType, Passage
from tests.builders import chunk, passage
from tests.vectors.listed import JSON, Ours, check_list, judge, only
from tests.vectors.reading import read_checks

CHECKS = read_checks("references_stream.json")
SECTION = "references_stream"


def source(one: JSON) -> Passage:
    made = chunk(one["chunk_id"], document_title=one.get("title", ""), base_id=one.get("kb_id", ""))
    return passage(made)


def take(registry: SourceRegistry, step: JSON, *, citations: bool) -> str:
    match step["op"]:
        case "register_chunk":
            handle = registry.named(registry.chunks, step["chunk_id"])
            new = handle not in ("", step["chunk_id"])
            return registry.register(source(step)) if new else handle
        case "register_document":
            return registry.named(registry.documents, step["id"])
        case "register_kb":
            return registry.named(registry.bases, step["id"])
        case "register_web":
            return registry.register_page(step["url"], step.get("title", ""))
        case "expand":
            return expand_references(step["text"], registry, citations=citations)
        case "encode" | "encode_message":
            return registry.encode(step["text"])
    raise AssertionError(f"no adapter for the step {step['op']}")


def session_of(given: JSON) -> tuple[SourceRegistry, list[str]]:
    registry = SourceRegistry()
    citations = given.get("citations_enabled", True)
    return registry, [take(registry, step, citations=citations) for step in given.get("steps", ())]


def session(given: JSON, expect: JSON) -> None:
    only(expect, "results", "last")
    results = session_of(given)[1]
    assert results == expect.get("results", results)
    assert results[-1] == expect.get("last", results[-1])


def stream(given: JSON, expect: JSON) -> None:
    only(expect, "outputs", "flush", "joined")
    expander = StreamExpander(session_of(given)[0], citations=given.get("citations_enabled", True))
    outputs = [expander.feed(piece) for piece in given["feeds"]]
    check_stream(outputs, expander.flush(), expect)


def resource_stream(given: JSON, expect: JSON) -> None:
    only(expect, "outputs", "flush", "joined")
    decoder = session_of(given)[0].resources.decoder()
    outputs = [decoder.feed(piece) for piece in given["feeds"]]
    check_stream(outputs, decoder.flush(), expect)


def check_stream(outputs: list[str], flush: str, expect: JSON) -> None:
    joined = "".join(outputs) + flush
    assert joined == expect.get("joined", "".join(expect.get("outputs", [joined])) + expect.get("flush", ""))
    if "outputs" in expect and (outputs, flush) != (expect["outputs"], expect["flush"]):
        # The same text; theirs is at most a handle earlier.
        assert given_away(outputs, expect["outputs"])
        raise Ours("a_handle_may_begin")


def given_away(ours: list[str], theirs: list[str]) -> bool:
    told, wanted = "", ""
    for mine, other in zip(ours, theirs, strict=True):
        told, wanted = told + mine, wanted + other
        if not wanted.startswith(told):
            return False
    return True


def resource_text(given: JSON, expect: JSON) -> None:
    only(expect, "encoded", "decoded")
    resources = SourceRegistry().resources
    encoded = resources.encode(given["encode"])
    assert encoded == expect["encoded"]
    decoded = resources.decode(encoded)
    assert decoded == expect.get("decoded", given["encode"])


def orphans(given: JSON, expect: JSON) -> None:
    only(expect, "orphans")
    resources = session_of(given)[0].resources
    assert [resources.orphans(text) for text in given["decoded"]] == expect["orphans"]


def output(given: JSON, expect: JSON) -> None:
    only(expect, "text")
    assert expand_references(given["text"], session_of(given)[0]) == expect["text"]


def tool_args(given: JSON, expect: JSON) -> None:
    only(expect, "arguments", "unresolved", "status")
    decoded = decode_arguments(given["tool"], given["arguments"], session_of(given)[0])
    got: JSON = {
        "arguments": decoded.arguments,
        "unresolved": list(decoded.unresolved),
        "status": decoded.status,
    }
    assert {key: got[key] for key in expect} == expect


def handle_table(given: JSON, expect: JSON) -> None:
    only(expect, "handles", "text")
    table = HandleTable("c", 3, 0) if "prefix" not in given else HandleTable(given["prefix"])
    handles = [table.add(identity) for identity in given["register"]]
    assert handles == expect.get("handles", handles)
    if "text" in expect:
        assert table.decode(given["decode"]) == expect["text"]


def view(given: JSON, expect: JSON) -> None:
    only(expect, "contains", "not_contains", "count")
    results = given["results"]
    shown = model_view(
        [web(one) if one.get("type") == "web" else found(one) for one in results], SourceRegistry()
    )
    assert not [part for part in expect.get("not_contains", ()) if part in shown]
    if all(part in shown for part in expect.get("contains", ())):
        assert all(shown.count(part) == times for part, times in expect.get("count", {}).items())
        return
    # Ours: the same documents and chunks under the same handles, the text of each once.
    assert shown.count("<chunk ") == expect.get("count", {}).get("<chunk ", shown.count("<chunk "))
    assert shown.count("<document ") == len({one["knowledge_id"] for one in results})
    assert all(shown.count(one["content"]) == 1 for one in results)
    assert 'kb="b1"' in shown
    raise Ours("passages_are_shown")


def found(one: JSON) -> Passage:
    changes: dict[str, Any] = {"document_id": one["knowledge_id"], "base_id": one["kb_id"]}
    made = chunk(
        one["chunk_id"], one["content"], seq=one["chunk_index"], document_title=one["title"], **changes
    )
    return passage(made)


def web(one: JSON) -> Passage:
    made = chunk(one["url"], one["snippet"], document_id=one["url"], document_title=one["title"], base_id="")
    return passage(made, match_type=MatchType.WEB)


OPS = {
    "session": session,
    "stream": stream,
    "resource_text": resource_text,
    "resource_stream": resource_stream,
    "resource_orphans": orphans,
    "resource_output": output,
    "full_stream": stream,
    "encode_order": session,
    "tool_args": tool_args,
    "handle_table": handle_table,
    "model_view": view,
}


@pytest.mark.feature("CI-02")
@pytest.mark.feature("CI-05")
@pytest.mark.feature("CI-06")
@pytest.mark.feature("RH-01")
@pytest.mark.feature("RH-02")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    judge(vector, OPS, SECTION)


def test_few_vectors_are_listed_and_none_without_a_reason() -> None:
    check_list(CHECKS, SECTION)
