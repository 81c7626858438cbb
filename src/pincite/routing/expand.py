"""Other ways to say a question, made without a model (DESIGN.md section 13).

What a rewrite has to cure is the gap between a person's words and the document's (reference 001 part 2):
spacing, words of asking, and terms for which the document's own headings give another name
(``부활(효력회복)``).
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pincite.text.analyzers import analyze, bigrams, fold
from pincite.text.references import find_references
from pincite.text.stopwords import ASKING, CHINESE, ENGLISH

MAX_VARIANTS = 5
"""Reference 000, query expansion: at most five."""

MIN_PHRASE = 3
"""Code points of a quoted phrase or clause from which it is worth a search of its own."""

NEAR_HEADING = 0.6
"""Share of a heading's terms that a question must hold to be taken for its topic: 효력을 회복하려면 holds
two of the three bigrams of 효력회복."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3"
_PIECE = re.compile(rf"[{_CJK}][{_CJK}\s]*|[^\W{_CJK}]+(?:[-_.'’:/][^\W{_CJK}]+)*")
_ALL_CJK = re.compile(rf"[{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
_AFTER_NOUN = re.compile(r"[은는이가을를의에도과와로하되시,?!.]")
_MARKS = " .?!~。？！～"
_BINDING = ASKING | CHINESE | ENGLISH | {"좀", "혹시", "그냥"}
_QUOTED = re.compile(
    r"\"([^\"]+)\"|“([^”]+)”|‘([^’]+)’|「([^」]+)」|『([^』]+)』|《([^》]+)》|(?<!\w)'([^']+)'(?!\w)"
)
_CLAUSE_END = re.compile(r"[,，、;；。?？!！\n]+|\.\s")
_SPACES = re.compile(r"\s+")
_SAME_TOPIC = re.compile(r"[()（）/／]")
_PREFIX = re.compile(
    r"^(?:please\s+|(?:can|could) you (?:please )?(?:tell|show) me\s+"
    r"|(?:what|who|where|when|which)(?:'s|\s+(?:is|are|was|were))\s+"
    r"|how\s+(?:do|can|should)\s+(?:i|we|you)\s+|how to\s+|(?:the|a|an)\s+"
    r"|请问|请告诉我|帮我|我想(?:知道|了解)|什么是|什么叫|什么|如何|怎么|怎样|为什么|为何|哪个|哪些|谁|何时|何地|혹시\s*|저기\s*)+",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"(?:\s*(?:좀|에\s?대해서?|에\s?관해서?))*\s*(?:알려|보여|가르쳐|설명해|찾아)\s?(?:주세요|줘요?|주실래요|주십시오|달라)?[\s?.!~]*$"
    r"|(?:은|는|이|가)?\s*(?:뭔가요|뭐예요|뭐죠|뭐야|뭐임|무엇인가요|무엇입니까|어떻게\s?되나요|얼마인가요|얼마예요)[\s?.!~]*$"
    r"|(?:是什么|是多少|有哪些|吗|呢)[？?。\s]*$|[\s?？.。!！~]+$"
)


def expand_query(query: str, headings: Sequence[str] = ()) -> list[str]:
    """At most `MAX_VARIANTS` other forms of ``query``, the most promising first; none equals it.

    In order: the other name that one of ``headings`` (titles of the documents asked) gives to a term of the
    question, its content words (re-spaced where they were run together), quoted phrases, the question without
    its words of asking, its content words run together, the heading nearest to it, and its clauses. Equal
    means: alike but for letter case, blanks and marks at the ends.

    >>> expand_query("실효된 계약의 효력회복 방법", ["제28조(부활(효력회복))"])[0]
    '실효된 계약의 부활 방법'
    >>> expand_query("무면허 운전 보상되나요?")
    ['무 면허 운전 보상', '무면허운전보상']
    """
    text = _SPACES.sub(" ", query).strip()
    words = _content_words(text)
    clauses = [part.strip() for part in _CLAUSE_END.split(text)]
    candidates = [
        *_other_names(text, headings),
        " ".join(words),
        *_quoted(text),
        _without_asking(text),
        _run_together(text, words),
        *_nearest_heading(text, headings),
        *(clause for clause in clauses if len(clause) >= MIN_PHRASE),
    ]
    return _distinct(text, candidates)[:MAX_VARIANTS]


def _distinct(text: str, candidates: Iterable[str]) -> list[str]:
    seen = {_plain(text), ""}
    kept: list[str] = []
    for candidate in candidates:
        variant = _SPACES.sub(" ", candidate).strip()
        if _plain(variant) not in seen and _content_words(variant):
            seen.add(_plain(variant))
            kept.append(variant)
    return kept


def _plain(text: str) -> str:
    return text.casefold().strip(_MARKS)


def _content_words(text: str) -> list[str]:
    words: list[str] = []
    end = 0
    for reference in find_references(text):
        if reference.start >= end:  # members of a range lie inside one another
            words += [*_words(text[end : reference.start]), text[reference.start : reference.end].strip()]
            end = reference.end
    return [*words, *_words(text[end:])]


def _words(text: str) -> Iterable[str]:
    for piece in _PIECE.findall(text):
        if _IS_CJK.match(piece):
            yield from (word for word in analyze(piece) if word not in _BINDING)
        elif fold(piece) not in _BINDING:
            yield piece


def _quoted(text: str) -> list[str]:
    found = (next(group for group in match.groups() if group) for match in _QUOTED.finditer(text))
    return [phrase for phrase in found if len(phrase.strip()) >= MIN_PHRASE]


def _without_asking(text: str) -> str:
    return _SUFFIX.sub("", _PREFIX.sub("", text))


def _run_together(text: str, words: Sequence[str]) -> str:
    """Neighbours joined: compounds are written either way in Korean, and no word search joins the two."""
    folded = fold(text)
    runs: list[str] = []
    end = 0
    for word in words:
        start = folded.find(fold(word), end)
        joins = bool(runs) and start >= end and not folded[end:start].strip()
        end = start + len(word) if start >= 0 else end
        noun = not folded[end : end + 1].strip() or _AFTER_NOUN.match(folded[end:]) is not None
        inside = any(folded[end:].lstrip().startswith(fold(other)) for other in words)
        if joins and (noun or inside) and _ALL_CJK.fullmatch(word) and _ALL_CJK.fullmatch(runs[-1]):
            runs[-1] += word
        else:
            runs.append(word)
    return " ".join(runs)


@lru_cache(maxsize=4096)
def _names(heading: str) -> tuple[str, ...]:
    """The names that a heading gives its topic: ``제28조(부활(효력회복))`` has two."""
    title = heading.lstrip("# ").strip()
    references = find_references(title)
    if references and references[0].start == 0:
        title = title[references[0].end :]
    parts = (part.strip(" .:·-\t") for part in _SAME_TOPIC.split(title))
    return tuple(part for part in parts if len(part) > 1)


def _other_names(text: str, headings: Sequence[str]) -> list[str]:
    variants: list[str] = []
    for heading in headings:
        names = _names(heading)
        for name in names:
            spelled = re.compile(_spelling(name), re.IGNORECASE)
            if spelled.search(text):
                others = (other for other in names if not re.search(_spelling(other), text, re.IGNORECASE))
                variants += [spelled.sub(other.replace("\\", r"\\"), text) for other in others]
    return variants


def _spelling(name: str) -> str:
    """The name with any blanks inside; Latin letters around it would make it another word."""
    inner = r"\s*".join(re.escape(character) for character in name if not character.isspace())
    return rf"(?<![^\W{_CJK}]){inner}(?![^\W{_CJK}])"


def _nearest_heading(text: str, headings: Sequence[str]) -> list[str]:
    asked = set(bigrams(text))
    best, nearest = 0.0, tuple[str, ...]()
    for heading in headings:
        names = _names(heading)
        for name in names:
            terms = set(bigrams(name)) - ENGLISH - ASKING
            share = len(terms & asked) / len(terms) if terms else 0.0
            if share >= NEAR_HEADING and share > best:
                best, nearest = share, names
    return [" ".join(nearest)]
