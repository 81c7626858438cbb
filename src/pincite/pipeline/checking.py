"""The claims of an answer, checked as they complete.

An answer is cut where its sentences end, and each part is checked once, however many pieces it comes in: the
time grows with the answer's length and not with its square. Lists with the line that leads up to them and
tables are one part, because their items are read with it. A part borrows only the clauses named before it
(같은 조, the same Article), which go with it as lines of their own. The report is that of `verify_answer`
over the whole answer.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import anyio
import anyio.to_thread

from pincite.citations.scanning import MarkScanner
from pincite.text.references import Reference, find_references
from pincite.text.sentences import Sentence, split_sentences
from pincite.verification import Claim, Passage, VerificationReport, prepare_passages, verify_answer
from pincite.verification.causes import with_causes
from pincite.verification.summary import summarised

GROWTH = 1.5
"""A part that could not be cut is looked at again when it has grown by half: a line without an end is then
read a few times in all, not once a word."""

LONGEST_LIST = 2_000
"""Characters from which the items of a list are checked without waiting for its end."""

_ENDS = re.compile(r"[.!?。！？…\n]")
_ITEM = re.compile(
    r"^\s*(?:[-*+•·▪◦‣○●]|\(?(?:\d{1,3}|[A-Za-z]|[가-하]|[一二三四五六七八九十]{1,3})[.)）、]|[①-⑳ⅰ-ⅻⅠ-Ⅻ])"
)
_LEADS = re.compile(r"[:：]\s*$")
_SETTLED = 4
"""Characters of a sentence that show that the one before it ended: 라고 and a digit go on with it."""
_MOST_BORROWED = 8
"""Clauses named before a part that go with it; what is borrowed is of the last ones."""


class AnswerCheck:
    """Of one answer, without marks. Pure but for what it remembers."""

    def __init__(self, passages: Sequence[Passage], language: str) -> None:
        self.passages = tuple(passages)
        self.language = language
        self.text = ""
        """All that was said."""
        self.claims: list[Claim] = []
        """Those that are complete, with their places in ``text``."""
        self._done = 0
        self._tried = 0
        self._named: tuple[str, ...] = ()

    def feed(self, piece: str) -> bool:
        """Take the next piece of the answer; whether it may complete a claim, so that `advance` has work."""
        self.text += piece
        return len(self.text) - self._done >= GROWTH * self._tried and bool(_ENDS.search(piece))

    def advance(self) -> None:
        """Check what is complete."""
        cut = _cut(self.text[self._done :])
        if cut:
            part = self.text[self._done : self._done + cut]
            self._check(self._done + cut)
            self._remember(part)
        self._tried = 0 if cut else len(self.text) - self._done

    def finish(self) -> VerificationReport:
        """The report of all that was said. A sentence that was broken off is checked as it stands."""
        self._check(len(self.text))
        return summarised(self.claims, self.language)

    def _check(self, end: int) -> None:
        part, borrowed = self.text[self._done : end], self._borrowed()
        report = verify_answer(borrowed + part, self.passages, language=self.language)
        shift = self._done - len(borrowed)
        self.claims += [_moved(claim, shift) for claim in report.claims if claim.start >= len(borrowed)]
        self._done = end

    def _borrowed(self) -> str:
        return "".join(f"{name}。\n" for name in self._named)

    def _remember(self, part: str) -> None:
        """The last clauses named, as they are written: one that is whole by itself ends what is borrowed."""
        found = find_references(part)
        names = [*self._named, *(reference.text for reference in found)]
        whole = [place for place, name in enumerate(names) if _is_whole(find_references(name))]
        with_law = [place for place in whole if find_references(names[place])[0].law]
        first = whole[-1] if whole else 0
        kept = names[first:][-_MOST_BORROWED:]
        if with_law and with_law[-1] < first:
            kept.insert(0, names[with_law[-1]])
        self._named = tuple(kept)


class MarkedCheck:
    """`AnswerCheck` of an answer as its writer writes it, with marks."""

    def __init__(self, passages: Sequence[Passage], language: str) -> None:
        self._check = AnswerCheck(passages, language)
        self._scanner = MarkScanner()

    def feed(self, piece: str) -> bool:
        """As `AnswerCheck.feed`."""
        return self._check.feed("".join(part for part in self._scanner.feed(piece) if isinstance(part, str)))

    def advance(self) -> None:
        """As `AnswerCheck.advance`."""
        self._check.advance()

    def finish(self) -> VerificationReport:
        """As `AnswerCheck.finish`."""
        self._check.feed("".join(part for part in self._scanner.flush() if isinstance(part, str)))
        return self._check.finish()


@asynccontextmanager
async def reading(passages: Sequence[Passage]) -> AsyncIterator[None]:
    """The passages are read in a thread while the model writes: what they say does not depend on the answer,
    and the check of an answer of 1,000 characters takes ten times as long where they are not."""
    task = asyncio.create_task(anyio.to_thread.run_sync(prepare_passages, passages))
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await task


def explained(
    report: VerificationReport, passages: Sequence[Passage], around: Sequence[Passage], language: str
) -> VerificationReport:
    """``report`` with the causes of what the passages lack, told by the documents ``around`` them."""
    check = partial(verify_answer, language=language)
    return with_causes(report, (*passages, *around), check, language)


def _moved(claim: Claim, shift: int) -> Claim:
    return replace(
        claim,
        start=claim.start + shift,
        end=claim.end + shift,
        findings=tuple(
            finding
            if (found := finding.reference) is None
            else replace(finding, reference=replace(found, start=found.start + shift, end=found.end + shift))
            for finding in claim.findings
        ),
    )


def _is_whole(found: Sequence[Reference]) -> bool:
    return bool(found) and found[0].kind != "paragraph"


def _cut(text: str) -> int:
    """Where the last sentence of ``text`` begins that may still grow, if what is before it stands alone."""
    sentences = split_sentences(text)
    for place in range(len(sentences) - 1, 0, -1):
        settled = len(text) - sentences[place].start >= _SETTLED
        if settled and _parts(text, sentences[place - 1], sentences[place]):
            return sentences[place].start
    return 0


def _parts(text: str, before: Sentence, after: Sentence) -> bool:
    """Whether two sentences can be read without each other."""
    if before.kind == "heading":
        return False
    between = text[before.end : after.start]
    rows = _is_row(text, before), _is_row(text, after)
    if any(rows):
        return not all(rows) and "\n" in between
    if len(text) < LONGEST_LIST and (_is_item(text, after) or _is_item(text, before)):
        return between.count("\n") > 1 and not _is_item(text, after)
    # A number that opens no line is no list mark, and must not become one.
    return not _LEADS.search(before.text) and not any(_ITEM.match(one.text) for one in (before, after))


def _is_item(text: str, sentence: Sentence) -> bool:
    return bool(_ITEM.match(_line(text, sentence)))


def _is_row(text: str, sentence: Sentence) -> bool:
    """One that is not whole yet too."""
    return _line(text, sentence).lstrip().startswith("|")


def _line(text: str, sentence: Sentence) -> str:
    return text[text.rfind("\n", 0, sentence.start) + 1 : sentence.end]
