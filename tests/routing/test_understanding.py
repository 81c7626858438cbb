import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.routing import Understanding, parse_understanding

KEPT = Understanding("q", "kb_search")


@pytest.mark.feature("QU-03", "QU-04", "QU-05")
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("", KEPT),
        ("the answer is 5", KEPT),
        ("[1, 2]", KEPT),
        ("{broken", KEPT),
        ("{" * 10_000, KEPT),
        ('{"a":' * 5_000, KEPT),
        ('{"rewrite_query": "r", "intent": "greeting"}', Understanding("r", "greeting")),
        ('Sure: {"query": "r"} Done.', Understanding("r", "")),
        ('{} {"query": "r"}', Understanding("q", "")),
        ('```json\n{"query": "r"}\n```', Understanding("r", "")),
        ('{"rewrite_query": " ", "query": null, "intent": 5}', Understanding("q", "")),
        ('{"image_description": "a cat", "ocr_text": "cat"}', Understanding("q", "", "a cat")),
        ('{"ocr_text": "MEOW"}', Understanding("q", "", "[OCR]\nMEOW")),
    ],
)
def test_what_a_model_wrote_is_read_or_the_question_stays(written: str, meant: Understanding) -> None:
    assert parse_understanding(written, "q", "kb_search") == meant


@given(st.text())
def test_no_reply_breaks_it(written: str) -> None:
    assert parse_understanding(written, "q", "kb_search").query
