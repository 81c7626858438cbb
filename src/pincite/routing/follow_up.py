"""A question that only the turn before makes whole, told by rules: "그럼 기간은요?", "那金额呢？".

With a model its rewrite says what is meant (row QU-01); without one the words of the question before stand
beside it. A question that says by itself what it is about is left alone, so that an earlier subject does not
pollute it.
"""

import re
from collections.abc import Sequence

from pincite.core.types import LexicalField
from pincite.text.analyzers import fold, query_terms
from pincite.text.references import find_references

_POINTS_BACK = re.compile(
    r"^(?:그럼|그러면|그렇다면|그런데|그리고|또|또한|아니면|만약|만일)\b|(?:^|\s)(?:그|이|저)\s?(?:건|거|것|경우|때|기간|금액|조항|내용|사람|서류|비용|보험)"
    r"|(?:^|\s)(?:거기|여기|그곳|위의?|앞의?|같은\s?(?:경우|조|조건))(?:\s|에|서|는|은|의)"
    r"|^(?:and|or|but|then|so|what about|how about|what if|why|in that case|otherwise)\b"
    r"|\b(?:it|its|they|them|their|that|those|this|these|he|she|his|her|the same|the above|there)\b"
    r"|^(?:那|那么|如果|还有|另外|然后|为什么)|(?:它|他们|她|这个|那个|这种|那种|该|上述|其中|此)|呢[？?]?$"
)
_LEFT_OUT = re.compile(r"(?:은|는)요?\s*[?？]?$|^\S{1,6}\s*[?？]$")
FEW_TERMS = 3
"""Content words up to which a question that points back, or leaves its verb out, is not whole by itself."""


def is_follow_up(question: str) -> bool:
    """Whether ``question`` points back and says little by itself. One that names a clause never does.

    >>> is_follow_up("그럼 기간은요?"), is_follow_up("What about minors?"), is_follow_up("那金额呢？")
    (True, True, True)
    >>> is_follow_up("해외여행보험에서 그 나라의 전쟁으로 생긴 손해도 보상하나요?")
    False
    """
    if find_references(question):
        return False
    folded = fold(question).strip()
    words = query_terms(question)[LexicalField.MORPHEMES]
    if len(words) > FEW_TERMS:
        return False
    return bool(_POINTS_BACK.search(folded) or _LEFT_OUT.search(folded))


def with_subject(question: str, before: Sequence[str]) -> str:
    """``question`` behind the last question of ``before`` that is whole by itself, where it is not; at most
    three turns back.

    >>> with_subject("그럼 기간은요?", ["입원일당은 얼마인가요?"])
    '입원일당은 얼마인가요? 그럼 기간은요?'
    """
    if not is_follow_up(question):
        return question
    for earlier in list(before)[:-4:-1]:
        if not is_follow_up(earlier):
            return f"{earlier} {question}"
    return question
