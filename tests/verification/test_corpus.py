"""Zero alarms on real documents: their sentences against their own passages."""

from collections.abc import Iterator
from functools import cache

import pytest

from pincite.chunker import Chunker
from pincite.core.errors import PinciteError
from pincite.core.settings import ChunkingSettings
from pincite.core.types import TextChunk
from pincite.parsing import ParseOptions, parse
from pincite.text.sentences import Sentence, split_sentences
from pincite.verification import Passage, verify_answer
from tests.conftest import shared

WANTED = 2_000
"""Sentences, of issue 7."""


@cache
def chunks() -> tuple[tuple[str, TextChunk], ...]:
    chunker = Chunker(ChunkingSettings())
    found: list[tuple[str, TextChunk]] = []
    for path in sorted(shared("documents").iterdir()):
        if path.name == "MANIFEST.md":
            continue
        try:
            text = parse(path.read_bytes(), path.name, options=ParseOptions()).markdown
        except PinciteError:  # locked, damaged, or a scan that only OCR reads
            continue
        found += [(path.name, chunk) for chunk in chunker.explain(text, {})[0]]
    return tuple(found)


def cases() -> Iterator[tuple[Sentence, Passage]]:
    for number, (name, chunk) in enumerate(chunks()):
        heading = " > ".join((name, *chunk.context_header.splitlines()))
        passage = Passage(f"{name} {number}", chunk.content, heading)
        yield from ((sentence, passage) for sentence in split_sentences(chunk.content))


@pytest.mark.feature("CR-06")
def test_sentences_of_the_documents_raise_no_alarm_against_their_own_passage() -> None:
    alarms = []
    checked = 0
    for sentence, passage in cases():
        checked += 1
        report = verify_answer(sentence.text, [passage])
        if report.risk_level != "pass":
            alarms.append((passage.id, sentence.text, report.risk_level.value, report.unsupported))
    assert checked >= WANTED
    assert alarms == []
