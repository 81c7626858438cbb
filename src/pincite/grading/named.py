"""Names in a question that must stand in what was found: years, titles in title marks, kinds of decree."""

import re
from collections.abc import Sequence

from pincite.text.analyzers import fold

_YEAR = re.compile(
    r"(?<![\d-])(?:1[5-9]\d\d|20\d\d)(?![\d-])(?!\s?(?:원|명|개|건|만|元|人|个|名|km|m\b|kg|g\b|people|units))"
)
_CIRCUMSTANCE = re.compile(
    r"[가-힣]면(?=[\s,?]|$)|는데|경우|[했았었였](?:고|을|는|다|으)|기준(?:으로)?\b|생일|입사|퇴사|퇴직|가입|계약|출생|태어"
    r"|\b(?:if|i|i'm|my|we|our|hired|joined|born|signed|bought|retir\w+)\b"
    r"|如果|的话|的話|我|入职|入職|离职|離職|参加工作|出生|签|簽|购买|購買"
)
"""Where a question tells what the person did when, its year need not be in a document."""
_AMENDED = re.compile(r"<[^<>]{0,200}>|\[[^\[\]]{0,200}\]|〈[^〉]{0,200}〉")
"""Notes of amendment: ``<개정 2021. 1. 5.>`` dates the text, not what it says."""
_TITLE = re.compile(r"[「『《〈]([^」』》〉]{2,40})[」』》〉]")
_DECREE = re.compile(r"시행령|시행규칙|实施细则|實施細則|实施条例|實施條例|司法解释|司法解釋")
"""What stands below a law; the law itself only refers to it (대통령령으로 정한다)."""
_HALF = 0.5
"""Share of the pairs of letters of a title that one passage must hold: 《道交法》 is 道路交通安全法."""
_SCRIPTS = (re.compile(r"[가-힣]"), re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[a-zA-Z]"))
_TRADITIONAL = frozenset(
    "們個這國會來時說對為過發後學經長問間實現開關無與進還種樣點電機車門見風馬龍語論記讀寫義習書約條憲"
)
_SIMPLIFIED = frozenset(
    "们个这国会来时说对为过发后学经长问间实现开关无与进还种样点电机车门见风马龙语论记读写义习书约条宪"
)
"""Common letters that tell one Chinese script from the other."""
_NO_LETTER = re.compile(r"[\W_]+")


def missing_name(
    question: str, about: Sequence[str], pool: Sequence[str], *, years: bool = True
) -> tuple[str, str] | None:
    """``("year" | "name", as written)`` of the first name of ``question`` that is not there, else None.

    A year is missing when passages about the subject speak of other years and nothing in the ``pool`` of it;
    where they speak of none, the year is a circumstance of the person (2024년에 입사했는데 …).

    >>> missing_name("2023 budget", ["The budget of 2022 is 5."], ["The budget of 2022 is 5."])
    ('year', '2023')
    >>> missing_name("hired in 2023, how much leave?", ["15 days."], ["15 days."]) is None
    True
    """
    if years and (year := _missing_year(question, about, pool)):
        return "year", year
    for title in _TITLE.findall(question):
        pairs = _pairs(title)
        if (
            pairs
            and _written_alike(title, about)
            and all(len(pairs & _pairs(text)) < _HALF * len(pairs) for text in pool)
        ):
            return "name", title
    for decree in _DECREE.findall(question):
        if not any(decree in text for text in about):
            return "name", decree
    return None


def _missing_year(question: str, about: Sequence[str], pool: Sequence[str]) -> str | None:
    named = [] if _CIRCUMSTANCE.search(fold(question)) else _YEAR.findall(question)
    if not named or not any(_YEAR.search(_AMENDED.sub(" ", text)) for text in about):
        return None
    return next((year for year in named if not any(_speaks_of(year, text) for text in pool)), None)


def _speaks_of(year: str, text: str) -> bool:
    """The year, its last two digits as people write them (’18년, 18~22), or a span that it lies in."""
    if year in text:
        return True
    short = year[2:]
    if re.search(rf"['‘’`]\s?{short}(?!\d)|(?<!\d){short}\s?[년年~～/.-]", text):
        return True
    spans = re.findall(
        r"(?<!\d)((?:1[5-9]|20)\d\d)\s?(?:년|年)?\s?(?:[-–—~～∼至到]|to|부터|until)\s?((?:1[5-9]|20)\d\d)(?!\d)",
        text,
    )
    return any(first < year < last for first, last in spans)


def _written_alike(title: str, about: Sequence[str]) -> bool:
    """Whether passages about the subject are written as the title is: else it may stand there translated."""
    text = "".join(about)
    if _lean(title) * _lean(text) < 0:
        return False
    return any(script.search(title) and len(script.findall(text)) * 4 > len(text) for script in _SCRIPTS)


def _lean(text: str) -> int:
    """How many more letters are of traditional than of simplified Chinese."""
    return sum((letter in _TRADITIONAL) - (letter in _SIMPLIFIED) for letter in text)


def _pairs(text: str) -> set[str]:
    letters = _NO_LETTER.sub("", fold(text))
    return {letters[place : place + 2] for place in range(len(letters) - 1)}
