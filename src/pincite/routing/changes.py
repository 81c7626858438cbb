"""Whether a question asks what is different between two versions of a document.

It counts only where the change lies behind and is what is asked about: how to change something, what to do
when something changes, and what differs between two things are other questions.
"""

import re

_PAPER_KO = r"(?:약관|규정|규칙|내규|지침|정책|조항|버전|판|제\s?\d+\s?조|기준|요율)"
_PAPER_EN = r"(?:version|edition|terms|policy|rules?|clause|article|handbook|manual)"
_CHANGE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # 무엇이 바뀌었나, 어떻게 달라졌나요; not 변경된 경우, 바뀌면
        r"(?:무엇|뭐|뭘|무슨|어떤|어떻게|얼마나|얼마로|얼마에서|어디|언제)[^?？.]{0,24}"
        r"(?:바뀌었|바뀌었|바꼈|바뀐\s*(?:거|건|것|점|내용|부분)|달라졌|달라진\s*(?:거|건|것|점|내용|부분)"
        r"|(?:변경|개정|수정|조정|인상|인하|상향|하향)(?:되었|됐|했|하였|된\s*(?:거|건|것|점|내용|부분)))"
        r"(?!\S*\s*(?:때|경우|날))",
        r"(?:바뀐|달라진|(?:변경|개정|수정)된)\s*(?:점|것|거|게|내용|부분|사항|조항)"
        r"\S{0,2}\s*(?:무엇|뭐|뭔|어떤|있나|있는지|있습|알려\s?(?:줘|주|달)|설명|정리|보여|[?？]|$)",
        r"(?:바뀌었|달라졌|(?:변경|개정|수정|조정|인상|인하)(?:되었|됐))(?:나|는지|습니까|어|을까|니|지)",
        rf"개정\s*전\s*(?:과|와|·|,|/)?\s*(?:개정\s*)?후|{_PAPER_KO}\S{{0,2}}\s*(?:변경|수정)\s*전\s*(?:과|와|·|,|/)?\s*후",
        r"신[·\s/]?구\s*(?:조문|대비|대조|비교|약관|규정)",
        r"개정\s*(?:내용|사항|이유)(?:은|이|을|을?\s*알려|\s*[?？]|$)",
        rf"(?:이전|종전|예전|지난|옛|구)\s*{_PAPER_KO}[^?？]*(?:차이|다른|달라|다르|비교|바뀌|변경)",
        rf"{_PAPER_KO}\S{{0,2}}\s*(?:이전|종전|예전|지난|옛|구)\s*{_PAPER_KO}?[^?？]*(?:차이|다른|달라|다르|비교)",
        # what changed, what has been amended; not how do I change, what happens when it changed
        r"\bwhat(?:['’]s|\s+is|\s+was|\s+were|\s+has|\s+have|\s+had)?\s+(?:been\s+|was\s+)?"
        r"(?:changed|amended|revised|modified|updated)\b",
        r"\bwhat\s+(?:are\s+the\s+|were\s+the\s+)?changes\b(?!\s+(?:must|should|do|can|may|need))",
        r"\b(?:which|what)\s+\w+(?:\s+\w+)?\s+(?:has|have|was|were)\s+(?:been\s+)?(?:changed|amended|revised|updated)\b",
        r"\bhow\s+(?:has|have|did|was|were)\b[^?.]{1,60}\b(?:changed?|amended|revised|evolved?|differ)\b",
        rf"\b(?:old|older|previous|prior|former|earlier|last)\s+{_PAPER_EN}\b[^?.]*\b(?:differ\w*|compar\w+|chang\w+|new)",
        rf"\b(?:differ\w*|compar\w+|chang\w+)\b[^?.]*\b(?:old|older|previous|prior|former|earlier|last)\s+{_PAPER_EN}\b",
        r"\bbefore\s+and\s+after\s+the\s+(?:\w+\s+)?(?:amendment|revision|change|update)",
        r"^(?:so|and|but)?\s*(?:was|were|has|have)\b[^?.]{1,50}\b(?:changed|raised|lowered|reduced|increased|amended)\b"
        r"(?:\s+(?:in|on|since|from|by)\b[^?.]*)?\s*\?",
        # 修改了什么, 有哪些变化; not 变更了怎么办, 如何变更
        r"(?:修改|修订|修訂|变更|變更|改变|改動|改动|调整|調整|更新|变动)(?:了|过)?(?:什么|什麼|哪些|多少|哪里|内容有)",
        r"(?:有|发生了?|出现了?)(?:了)?(?:什么|什麼|哪些|何|怎样的|怎么样的)(?:变化|變化|变动|变更|修改|改动|修订|调整|更新)",
        r"(?:修订|修改|改版|变更|调整|修訂)前\s?(?:和|与|、)?\s?(?:修订|修改|改版|变更|调整|修訂)?后",
        r"新旧?(?:版|条款|版本|规定|制度)?\s?(?:和|与|跟)?旧?(?:版|条款|版本|规定)?(?:之间)?(?:的|有)?(?:什么|何|哪些)?"
        r"(?:对比|比较|差异|区别)",
        r"(?:旧版|上一版|老版|前一版|原版本|旧版本|旧条款)[^？?]*(?:区别|差异|不同|变化|对比|比较)",
        r"(?:怎么|怎样|如何|是怎么)(?:变化|改变|变|改|调整)(?:的|了)(?:[？?。]|$)",
    )
)


