"""FAQ entries in the view that a model has of the passages (rows FAQ-10, FAQ-11, FAQ-13)."""

import re

import pytest

from pincite.citations import SourceRegistry, exact_entry, model_view
from pincite.core.types import ChunkType, Passage
from tests.builders import chunk, passage


def one(id_: str, score: float, kind: ChunkType = ChunkType.TEXT) -> Passage:
    return passage(chunk(id_, f"text of {id_}", document_id=f"doc-{id_}", chunk_type=kind), score)


DOCUMENT, ENTRY, WEAKER = one("d", 0.95), one("f", 0.92, ChunkType.FAQ), one("g", 0.91, ChunkType.FAQ)


def handles(view: str) -> list[tuple[str, str]]:
    return re.findall(r'<chunk id="(c\d+)"[^>]*>\n<content>text of (\w)', view)


@pytest.mark.feature("CM-08", "FAQ-10", "FAQ-13")
def test_entries_have_a_section_of_their_own_and_the_first_handles() -> None:
    registry = SourceRegistry()
    view = model_view([DOCUMENT, WEAKER, ENTRY], registry, direct=0.99)
    assert handles(view) == [("c1", "g"), ("c2", "f"), ("c3", "d")]
    assert re.findall(r"<(/?source.*)>", view) == [
        'source type="faq" priority="high"',
        "/source",
        'source type="document" priority="supplementary"',
        "/source",
    ]
    assert re.findall(r'<document id="(d\d)"', view) == ["d1", "d2", "d3"]


@pytest.mark.feature("CM-08", "FAQ-11")
@pytest.mark.parametrize(("direct", "marked"), [(0.9, ["f"]), (0.92, ["f"]), (0.921, []), (0.0, ["f"])])
def test_the_best_entry_alone_is_exact_from_the_line_on(direct: float, marked: list[str]) -> None:
    view = model_view([DOCUMENT, WEAKER, ENTRY], SourceRegistry(), direct=direct)
    assert re.findall(r'match="exact">\n<content>text of (\w)', view) == marked


def test_without_priority_or_entries_the_view_is_as_ever() -> None:
    plain = model_view([DOCUMENT, ENTRY], SourceRegistry())
    assert "<source" not in plain and "exact" not in plain
    assert handles(plain) == [("c1", "d"), ("c2", "f")]
    assert model_view([DOCUMENT], SourceRegistry(), direct=0.9) == model_view([DOCUMENT], SourceRegistry())


def test_entries_without_documents_have_one_section() -> None:
    assert model_view([ENTRY], SourceRegistry(), direct=0.9).count("<source ") == 1


def test_no_document_is_an_exact_entry() -> None:
    assert exact_entry([DOCUMENT], 0.5) is None
    assert exact_entry([DOCUMENT, ENTRY], None) is None
    assert exact_entry([DOCUMENT, WEAKER, ENTRY], 0.5) is ENTRY
