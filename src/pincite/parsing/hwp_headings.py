"""Which paragraphs are headings, and how deep.

Few authors of HWP use outline levels; they number, frame and enlarge by hand. So a heading is what the
format declares (outline, style), what stands alone in a frame, what is set larger, and what bears a mark
that this document uses for headings throughout. Depth follows from the order of the marks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.parsing.hwp_marks import ARTICLE, CONTENTS, Mark, label, mark_of, may_title, readable
from pincite.parsing.hwp_model import Block, Note, Picture, Table, Text

_LONGEST = 100
_USUAL = 60
"""Characters of headings: at most, and of those that a mark's use is judged by."""
_TITLE_REACH = 8
"""Paragraphs from the start among which the title of the document is looked for."""
_LARGER, _MUCH_LARGER, _EMPHASIS = 1.2, 1.25, 1.1
"""Letters against those of the text: a title at the start, an unmarked heading, a marked one.
Headings of ``shared/documents`` lie at 1.13 (□), 1.33 (Ⅰ.) and 1.4 to 2.5 (titles)."""
_USE = 0.6
"""Part of the lines with a mark that must look like headings for all of them to be headings."""
_CLAUSES = 3
"""Articles from which a document is a statute: its ``1.`` and ``가.`` are items."""
_PLAIN_KINDS = ("digit", "decimal", "square", "hangul")
"""Marks that make a heading without emphasis; deeper ones number items as often."""
_LIST_RUN = 3
"""Lines of one rank without text between them: a list."""
_TITLE, _OUTLINE, _LARGE, _FRAMED, _FRAMED_NUMBER = 0.0, 19.0, 30.0, 31.0, 40.0
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Headings:
    levels: Mapping[int, int]
    """Index of a block to the level of the heading that it is, 1 to 6."""
    title: int | None
    """Which of them is the title of the whole document."""


def find_headings(blocks: Sequence[Block]) -> Headings:
    ranks = _Judge(blocks).ranks()
    ranks = _without_lists(blocks, ranks)
    while ranks and (last := max(ranks)) == _last_content(blocks):
        del ranks[last]
    levels: dict[int, int] = {}
    above: list[float] = []
    for at in sorted(ranks):
        while above and above[-1] >= ranks[at]:
            above.pop()
        above.append(ranks[at])
        levels[at] = min(len(above), _DEEPEST)
    return Headings(levels, next((at for at in ranks if ranks[at] == _TITLE), None))