_PARTICLE = r"(?:이|가|은|는|을|를|의|에|에서|으로|로|과|와|도)?"
_ASKING = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"신[·\s/]?구\s*(?:조문|대비|대조|비교|약관|규정)\S*(?:\s*대비\S*)?|무엇인\S*|뭔\S*",
        rf"개정\s*전\s*(?:과|와|·|,|/)?\s*(?:개정\s*)?후{_PARTICLE}|(?:변경|수정)\s*전\s*(?:과|와|·|,|/)?\s*후{_PARTICLE}",
        rf"(?:이전|종전|예전|지난|옛)\s*{_PAPER_KO}{_PARTICLE}(?:\s*비교\S*)?",
        rf"(?:무엇|뭐|뭘|무슨|어떤|어떻게|얼마나|얼마에서|얼마로|얼마|어디|언제부터|언제){_PARTICLE}(?=[\s?？]|$)",
        r"(?:바뀌|바뀐|바꼈|달라|다른|다르|변경|개정|수정|조정|인상|인하|상향|하향)\S*",
        rf"(?<!\S)(?:점|것|거|건|게|내용|부분|사항|차이점?|비교){_PARTICLE}(?=[\s?？]|$)",
        r"비교(?:해|하)?\S*|알려\s?(?:줘|주\S*|달\S*)|설명\S*|정리\S*|보여\s?\S*|있(?:나요|는지|습니까|나)|주세요|해\s?줘",
        rf"(?:since|from|compared\s+(?:to|with)|between|and|than|with|to)?\s*(?:the\s+)?"
        rf"(?:old|older|previous|prior|former|earlier|last|new|newer|current|latest)\s+{_PAPER_EN}s?\b",
        r"before\s+and\s+after\s+the\s+(?:\w+\s+)?(?:amendment|revision|change|update)",
        r"\b(?:what|which|how|is|are|was|were|has|have|had|did|do|does|been|there|any|please|tell\s+me|about)\b",
        r"\b(?:changed?|changes|amended|revised|modified|updated|raised|lowered|reduced|increased|evolved?"
        r"|differ\w*|compar\w+)\b",
        r"(?:与|和|跟|同)?(?:旧版|上一版|老版|前一版|原版本|旧版本|旧条款|以前)(?:相比|比)?",
        r"(?:修订|修改|改版|变更|调整|修訂)前\s?(?:和|与|、)?\s?(?:修订|修改|改版|变更|调整|修訂)?后",
        r"新旧?(?:版|条款|版本|规定|制度)?\s?(?:和|与|跟)?旧?(?:版|条款|版本|规定)?(?:之间)?的?(?=对比|比较|差异|区别)",
        r"(?:有|发生|出现)?(?:了|过)?(?:什么|什麼|哪些|何|怎样的|怎么样的|多少)?"
        r"(?:变化|變化|变动|变更|變更|修改|改动|改動|修订|修訂|调整|調整|更新|改变|不同|区别|差异|对比|比较)"
        r"(?:了|过)?(?:什么|什麼|哪些|多少|哪里)?(?:内容|地方)?",
        r"是?(?:怎么|怎样|如何)(?:变化|改变|变|改)(?:的|了)?|请问|请|[吗呢]",
    )
)
_LOOSE = re.compile(
    r"^[\s,.:;?!，。？！、·]+|^(?:和|与|及|跟)\s*|^的|(?:[\s,.:;?!，。？！、·]|(?<=[가-힣]{2})(?:이|가|은|는|을|를|의|에서|에)(?=[\s?？]*$)"
    r"|(?<=[一-龥]{2})[的中里]$)+$|^\s*(?:in|to|of|for|with|on|and|by)\s+|\s+(?:in|to|of|for|with|on|and|by|from)\s*[?.]*$",
    re.IGNORECASE,
)


_NO_TOPIC = re.compile(
    r"(?:the|an?)?\s*(?:(?:version|edition|terms|polic|rule|handbook|manual)(?:s|y|ies)?)?"
    r"|(?:약관|규정|규칙|내규|지침|정책|버전|문서)(?:의|에서|과|와)?|条款|规定|規定|合同|制度|政策|版本",
    re.IGNORECASE,
)
"""Words for the paper as such: all of it is asked about."""


def topic_of(question: str) -> str:
    """What a question about a change is about, without the words that ask for the change; "" for all of it.

    >>> topic_of("입원일당은 어떻게 바뀌었나요?"), topic_of("What changed in the deadline for claims?")
    ('입원일당', 'the deadline for claims')
    """
    for asking in _ASKING:
        question = asking.sub(" ", question)
    question = " ".join(question.split())
    while (shorter := _LOOSE.sub("", question)) != question:
        question = shorter
    return "" if _NO_TOPIC.fullmatch(question) else question


def asks_for_change(question: str) -> bool:
    """
    >>> asks_for_change("제5조에서 무엇이 바뀌었나요?"), asks_for_change("수익자를 변경하려면?")
    (True, False)
    """
    return any(pattern.search(question) for pattern in _CHANGE)
