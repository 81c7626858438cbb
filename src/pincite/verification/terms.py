"""Content words of a statement, light enough for milliseconds: Hangul stems, Latin stems, Han bigrams."""

import re
from functools import lru_cache

from pincite.verification.words import EN_STOP, EN_SUFFIXES, KO_NATIVE_VERBS, KO_STOP, ZH_BREAKS

_RUN = re.compile(
    r"\d+(?:종|형|급|군|단계|차|세대|관|동|층|기|안|그룹)|(?:(?<=[a-z] )|(?<=[가-힣] ))[A-Z](?![A-Za-z])"
    r"|[A-Z](?=[형종안군급])|[가-힣]+|[A-Za-z][A-Za-z'’-]*|[\u4e00-\u9fff]+"
)
_JOSA = re.compile(
    r"(?:으로서|으로써|에서는|에서도|에게는|에게도|까지는|부터는|에게서|이라도|이라는|에게|에서|에는|에도|으로|까지|부터|이나|라도|처럼"
    r"|보다|마다|조차|밖에|만을|만이|만으로도|만으로|은|는|이|가|을|를|의|에|로|와|과|도|만|나|라|며|인)$"
)
_COPULA = re.compile(r"(?:입니다|이며|이고|이다|이면|이라면|인지|이었다|였다|이므로)$")
_VERB = re.compile(r"(?<=[가-힣]{2})(?:하|되|된|한|할|함|합|해|했|됩|될|됨|돼|하여|시키|받)[가-힣]*$")
_ENDING = re.compile(r"(?:습니다|ㅂ니다|었다|았다|으면|아도|어도|은|는|을|던|고|면|지|게|어|아)$")
_ZH_STOP = re.compile(ZH_BREAKS)
_SPACING = re.compile(r"[\s*_#|]+")
_NATIVE_VERBS = tuple((re.compile(pattern), noun) for pattern, noun in KO_NATIVE_VERBS)


@lru_cache(maxsize=8192)
def _korean_stem(word: str) -> str:
    native = next((noun for pattern, noun in _NATIVE_VERBS if pattern.match(word)), None)
    if native is not None:
        return native
    word = _COPULA.sub("", word) if len(word) > 3 else word
    if word in KO_STOP or word.removesuffix("인") in KO_STOP:
        return word.removesuffix("인")
    cut = _VERB.sub("", word)
    if cut != word:
        return _JOSA.sub("", cut) if len(cut) > 2 else cut
    if len(word) > 1:
        keeps = (len(word) == 2 and word[-1] in "이가의로와과도만나라며인") or (
            len(word) == 3 and word[-1] == "인"
        )
        stripped = word if keeps else _JOSA.sub("", word)  # 양도, 허가 and 체크인 end like particles
        if stripped != word and stripped:
            return stripped
        return _ENDING.sub("", word) or word
    return word


@lru_cache(maxsize=8192)
def english_stem(word: str) -> str:
    """A crude stem, enough to match *covers*, *covered*, *covering*; the stem of a stem is itself.

    >>> [english_stem(w) for w in ("Covered", "policies", "stops", "authorised", "authority")]
    ['cover', 'polic', 'stop', 'author', 'author']
    """
    word = word.lower().replace("’", "'").removesuffix("'s").strip("'-")
    while (shorter := _cut(word)) != word:
        word = shorter
    return word


def _cut(word: str) -> str:
    for suffix in EN_SUFFIXES:
        if (
            word.endswith(suffix)
            and len(word) - len(suffix) >= 3
            and not (suffix == "s" and word.endswith("ss"))
        ):
            word = word[: -len(suffix)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] in "pltnrgmb":
        word = word[:-1]
    return word


def terms_in_order(text: str) -> list[str]:
    """Content terms of ``text`` in order, repeats kept."""
    found: list[str] = []
    for match in _RUN.finditer(text):
        run = match.group()
        if "가" <= run[0] <= "힣":
            stem = _korean_stem(run)
            if stem and stem not in KO_STOP and run not in KO_STOP:
                found.append(stem)
        elif run[0].isdecimal() or (len(run) == 1 and run.isupper() and run.isascii()):
            opens = run in "AI" and text[: match.start()].rstrip()[-1:] in ("", ".", ":", ";", ",", "(")
            found.extend(() if opens else (run,))  # an article, no label (Plan A)
        elif run[0].isascii():
            if run.lower() not in EN_STOP:
                found.append(english_stem(run))
        else:
            found += _bigrams(run)
    return found


