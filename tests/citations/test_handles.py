import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.citations import (
    SourceRegistry,
    chunk_of_quote,
    cited_handles,
    expand_references,
    model_view,
    protocol_prompt,
    strip_references,
)
from tests.builders import chunk, passage

ONE = passage(
    chunk(
        "11111111-1111-4111-8111-111111111111",
        "제43조 보험금을 지급합니다.",
        context_header="## 제2장\n### 제43조",
        page_range=(15, 15),
    )
)
TWO = passage(
    chunk(
        "22222222-2222-4222-8222-222222222222",
        'Pay <now> & "here".',
        document_id="doc2",
        document_title='A "B" & C',
        page_range=(2, 3),
    )
)


@pytest.mark.feature("CI-01", "CI-04")
def test_the_model_sees_handles_and_places_but_no_internal_id() -> None:
    view = model_view([ONE, TWO], SourceRegistry())
    assert 'id="c1" place="제2장 &gt; 제43조" page="15"' in view
    assert 'id="c2" page="2-3"' in view
    assert "1111" not in view and "2222" not in view and "doc2" not in view
    assert "&lt;now&gt;" in view and "A &quot;B&quot; &amp; C" in view


@pytest.mark.feature("CI-02")
def test_the_same_source_keeps_its_handle() -> None:
    registry = SourceRegistry()
    assert [registry.register(one) for one in (ONE, TWO, ONE)] == ["c1", "c2", "c1"]


@pytest.mark.feature("CI-05")
def test_known_handles_become_public_tags_and_everything_else_vanishes() -> None:
    registry = SourceRegistry()
    registry.register(ONE)
    registry.register(TWO)
    text = (
        'A <ref id="c1"/> B <REF ID="c2"></ref> C <ref id="c9"/> <kb doc="x" chunk_id="evil"/> D <ref id="c'
    )
    out = expand_references(text, registry)
    assert out.count("<kb ") == 2
    assert f'chunk_id="{ONE.chunk.id}"' in out and 'doc="A &#34;B&#34; &amp; C"' in out
    assert "evil" not in out and "c9" not in out and not out.endswith('<ref id="c')


@pytest.mark.feature("MG-13")
def test_a_citation_of_a_merged_passage_names_the_member_that_holds_the_sentence() -> None:
    first = chunk("a", "첫째 문장입니다.")
    second = chunk("b", "둘째 문장입니다.", seq=1, start=9)
    merged = passage(first, members=(first, second), text="첫째 문장입니다. 둘째 문장입니다.")
    registry = SourceRegistry()
    registry.register(merged)
    assert 'chunk_id="b"' in expand_references('둘째 문장입니다. <ref id="c1"/>', registry)
    assert chunk_of_quote(merged, "없는 문장").id == "a"
    assert chunk_of_quote(merged, "  ").id == "a"


@pytest.mark.feature("CI-03")
@pytest.mark.parametrize("language", ["ko", "en", "zh", "fr"])
def test_the_protocol_is_said_in_every_language(language: str) -> None:
    assert '<ref id="c1"/>' in protocol_prompt(language)


def test_verification_reads_the_answer_without_tags() -> None:
    assert strip_references('지급합니다. <ref id="c1"/> 끝 <kb doc="x" />') == "지급합니다.  끝 "
    assert list(cited_handles('ab <ref id="c1"/>cd <kb x/><ref id="c2"/>')) == [(3, "c1"), (6, "c2")]


@given(
    st.lists(
        st.sampled_from(["글 ", "text. ", "< ", "a<b ", '<ref id="c1"/>', '<ref id="c7"/>', "<kb z/>"]),
        max_size=12,
    )
)
def test_no_handle_and_no_foreign_tag_survives(parts: list[str]) -> None:
    registry = SourceRegistry()
    registry.register(ONE)
    out = expand_references("".join(parts), registry)
    assert "<ref" not in out
    tags = re.findall(r"<kb[^>]*>", out)
    assert all(ONE.chunk.id in tag for tag in tags)
    assert len(tags) == parts.count('<ref id="c1"/>')
