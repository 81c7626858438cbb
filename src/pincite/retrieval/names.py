"""Whether a document is the one that a question names beside a clause.

Two kinds of names behave differently. A statute's is exact: 민법 is not 난민법, and 근로기준법 is not its
시행령. What people call a contract or a rule book is loose: some of its words are said, in any spelling, so
that what is said must be in the name, or all of the name must have been said.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.text.analyzers import analyze

_KINDS = (
    r"약관|규정|규칙|내규|지침|계약서?|매뉴얼|문서|정책|편람|요령|기준서|설명서|안내서|policy|policies|manual|handbook"
    r"|agreement|contract|terms(?:\s+and\s+conditions)?|rules?|rule\s?book|guide(?:lines?|book)?|document|standards?"
    r"|条款|條款|合同|手册|手冊|制度|规定|規定|办法|辦法|章程|细则|指南|规程|协议|文件"
)
"""What a document is, in the words of who has it at hand. A statute's kind (법, Act, 法) is none of them."""
GENERIC = re.compile(rf"(?<!시행)(?:{_KINDS})$", re.IGNORECASE)
_NAMED_KIND = re.compile(rf"(?:{_KINDS})", re.IGNORECASE)
_STATUTE = re.compile(
    r"(?:법|법률|시행령|시행규칙|조례|헌법|법전|法|法典|条例|Act|Code|Law|Ordinance|Constitution)$"
)