@lru_cache(maxsize=4096)
def _bigrams(run: str) -> tuple[str, ...]:
    found: list[str] = []
    for piece in _ZH_STOP.split(run):
        if len(piece) == 1:
            found.append(piece)
        found.extend(piece[i : i + 2] for i in range(len(piece) - 1))
    return tuple(found)


@lru_cache(maxsize=4096)
def terms(text: str) -> frozenset[str]:
    """The distinct content terms of ``text``.

    >>> sorted(terms("질병으로 4일 이상 입원하면 1일당 3만원을 지급합니다."))
    ['만원', '일당', '입원', '지급', '질병']
    """
    return frozenset(terms_in_order(text))


@lru_cache(maxsize=4096)
def despaced(text: str) -> str:
    return _SPACING.sub("", text).lower()


DENIES = "비非"
_NO_ASCII = "\x80"
_SUFFIX = "일자금비률율액서기시료권"
"""Syllables that a noun takes on in a compound: 접수일 is what "접수한 날" speaks of."""


def contains(text: str, term: str) -> bool:
    """Whether ``term`` occurs in ``text``: compounds and spacing do not matter for Hangul and Han."""
    return _contains(term, terms(text), despaced(text))


def holds(text: str, term: str) -> bool:
    """Whether ``term`` occurs in ``text`` in one piece (``contains`` takes the halves of a compound too)."""
    return _holds(term, terms(text), despaced(text))


def _contains(term: str, own: frozenset[str], flat: str) -> bool:
    return _holds(term, own, flat) or (len(term) >= 4 and not term[0].isascii() and _parts(term, flat))


def _holds(term: str, own: frozenset[str], flat: str) -> bool:
    if term[0].isascii() or len(term) < 2:
        return term in own
    if noun := taken_on(term):
        return noun in flat
    return occurs(term, flat)


def taken_on(term: str) -> str:
    """The noun in a compound that took on a last syllable (접수 in 접수일), empty where there is none."""
    return term[:2] if len(term) == 3 and term[-1] in _SUFFIX else ""


def occurs(term: str, flat: str) -> bool:
    """``급여`` does not occur in ``비급여``, nor ``会员`` in ``非会员``."""
    position = flat.find(term)
    while position >= 0:
        if position == 0 or flat[position - 1] not in DENIES:
            return True
        position = flat.find(term, position + 1)
    return False


def _parts(term: str, flat: str) -> bool:
    """``무면허운전`` in ``무면허 중 운전``: both halves of a compound occur."""
    return any(one in flat and other in flat for one, other in halves(term))


LONGEST_COMPOUND = 64
"""Letters. What is longer is no compound of two words, and to part it everywhere takes the square of its
length (2 s for 4,000 letters without a blank)."""


def halves(term: str) -> list[tuple[str, str]]:
    """The ways to part a compound of four letters or more; none of what is no word any more."""
    if len(term) > LONGEST_COMPOUND:
        return []
    return [(term[:cut], term[cut:]) for cut in range(2, len(term) - 1)]


@lru_cache(maxsize=16384)
def covered(wanted: frozenset[str], text: str) -> frozenset[str]:
    """Those of ``wanted`` that occur in ``text``."""
    if text.isascii():  # words of other scripts occur nowhere in it
        return wanted & terms(text)
    own, flat = terms(text), despaced(text)
    return frozenset(
        [t for t in wanted if (t in own if t[0] < _NO_ASCII or len(t) < 2 else _contains(t, own, flat))]
    )


@lru_cache(maxsize=16384)
def held(wanted: frozenset[str], text: str) -> frozenset[str]:
    """Those of ``wanted`` that occur in ``text`` in one piece."""
    if text.isascii():
        return wanted & terms(text)
    own, flat = terms(text), despaced(text)
    return frozenset(
        [t for t in wanted if (t in own if t[0] < _NO_ASCII or len(t) < 2 else _holds(t, own, flat))]
    )


_NEGATION = re.compile(
    r"\b(?:not|no|never|cannot|without|nor|neither|prohibit\w*|forbid\w*)\b|n['’]t\b"
    r"|않|아니|없|못[하한할합]|불가|금지|不|无|未|禁止",
    re.IGNORECASE,
)


def has_negation(text: str) -> bool:
    """Whether any word of ``text`` negates; coarse, to tell two wordings of one bound apart."""
    return _NEGATION.search(text) is not None
