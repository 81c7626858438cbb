"""A stream cut at every possible place gives the same text as uncut, as early as can be."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.citations import SourceRegistry, StreamExpander, expand_references
from pincite.citations.scanning import LONGEST_TAG, MarkScanner, without_tags
from tests.builders import chunk, passage

ADDRESS = "minio://bucket/첫 장.png".replace(" ", "_")
ONE = passage(chunk("chunk-one", "제1조 목적은 [ID:7]과 같다.", document_title="약관 <1>"))
TWO = passage(chunk("chunk-two", "둘째."))
PUBLIC = re.compile(
    r'<kb doc="[^"<>]*" chunk_id="chunk-(?:one|two)" kb_id="base" />|<web url="[^"]*" title="[^"]*" />'
)
TAG = re.compile(r"</?(?:ref|kb|web)(?!\w)", re.IGNORECASE)


def registry() -> SourceRegistry:
    sources = SourceRegistry()
    sources.register(ONE)
    sources.register(TWO)
    sources.register_page("https://example.com/a#part", 'Page "A"')
    sources.resources.encode(ADDRESS)
    return sources


def streamed(pieces: list[str], *, citations: bool = True) -> str:
    expander = StreamExpander(registry(), citations=citations)
    told = "".join(map(expander.feed, pieces))
    rest = expander.flush()
    assert expander.flush() == "", "the end is told once"
    return told + rest


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(places), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


SHORT = [
    'a <ref id="c1"/> b',
    'x<ref id="c9"/>y',
    '<ref id="w1"></ref>끝',
    "see res://0001.",
    "res://00012 r res",
    "[ID:0],[ID:7] [I",
    "<k<kb x>b doc>",
    "1 < 2 <b> <ref",
    "re<web/>s://9999",
    "<<ref <kb>>[[ID:",
    "<kbx></REF>res:",
]


@pytest.mark.feature("CI-06")
@pytest.mark.parametrize("text", SHORT)
def test_a_short_stream_may_be_cut_anywhere(text: str) -> None:
    """Every pair of cuts, and one character at a time."""
    whole = expand_references(text, registry())
    for first, second in combinations(range(len(text) + 1), 2):
        assert streamed(cut(text, [first, second])) == whole
    assert streamed(list(text)) == whole


@pytest.mark.feature("CI-06")
@pytest.mark.parametrize("text", ['<ref id="c1"/>', "<kb><k<b", "res://0001", "[ID:0]<", "<r<ref/>ef>"])
def test_a_very_short_stream_may_be_cut_everywhere(text: str) -> None:
    """Each of the subsets of all cuts."""
    whole = expand_references(text, registry())
    places = list(range(1, len(text)))
    for mask in range(2 ** min(len(places), 9)):
        chosen = [place for number, place in enumerate(places) if mask >> (number % 9) & 1]
        assert streamed(cut(text, chosen)) == whole


PARTS = st.sampled_from([
    '<ref id="c1"/>', '<ref id="c2"/>', '<ref id="w1" />', '<REF ID="c1"></ref>', '<ref id="c77"/>', "<ref id='c1'/>",
    '<ref id="c1', "<ref>", "<kb", "<kb doc=", '<kb doc="x" chunk_id="evil" />', "<web url=", "</kb>", "<", ">", "/>",
    "<k", "b ", "<re", "f>", "res://0001", "res://9999", "res:", "//", "0", "1", "r", "es://", "[ID:0]", "[ID:7]",
    "[I", "D:", "]", "[", "<b>", "x<y", "가나다. ", "中文。", "\U0001f600", "\u0301", "\n", " ", "for ", "ſ", "K", "\u2028",
])  # fmt: skip
TEXTS = st.one_of(
    st.lists(PARTS, max_size=25).map("".join),
    st.text(max_size=60),
    st.text('<>refkbw/[ID:0] s"=c1', max_size=40),
)


@pytest.mark.feature("CI-05", "CI-06")
@given(TEXTS, st.data())
@settings(max_examples=400, deadline=None)
def test_any_stream_may_be_cut_anywhere(text: str, data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=12))
    assert streamed(cut(text, places)) == expand_references(text, registry())


@pytest.mark.feature("CI-05")
@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_no_tag_but_ours_and_no_unknown_handle_goes_out(text: str) -> None:
    """Not even one that the text around a tag makes when the tag goes."""
    out = PUBLIC.sub("\0", expand_references(text, registry()))
    assert not TAG.search(out)
    assert "[ID:0]" not in out.upper()
    assert not re.search(r"res://[0-9]", out, re.IGNORECASE)
    assert PUBLIC.search(expand_references(text, registry(), citations=False)) is None


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_what_waits_is_the_beginning_of_one_mark(text: str) -> None:
    scanner = MarkScanner()
    for letter in text:
        list(scanner.feed(letter))
        assert scanner.held <= LONGEST_TAG + len("</ref")


@pytest.mark.feature("CI-06")
def test_text_goes_out_as_soon_as_it_can_be_no_tag() -> None:
    expander = StreamExpander(registry())
    feeds = ["ab", " <", "b", ">x <r", "ef", ' id="c1"/', ">", " see [", "1]", "res", "t"]
    assert [expander.feed(piece) for piece in feeds] == [
        "ab", " ", "<b", ">x ", "", "", expand_references('<ref id="c1"/>', registry()), " see ", "[1]", "", "rest",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["ref", "kb", "/web"])
def test_a_tag_that_never_ends_holds_nothing_up(name: str) -> None:
    """Its name goes, its words are told: a broken tag must not swallow the answer."""
    text = f"a <{name} " + "word " * 300
    expander = StreamExpander(registry())
    out = "".join(map(expander.feed, text))
    assert out.startswith("a  word word")
    assert out + expander.flush() == text.replace(f"<{name}", "") == expand_references(text, registry())


def test_a_tag_of_any_length_that_ours_can_have_is_removed() -> None:
    for length in (LONGEST_TAG, LONGEST_TAG - 1):
        assert expand_references(f"a<kb {'x' * (length - 1)}>b", registry()) == "ab"


@pytest.mark.parametrize(
    "rest", ["<", "</", "<re", "<ref", '<ref id="c1', "<kb doc='x'", "res:", "res://0", "[ID:3"]
)
def test_what_was_begun_at_the_end_is_dropped(rest: str) -> None:
    assert streamed(["hello ", rest]) == "hello "


@pytest.mark.parametrize("rest", ["r", "re", "res", "[", "[I", "[ID", "x<y", "a > b"])
def test_the_end_of_a_common_word_is_kept(rest: str) -> None:
    assert streamed(["hello ", rest]) == f"hello {rest}"


@pytest.mark.feature("RH-01")
def test_a_known_resource_as_the_last_bytes_is_restored() -> None:
    assert streamed(["see res:", "//0001"]) == f"see {ADDRESS}"


@pytest.mark.feature("CI-05")
@given(TEXTS)
def test_nothing_that_is_left_of_a_text_becomes_a_citation(text: str) -> None:
    """Whatever a person or a document says: what a model may repeat of it cites nothing."""
    shown = without_tags(text)
    assert "<kb doc" not in expand_references(shown, registry())


def test_a_text_without_tags_stays_as_it_is() -> None:
    for text in ("3 < 5 and 5 > 3", "<kbd>x</kbd>", "see [ID:0], res://0001", "제43조"):
        assert without_tags(text) == text