_NOT_LETTERS = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\s\W]+(?:['’.&-][^\s\W]+)*")
_COMMON = frozenset(
    {
        "보험", "보통", "특별", "표준", "이용", "서비스", "회사", "우리", "당사", "상품", "해당",
        "관련", "현행", "최신", "개정", "전문", "본문", "전체", "원문", "그", "이", "저", "내",
        "위",
        "the", "a", "an", "our", "your", "my", "this", "that", "of", "in", "from", "under", "to",
        "for", "and", "on", "by", "per", "company", "general", "standard", "full", "text",
        "current", "latest", "version", "show", "me", "what", "does", "do", "say", "says",
        "please", "give", "find", "tell", "about", "is", "are", "which", "where",
        "本", "该", "我们", "公司", "我司", "现行", "最新", "修订", "全文", "请", "看", "查",
        "一下", "查询", "根据", "按照", "依据", "显示", "告诉", "我", "的", "中",
    }
)  # fmt: skip
"""Words that tell no document from another."""

_ENDS_OF_SPEECH = re.compile(
    r"(?:은|는|을|를|의|에|에서|로|으로|와|과|도|만|요|줘|주세요|까지|부터|이라는|라는|하는|된|한|할|인|대한|따른|있는)$"
)
"""Korean words that end so are no part of the name that follows them."""
_SPEECH_STOPS = frozenset(
    {
        "제가", "저희", "우리", "혹시", "현재", "지금", "고객", "고객님", "안녕하세요",
    }
)  # fmt: skip
_STATE = re.compile(r"(?:中华人民共和国|中华民国|大韩民国|国务院|共和国|省|市|区|县|대한민국|한국)$")
_BELOW = re.compile(
    r"^(?:시행령|시행규칙|시행세칙|실시|施行|实施|司法解释|规则|细则|regulations?|rules|enforcement)",
    re.IGNORECASE,
)
MOST_WORDS = 6
"""Of a name, to the left of what the document is."""


@dataclass(frozen=True, slots=True)
class SpokenName:
    """The name that stands with a clause: ``words`` before it from left to right, and ``law``, the part that
    names what it is (상법, 약관); empty where only words stand there."""

    law: str = ""
    words: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """What stands before it, whether or not it looks like a part of the name (근로 in 근로 기준법)."""
    whole: bool = False
    """It stood in quotation marks, so no word before it belongs to it."""

    @property
    def is_statute(self) -> bool:
        return bool(self.law) and not GENERIC.search(self.law.strip())

    @property
    def text(self) -> str:
        """As a reader sees it; empty where nothing says that it is a name."""
        if not self.law:
            return ""
        joined = (*self.words, self.law)
        return ("" if re.search(r"[\u4e00-\u9fff]", self.law) else " ").join(joined)

    @property
    def distinctive(self) -> tuple[str, ...]:
        """What tells the document from others of its kind, folded."""
        own = _NAMED_KIND.sub(" ", self.law) if self.law else ""
        found = [folded(word) for word in (*self.words, *_split(own))]
        return tuple(dict.fromkeys(word for word in found if len(word) > 1 and word not in _COMMON))


def spoken_name(law: str, begin: int, end: int, question: str) -> SpokenName:
    """The name beside the clauses at ``question[begin:end]``.

    What was read as a ``law`` with the words before it, else the words that end in what a document is (the
    travel policy), before or after the clauses.
    """
    law = law.strip()
    if law:
        at = question.rfind(law, 0, end)
        before = question[: at if at >= 0 else begin].rstrip()
        whole = before.endswith(("「", "『", "《", "<", "〈", '"', "“"))
        words = () if whole else _words_before(before)
        return SpokenName(law, words, () if whole else tuple(_split(before[-40:])[-3:]), whole)
    after = re.match(
        rf"\s*(?:of|in|from|under)\s+(?P<words>(?:[\w&'’-]+\s+){{0,{MOST_WORDS}}}?)(?P<kind>{_KINDS})\b",
        question[end:],
        re.IGNORECASE,
    )
    if after and re.search(r"[A-Za-z]$", after["kind"]):
        said = [word for word in _split(after["words"]) if word.lower() not in _COMMON]
        return SpokenName(after["kind"], tuple(said))
    before = re.sub(r"(?:\s*[,:(]|['’]s|의)?\s*$", "", question[:begin])
    kind = re.search(rf"(?:[\w·ㆍ]*?)(?P<kind>{_KINDS})$", before, re.IGNORECASE)
    if kind:
        words = _words_before(before[: kind.start()])
        own = before[kind.start() : kind.start("kind")]
        return SpokenName(kind["kind"], (*words, *_pieces(own)))
    return SpokenName("", _words_before(before))


def _words_before(text: str) -> tuple[str, ...]:
    """The nouns that stand together at the end of ``text``."""
    tail = re.split(r"[\n.,;:!?。，；：！？()（）「」『』《》\[\]]", text[-120:])[-1]
    words: list[str] = []
    for word in reversed(_split(tail)):
        low = word.lower()
        if low in ("the", "our", "your", "my", "this", "that", "of", "in"):
            break
        if _ENDS_OF_SPEECH.search(word) and re.search(r"[가-힣]$", word) and len(word) > 1:
            break
        if low in _COMMON or low in _SPEECH_STOPS:
            continue
        words[:0] = _pieces(word)
        if len(words) >= MOST_WORDS:
            break
    return tuple(words)


def _split(text: str) -> list[str]:
    return _WORD.findall(text)


def _pieces(word: str) -> list[str]:
    """A run of Han is several words, of which names are made in any choice."""
    if re.fullmatch(r"[\u4e00-\u9fff]+", word):
        return [piece for piece in analyze(word) if piece not in _COMMON] or [word]
    return [word] if word else []


def statute_match(name: SpokenName, title: str) -> int:
    """How well a title (or a heading) is the statute: 3 its very name, 2 its name among other words, 1 the
    end of a longer name, 0 not at all."""
    law, core = folded(name.law), folded(title)
    if not core:
        return 0
    spoken = [folded("".join((*name.words[at:], name.law))) for at in range(len(name.words) + 1)]
    exact = [*spoken, *(folded("".join((*name.before[at:], name.law))) for at in range(len(name.before)))]
    if {core, _bare(core)} & {*exact, *map(_bare, exact)}:
        return 3
    for candidate in sorted({*spoken}, key=len, reverse=True):
        at = core.find(candidate)
        while at >= 0:
            left, right = core[:at], core[at + len(candidate) :]
            if (
                not _BELOW.match(right)
                and _starts_word(title, at, left)
                and _ends_word(title, at + len(candidate))
            ):
                if not left or _STATE.search(left) or not re.search(r"[^\W\d]", left):
                    return 2
                if candidate == law and not name.words and not name.whole:
                    return 1
                if candidate != law:
                    return 1
            at = core.find(candidate, at + 1)
    return 0


def loose_match(name: SpokenName, names: Sequence[str]) -> float | None:
    """How much of the distinctive words stands in ``names`` (title and headings); None where they are those
    of another document. 0 is no sign for or against."""
    said = name.distinctive
    if not said:
        return 0.0
    places = [folded(place) for place in names]
    held = [word for word in said if any(word in place for place in places)]
    if len(held) < len(said):
        comparable = [place for place in names if is_name(place)]
        if not comparable:
            return 0.0
        if not held or all(_residue(place, held) for place in comparable):
            return None
    return float(sum(map(len, held)))


def is_name(place: str) -> bool:
    """Whether a title or heading says what the document is: 늘봄 상해보험 약관, 민법, Travel Policy."""
    return bool(_NAMED_KIND.search(place) or _STATUTE.search(place.strip()))


def _residue(place: str, held: Sequence[str]) -> str:
    """What distinguishes ``place`` and was not said."""
    rest = folded(_NAMED_KIND.sub("", place))
    for word in sorted(held, key=len, reverse=True):
        rest = rest.replace(word, "")
    for word in sorted(_COMMON, key=len, reverse=True):
        if len(word) > 1:
            rest = rest.replace(word, "")
    rest = re.sub(r"\d+|무배당|유배당|^무|^유|version|ver", "", rest)
    return rest if len(rest) > 1 else ""


def _bare(core: str) -> str:
    return re.sub(r"^(?:대한민국|한국|中华人民共和国)|\d+$", "", core)


def _letters(title: str) -> list[int]:
    return [place for place, letter in enumerate(title) if not _NOT_LETTERS.fullmatch(letter)]


def _starts_word(title: str, at: int, left: str) -> bool:
    places = _letters(unicodedata.normalize("NFKC", title))
    if at == 0 or at >= len(places):
        return at == 0
    here, before = places[at], places[at - 1]
    return (
        here != before + 1
        or bool(_STATE.search(left))
        or not left[-1:].isalpha()
        or _scripts_differ(title, here)
    )


def _ends_word(title: str, at: int) -> bool:
    places = _letters(unicodedata.normalize("NFKC", title))
    return at >= len(places) or places[at] != places[at - 1] + 1


def _scripts_differ(title: str, here: int) -> bool:
    return title[here].isascii() != title[here - 1].isascii()


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """``name`` without case, width, blanks and punctuation."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", name).lower())
