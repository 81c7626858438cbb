"""Cuts an answer into claims and tells those that state nothing: refusals and repeated questions."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.text.sentences import Sentence, split_sentences
from pincite.verification.cells import Cell, cell_sentences, head_texts, heads_table, read_cells, states


@dataclass(frozen=True, slots=True)
class RawClaim:
    """A sentence of the answer; ``asserts`` is False for refusals and echoes of the question.

    ``under`` is what a sentence in a table cell stands under; ``cells`` are those of a row of values.
    """

    start: int
    end: int
    text: str
    asserts: bool = True
    under: str = ""
    cells: tuple[Cell, ...] = ()


_REFUSAL = re.compile(
    r"(?=[acdinuw不找无未没자규근기나내답명설안알언정조찾포확])(?:(?:찾지\s*못|찾을\s*수\s*없|확인되지\s*않|확인할\s*수\s*없|포함되어\s*있지\s*않|포함되지\s*않|나와\s*있지\s*않"
    r"|명시되어\s*있지\s*않|기재되어\s*있지\s*않"
    r"|언급(?:되어\s*있지\s*않|이\s*없|되지\s*않)|(?:내용|정보|규정|조항|자료|근거|설명|기재|안내)[은는이가도]?\s*(?:(?:제공된\s*|주어진\s*)?(?:자료|문서|본문|약관|발췌문?|검색\s*결과)에(?:는|도)?"
    r"\s*)?없(?:습니다|어|다|음|지만|으나"
    r"|으며|고\s)|답변(?:드리기|할\s*수)\s*(?:어렵|없)|알\s*수\s*없)"
    r"|未(?:能)?找到|没有找到|找不到|未(?:提及|包含|载明|涉及|说明|规定)(?![^，,。]{0,20}的[，,])|没有(?:提及|包含|相关|提到|说明)|无法(?:回答|确认|确定|找到)"
    r"|不(?:包含|包括)[^，。]{0,12}(?:内容|信息|资料)|资料中没有"
    r"|\b(?:(?:could|can|did|do|does|is|are|was|were)\s*(?:not|n['’]t)|cannot"
    r"|unable\s+to)\s+(?:\w+\s+)?(?:find|found|locate|answer|determine|contain"
    r"|mention(?:ed)?|include|appear|provide|specify|state|cover\s+this\s+topic|confirm)"
    r"|\bno\s+(?:information|mention|passage|provision|relevant|reference|result)\b"
    r"|\bnothing\s+(?:about|on|in|was)\b|\bnot\s+(?:found|mentioned|contained|included"
    r"|specified|stated|part\s+of\s+the\s+provided)\b)",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"(?=[?？atyㄴ你可咨您想提是能询问까나냐느는에여은인])(?:(?:는지|은지|ㄴ지|인지|여부(?:를|에)?|냐고|느냐고|나요\?|까요\?|에\s*대해|에\s*관해)[^.。]{0,12}(?:문의|질문|물어|물으|궁금)"
    r"|^(?:您|你)(?:所)?(?:询问|咨询|提问|问)|(?:您|你)?(?:询问|咨询|提问|问到?|想知道)[^。]{0,30}(?:是否|吗|能否|可否|多少"
    r"|什么)|(?:是否|能否|可否)[^。]{0,30}的(?:问题|咨询|询问)"
    r"|\b(?:you\s+(?:asked|wanted\s+to\s+know|ask)|your\s+question|the\s+question\s+(?:is"
    r"|was)|asked\s+(?:whether|if|about))\b|[?？]\s*$)",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"(?:,\s*|，\s*)(?:다만|하지만|그러나)\s*|(?<=[가-힣])(?:지만|으나|는데|며)(?:[,，]\s*|\s+)|[，,]\s*(?:但是?"
    r"|不过|然而|可是)|(?:,\s*|\s)(?:but|however|although|though)\s|;\s*(?:however,?)?\s*|[；]",
    re.IGNORECASE,
)


_SEPARATOR = re.compile(r"[,，;；\s]+|[가-힣]+[,，\s]*")


def split_claims(answer: str, repeated: Callable[[str], bool] = lambda said: False) -> list[RawClaim]:
    """Claims of ``answer`` in order. A sentence that refuses and then states something is two claims.
    What is ``repeated`` from a passage refuses nothing (未说明免责条款的，… may be a clause).

    >>> [(c.text, c.asserts) for c in split_claims("未找到相关内容，但一般按第九十九条处理。")]
    [('未找到相关内容，', False), ('但一般按第九十九条处理。', True)]
    """
    found: list[RawClaim] = []
    heads: tuple[str, ...] = ()
    for sentence in split_sentences(answer):
        if sentence.kind != "row":
            heads = ()
            found.extend(_stated(answer, sentence.start, sentence.end, repeated))
        elif heads_table(answer, sentence.end):
            heads = head_texts(sentence)
            found.append(RawClaim(sentence.start, sentence.end, sentence.text, False))
        else:
            found.extend(_row(answer, sentence, heads, repeated))
    return found


def _row(
    answer: str, row: Sentence, heads: tuple[str, ...], repeated: Callable[[str], bool]
) -> list[RawClaim]:
    """A row of values is one claim; in a row with a sentence each sentence and each other cell is one."""
    cells = read_cells(row, heads)
    if not any(states(cell.text) or _REFUSAL.search(cell.text) for cell in cells):
        return [RawClaim(row.start, row.end, row.text, cells=cells)]
    parts = [part for cell in cells for part in cell_sentences(cell)]
    return [
        replace(claim, under=part.under)
        for part in parts
        for claim in _stated(answer, part.start, part.end, repeated)
    ]


def _stated(answer: str, start: int, end: int, repeated: Callable[[str], bool]) -> list[RawClaim]:
    text = answer[start:end]
    if repeated(text):
        return [RawClaim(start, end, text)]
    if _ECHO.search(text):
        return [RawClaim(start, end, text, False)]
    if _REFUSAL.search(text):
        return _with_turns(answer, start, end)
    return [RawClaim(start, end, text)]


def _with_turns(answer: str, start: int, end: int) -> list[RawClaim]:
    """The parts of a refusing sentence, cut after each turning word or comma that opens a new statement."""
    cuts = [
        start,
        *(turn.start() + _lead_in(turn.group()) for turn in _TURN.finditer(answer, start, end)),
        end,
    ]
    pieces: list[RawClaim] = []
    for low, high in pairwise(cuts):
        text = answer[low:high].strip()
        if text:
            begin = low + len(answer[low:high]) - len(answer[low:high].lstrip())
            pieces.append(RawClaim(begin, begin + len(text), text, not _REFUSAL.search(text)))
    return pieces


def _lead_in(turn: str) -> int:
    """Characters of a turn that still belong to the statement before it: a comma, a Korean ending."""
    opening = _SEPARATOR.match(turn)
    return opening.end() if opening else len(turn)