class _Judge:
    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._body = _body_size(blocks)
        self._marks: dict[int, Mark] = {}
        for at, block in enumerate(blocks):
            if isinstance(block, Text) and block.text.strip():
                found = mark_of(readable(block.text).strip(), boxed=block.boxed)
                if found is not None:
                    self._marks[at] = found
        articles = sum(isinstance(block, Text) and bool(ARTICLE.match(block.text)) for block in blocks)
        self._statute = articles >= _CLAUSES
        self._used = {kind for kind in _PLAIN_KINDS if not self._statute and self._is_used(kind)}
        if not self._used & {"digit", "square"} and not any(
            mark.kind == "roman" for mark in self._marks.values()
        ):
            self._used.discard("hangul")

    def ranks(self) -> dict[int, float]:
        found: dict[int, float] = {}
        title = self._title()
        contents = self._contents()
        for at, block in enumerate(self._blocks):
            if not isinstance(block, Text) or at in contents:
                continue
            rank = _TITLE if at == title else self._rank(at, block)
            if rank is not None:
                found[at] = rank
        return found

    def _rank(self, at: int, block: Text) -> float | None:
        mark = self._marks.get(at)
        if mark is not None and mark.kind == "clause":
            return None
        text = readable(block.text)
        if not may_title(text, _LONGEST) or _is_contents(block):
            return None
        if block.outline:
            return _OUTLINE + block.outline
        if block.mark:
            own = mark_of(f"{readable(block.mark)} ", boxed=False)
            return own.rank if own and own.kind in ("roman", "annex") else _FRAMED_NUMBER
        if mark is not None:
            return self._marked_rank(at, block, mark)
        if block.boxed:
            return _FRAMED if self._at_least(block, 0.95) else None
        if len(text) <= _USUAL and self._body and block.size >= _MUCH_LARGER * self._body:
            return _LARGE - min(9.0, 10 * (block.size / self._body - _MUCH_LARGER))
        return None

    def _marked_rank(self, at: int, block: Text, mark: Mark) -> float | None:
        if block.boxed:
            return float(mark.rank)
        if self._statute and mark.kind not in ("roman", "annex", "square"):
            return None
        if self._emphasised(block) or (mark.kind == "roman" and len(block.text) <= _USUAL):
            return float(mark.rank)
        return float(mark.rank) if mark.kind in self._used else None

    def _emphasised(self, block: Text) -> bool:
        return block.bold or (self._body > 0 and block.size >= _EMPHASIS * self._body)

    def _at_least(self, block: Text, share: float) -> bool:
        return not self._body or not block.size or block.size >= share * self._body

    def _is_used(self, kind: str) -> bool:
        """Whether most lines with this mark are short, unfinished as sentences, and have text below."""
        lines = [at for at, mark in self._marks.items() if mark.kind == kind]
        good = [at for at in lines if may_title(_text(self._blocks[at]), _USUAL) and self._has_below(at)]
        return bool(lines) and len(good) >= _USE * len(lines)

    def _has_below(self, at: int) -> bool:
        below = next((to for to in range(at + 1, len(self._blocks)) if _is_content(self._blocks[to])), None)
        if below is None:
            return False
        mark = self._marks.get(below)
        return mark is None or mark.rank > self._marks[at].rank

    def _title(self) -> int | None:
        """The largest of the first paragraphs, else a centred first line."""
        texts = {at: block for at, block in enumerate(self._blocks) if isinstance(block, Text)}
        first = [at for at, block in texts.items() if block.text.strip()][:_TITLE_REACH]
        near: list[int] = []
        for at in first:
            mark = self._marks.get(at)
            if (mark and mark.kind not in ("digit", "boxed_number")) or texts[at].mark or texts[at].outline:
                break
            if may_title(texts[at].text, _LONGEST, verbs=True) and not _is_contents(texts[at]):
                near.append(at)
        if not near:
            return None
        largest = max(near, key=lambda at: (texts[at].size, -at))
        if self._body and texts[largest].size >= _LARGER * self._body:
            return largest
        begins = near[0] == first[0] and texts[near[0]].centred and len(texts[near[0]].text) <= _USUAL
        return near[0] if begins else None

    def _contents(self) -> set[int]:
        """Lines of a table of contents without page numbers: up to where its first line comes again."""
        found: set[int] = set()
        for at, block in enumerate(self._blocks):
            if not isinstance(block, Text) or not _is_contents(block):
                continue
            lines = [to for to in range(at + 1, len(self._blocks)) if _text(self._blocks[to]).strip()]
            wanted = _key(self._blocks[lines[0]]) if lines else ""
            again = next((to for to in lines[1:200] if _key(self._blocks[to]) == wanted), at)
            found.update(range(at + 1, again))
        return found


def _without_lists(blocks: Sequence[Block], ranks: Mapping[int, float]) -> dict[int, float]:
    kept = dict(ranks)
    run: list[int] = []
    for at, block in enumerate([*blocks, Text("end")]):
        if at < len(blocks) and not _is_content(block):
            continue
        if run and ranks.get(at) == ranks[run[-1]]:
            run.append(at)
            continue
        if len(run) >= _LIST_RUN:
            for to in run:
                del kept[to]
        run = [at] if at in ranks else []
    return kept


def _is_contents(block: Text) -> bool:
    return CONTENTS.fullmatch(" ".join(block.text.split())) is not None


def _last_content(blocks: Sequence[Block]) -> int:
    return max((at for at, block in enumerate(blocks) if _is_content(block)), default=-1)


def _is_content(block: Block) -> bool:
    return not isinstance(block, Note) and (not isinstance(block, Text) or bool(block.text.strip()))


def _text(block: Block) -> str:
    return readable(block.text) if isinstance(block, Text) else ""


def _key(block: Block) -> str:
    return "".join(label(f"{block.mark} {block.text}").split()) if isinstance(block, Text) else ""


def _body_size(blocks: Sequence[Block]) -> float:
    """The size that most letters have, 0 where the reader does not say."""
    letters: Counter[float] = Counter()
    for text in _texts(blocks):
        if text.size:
            letters[round(text.size, 1)] += len(text.text.strip())
    return max(letters, key=lambda size: (letters[size], -size)) if letters else 0.0


def _texts(blocks: Sequence[Block]) -> Iterator[Text]:
    for block in blocks:
        match block:
            case Text():
                yield block
            case Table():
                for cell in block.cells:
                    yield from _texts(cell.blocks)
            case Picture() | Note():
                continue
            case _:
                continue
