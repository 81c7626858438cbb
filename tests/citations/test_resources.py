"""Addresses of stored things and registered ids never reach the model, and come back from it whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.citations import (
    ResourceRegistry,
    SourceRegistry,
    decode_arguments,
    expand_references,
    model_view,
    protocol_prompt,
)
from pincite.core.types import MatchType
from tests.builders import chunk, passage

DOCUMENT = "36283d3d-a495-40d2-a13f-e925fc322996"
PICTURE = f"/api/v1/documents/{DOCUMENT}/images/0a1b2c3d.png"


@pytest.mark.feature("CI-01", "RH-01")
def test_a_picture_of_ours_goes_to_the_model_and_back() -> None:
    registry = SourceRegistry()
    shown = model_view([passage(chunk("x", f"See ![plan]({PICTURE}).", document_id=DOCUMENT))], registry)
    assert "![plan](res://0001)" in shown
    assert DOCUMENT not in shown
    assert expand_references("The plan: ![plan](res://0001)", registry) == f"The plan: ![plan]({PICTURE})"


@pytest.mark.feature("RH-03")
def test_all_digits_of_a_handle_count() -> None:
    resources = ResourceRegistry()
    resources.encode("local://a local://b")
    assert resources.decode("res://0001 res://00012 res://1") == "local://a res://00012 res://1"
    assert resources.orphans("res://0002 res://00012 res://00012") == ["res://00012"]


@pytest.mark.feature("RH-01")
@given(
    st.lists(
        st.sampled_from(["res://0001", "res:", "//", "0", "1", "r", "es", " ", "res://00012", "글"]),
        max_size=12,
    )
)
def test_the_decoder_may_be_cut_anywhere_and_keeps_what_it_does_not_know(parts: list[str]) -> None:
    resources = ResourceRegistry()
    resources.encode("local://a")
    for pieces in (parts, list("".join(parts))):
        decoder = resources.decoder()
        assert "".join(map(decoder.feed, pieces)) + decoder.flush() == resources.decode("".join(parts))


@pytest.mark.feature("CI-01", "CI-02")
def test_ids_in_a_message_become_handles() -> None:
    registry = SourceRegistry()
    assert registry.encode(f"nothing known: {DOCUMENT}") == f"nothing known: {DOCUMENT}"
    registry.documents.add("short")
    registry.documents.add(DOCUMENT)
    registry.bases.add("the-base")
    registry.bases.add("the-base-2")
    said = f"{DOCUMENT}, the-base-2의 the-base; x{DOCUMENT} short"
    assert registry.encode(said) == f"d2, b2의 b1; x{DOCUMENT} short"


@pytest.mark.feature("CI-02", "CI-04", "CI-05")
def test_pages_of_the_web_have_handles_and_a_view_of_their_own() -> None:
    registry = SourceRegistry()
    page = passage(
        chunk(
            "https://e.com/a?b=1",
            "Fetched <b>text</b>.",
            document_id="https://e.com/a?b=1",
            document_title="E & F",
            base_id="",
        ),
        match_type=MatchType.WEB,
    )
    own = passage(chunk("x", "own", document_title=""))
    both = model_view([page, own], registry)
    assert both.index("</search_results>") < both.index('<page id="w1" title="E &amp; F">')
    assert "Fetched &lt;b&gt;text" in both and "e.com" not in both
    assert "<search_results>" not in model_view([page], registry)
    assert registry.register_page("https://e.com/a?b=1#top", "again") == "w1"
    assert registry.resolve("w1") is page
    assert registry.register_page("w7") == "", "a model's own handle is no address"
    out = expand_references('It fell. <ref id="w1"/> <ref id="c1"/>', registry)
    assert (
        out
        == 'It fell. <web url="https://e.com/a?b=1" title="E &amp; F" /> <kb doc="" chunk_id="x" kb_id="base" />'
    )


@pytest.mark.feature("CI-03")
@pytest.mark.parametrize("language", ["ko", "en", "zh", "fr"])
def test_with_citations_off_the_protocol_forbids_every_tag(language: str) -> None:
    said = protocol_prompt(language, citations=False)
    assert 'id="c1"' not in said and all(tag in said for tag in ("<ref>", "<kb>", "<web>"))


@pytest.mark.feature("RH-02")
def test_arguments_of_a_tool_are_decoded() -> None:
    registry = SourceRegistry()
    registry.documents.add(DOCUMENT)
    registry.bases.add("it's")
    registry.resources.encode("local://a")
    given = {
        "document_ids": ["d1", "free"], "limit": 3, "filter": [{"kb_id": "b1"}], "query": "d1", "asset": "res://0001",
        "sql": "SELECT d1.x FROM t d1 WHERE d1.b = 'b1'",
    }  # fmt: skip
    decoded = decode_arguments("knowledge_search", given, registry)
    assert decoded.arguments == {
        "document_ids": [DOCUMENT, "free"], "limit": 3, "filter": [{"kb_id": "it's"}], "query": "d1", "asset": "local://a",
        "sql": "SELECT d1.x FROM t d1 WHERE d1.b = 'it''s'",
    }  # fmt: skip
    assert (decoded.status, decoded.unresolved) == ("resolved", ())
    assert decode_arguments("web_search", {"query": "d1"}, registry).status == "unchanged"
