"""Content words of a statement, light enough for milliseconds: Hangul stems, Latin stems, Han bigrams."""

import re
from functools import lru_cache

_RUN = re.compile(
    r"\d+(?:종|형|급|군|단계|차|세대|관|동|층|기|안|그룹)|(?:(?<=[a-z] )|(?<=[가-힣] ))[A-Z](?![A-Za-z])|[A-Z](?=[형종안군급])|[가-힣]+|[A-Za-z][A-Za-z'’-]*|[\u4e00-\u9fff]+"
)
_JOSA = re.compile(
    r"(?:으로서|으로써|에서는|에서도|에게는|에게도|까지는|부터는|에게서|이라도|이라는|에게|에서|에는|에도|으로|까지|부터|이나|라도|처럼"
    r"|보다|마다|조차|밖에|만을|만이|만으로도|만으로|은|는|이|가|을|를|의|에|로|와|과|도|만|나|라|며|인)$"
)
_COPULA = re.compile(r"(?:입니다|이며|이고|이다|이면|이라면|인지|이었다|였다|이므로)$")
_VERB = re.compile(r"(?<=[가-힣]{2})(?:하|되|된|한|할|함|합|해|했|됩|될|됨|돼|하여|시키|받)[가-힣]*$")
_ENDING = re.compile(r"(?:습니다|ㅂ니다|었다|았다|으면|아도|어도|은|는|을|던|고|면|지|게|어|아)$")
KO_STOP = frozenset(
    "경우 때 것 수 등 및 또는 다만 단 이상 이하 초과 미만 이내 이후 이전 따라 따르 따르면 의하 의하면 해당 그 이 위 각 한 하 되 중 후 전 날 "
    "대한 대하 관한 관하 의한 위한 위하 있 없 않 아니 못 합니다 한다 됩니다 된다 입니다 이다 있습니다 없습니다 있다 없다 있는 없는 않는다 않습니다 "
    "그러나 하지만 그리고 및 부터 까지 받 정 정합니다 규정 모든 어떤 다음 어느 하나 호 항 조 당 매 연 월 일 년 개월 본 동 약 총 경우라도 중에 언제든지 또한 역시 사이 안 늦어도 "
    "최대 최소 말 말합니다 라 뜻 관련 내용 제외 않 아니하 그러하 때문".split()
)
EN_STOP = frozenset(
    "a an the of to in on at by for with from and or but if unless is are was were be been being it its this that these "
    "those there here as under into than then so such not no nor any all each every only also shall will would should "
    "must may might can could cannot do does did has have had which who whom whose what when where per within after "
    "before until upon about over more less most least up out off own same other s t says said states according".split()
)
_ZH_STOP = re.compile(
    r"的|了|在|是|为|与|和|及|或|之|其|该|应当|应|将|被|把|对于|对|按照|按|由|自|因|可以|可|则|也|都|并|且|等|根据|依据|规定|造成|属于|发生|起|向|从|于|给予|予以|进行|"
    r"不予|不得|不能|不|未|没有|有|无|个|以上|以下|以内|内|后|前|每|满|超过|不足|条|款|项|第"
)
GENERIC = frozenset(
    "손해 비용 사고 보험금 회사 계약 금액 사항 내용 사람 자 피보험자 계약자 보험자 보상 보장 지급 손 대상 약관 조항 费用 损失 保险 险人 金额 合同 人员 loss cost fee amount insurer "
    "company customer contract agreement damage person policy".split()
)
"""Words that half of all statements in a document share; they tell no two topics apart."""


@lru_cache(maxsize=8192)
def _korean_stem(word: str) -> str:
    word = _COPULA.sub("", word) if len(word) > 3 else word
    cut = _VERB.sub("", word)
    if cut != word:
        return _JOSA.sub("", cut) if len(cut) > 2 else cut
    if len(word) > 1:
        stripped = _JOSA.sub("", word)
        if stripped != word and stripped:
            return stripped
        return _ENDING.sub("", word) or word
    return word


@lru_cache(maxsize=8192)
def english_stem(word: str) -> str:
    """A crude stem, enough to match *covers*, *covered*, *covering*.

    >>> [english_stem(w) for w in ("Covered", "policies", "stops", "authorised", "authority")]
    ['cover', 'polic', 'stop', 'author', 'author']
    """
    word = word.lower().replace("’", "'").removesuffix("'s").strip("'-")
    for suffix in (
        "isations",
        "izations",
        "isation",
        "ization",
        "ities",
        "ised",
        "ized",
        "ises",
        "izes",
        "ity",
        "ise",
        "ize",
        "ations",
        "ation",
        "ments",
        "ment",
        "ing",
        "ies",
        "ied",
        "ed",
        "es",
        "s",
        "ly",
        "e",
        "y",
    ):
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
    for run in _RUN.findall(text):
        if "가" <= run[0] <= "힣":
            stem = _korean_stem(run)
            if stem and stem not in KO_STOP and run not in KO_STOP:
                found.append(stem)
        elif run[0].isdecimal() or (len(run) == 1 and run.isupper() and run.isascii()):
            found.append(run)
        elif run[0].isascii():
            if run.lower() not in EN_STOP:
                found.append(english_stem(run))
        else:
            for piece in _ZH_STOP.split(run):
                if len(piece) == 1:
                    found.append(piece)
                found.extend(piece[i : i + 2] for i in range(len(piece) - 1))
    return found


@lru_cache(maxsize=4096)
def terms(text: str) -> frozenset[str]:
    """The distinct content terms of ``text``.

    >>> sorted(terms("질병으로 4일 이상 입원하면 1일당 3만원을 지급합니다."))
    ['만원', '일당', '입원', '지급', '질병']
    """
    return frozenset(terms_in_order(text))


@lru_cache(maxsize=4096)
def despaced(text: str) -> str:
    return re.sub(r"[\s*_#|]+", "", text).lower()


_SUFFIX = "일자금비률율액서기시료권"
"""Syllables that a noun takes on in a compound: 접수일 is what "접수한 날" speaks of."""


def contains(text: str, term: str) -> bool:
    """Whether ``term`` occurs in ``text``: compounds and spacing do not matter for Hangul and Han."""
    if term[0].isascii():
        return term in terms(text)
    if len(term) == 3 and term[-1] in _SUFFIX and term[:2] in despaced(text):
        return True
    if len(term) >= 2:
        return term in despaced(text) or (len(term) >= 4 and _parts(term, text))
    return term in terms(text)


def _parts(term: str, text: str) -> bool:
    """``무면허운전`` in ``무면허 중 운전``: both halves of a compound occur."""
    flat = despaced(text)
    return any(term[:i] in flat and term[i:] in flat for i in range(2, len(term) - 1))


def covered(wanted: frozenset[str], text: str) -> frozenset[str]:
    """Those of ``wanted`` that occur in ``text``."""
    return frozenset(term for term in wanted if contains(text, term))
