"""Numbers that state nothing: list marks, citation marks, tags, page numbers, identifiers, telephones.

`mask` blanks them, one character for one, so offsets stay.
"""

import re

_TAG = r"</?[A-Za-z][^<>\n]{0,300}>"
_CITATION = r"\[\^?\d{1,3}(?:\s*[,;\-–]\s*\^?\d{1,3})*\]|【\d{1,3}[^】\n]{0,20}】|\[\[[^\]\n]{1,60}\]\]"
_WEB = r"(?:https?://|www\.)[^\s)>\]\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]+"
_ADDRESS = r"[\w.+-]{1,64}@[\w-]++\.[\w.]+"
_LINK = r"\]\([^)\s]{1,2000}\)"
"""RFC 5321 gives an address 64 octets before its @; browsers take links of 2,000 characters."""
_LIST_MARK = (
    r"(?m:^[ \t>#*+\-•·]*(?:\*\*)?(?:[(（]?\d{1,3}[)）.．](?=[\s가-힣\u4e00-\u9fff*])|\d{1,3}、"
    r"|\d{1,2}\s*단계\s*[:：.)]?"
    r"|(?i:step)\s*\d{1,2}\s*[:.)]?|第?[一二三四五六七八九十\d]{1,3}步\s*[:：，,]?))"
)
_INLINE_MARK = r"(?<!\d\.\s)(?<=[\s:])\d{1,2}\.(?=\s+[가-힣A-Z\u4e00-\u9fff])"
_PAGE = (
    r"\d{1,4}(?:\s*[-~–]\s*\d{1,4})?\s*(?:쪽|페이지|면(?=[\s에의)]))|(?i:\bpp?\.\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)"
    r"|(?i:\bpages?\s+\d{1,4}(?:\s*(?:-|–|to|and)\s*\d{1,4})?)|(?:第\s*)?\d{1,4}(?:\s*[-~–至]\s*\d{1,4})?\s*页"
)
_LABELLED = (
    r"(?:번호|코드|아이디|계좌|사번|编号|单号|号码|案号|保单号|工单|流水号)\s*(?:(?:[:：#]|는|은|为|是)\s*)?[A-Za-z]{0,6}[-_]?\d[\w\-]*"
    r"|(?i:\b(?:ticket|case|ref(?:erence)?|order|invoice|policy|claim|receipt|serial"
    r"|account|id|model|request)"
    r"\.?\s*(?:(?:no\.?|number|num|id|\#)\s*)?(?:[:#]\s*)?)[A-Za-z]{0,5}-?\d[\w]*(?:-[\w]+)+"
    r"|(?i:\b(?:no\.|number|id|\#)\s*(?:[:#]\s*)?)[A-Za-z]{0,5}-?\d{4,}[\w-]*"
)
_PHONE = (
    r"(?i:(?:전화|연락처|고객센터|콜센터|팩스|tel|phone|fax|hotline|电话|热线|传真|手机)[^\d\n]{0,10})"
    r"\+?[\d(][\d()\- ]{2,18}\d"
    r"|내선\s*\d{1,4}번?|(?i:\bext(?:\.|ension)?\s*\d{1,5})|\+\d{1,3}(?:[ -]?\(?\d{1,4}\)?){2,5}(?!\d)"
    r"|(?<![\d.,])0\d{1,3}[-)]\s?\d{3,4}-\d{4}(?!\d)|(?<![\d.,-])1[5-9]\d{2}-\d{4}(?!\d)"
)
_HYPHENATED = r"(?<![\w.])(?!(?:19|20)\d{2}-\d{1,2}-\d{1,2}(?![\d-]))[A-Z]{0,6}-?\d+(?:-\d+){2,}(?!\w)"
_CODE_WORD = (
    r"(?<![A-Za-z0-9])(?!(?:US|HK|USD|KRW|RMB|CNY|EUR|GBP|JPY"
    r"|HKD)\s?\d)(?i:v)?[A-Za-z]+[-_]?\d\w{0,256}+(?:[.\-]\d+)*(?![\w%])"
)
_ORDINAL = (
    r"제\s*\d+\s*(?:자|종|급|차|회차|순위|단계|금융권|세대|형|부|군|보험기간)|(?<!\d)\d{1,3}(?:st|nd|rd"
    r"|th)\b(?!\s+(?:of\s+)?[A-Z][a-z]+)"
    r"|第[一二三四五六七八九十\d]{1,3}(?:者|方|类|步|次|位|阶段|顺位)"
)
_LABEL = (
    r"(?i:\b(?:plan|type|class|option|grade|tier|level|group|category|phase|stage|table"
    r"|figure|fig\.|zone|version|model|unit|room"
    r"|channel|line|item|note|example)\s+)\d{1,3}(?![\d.%])(?!\s*(?:days?|weeks?|months?"
    r"|years?|hours?|minutes?|%))"
)
_DOTTED = r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){2,}(?![\d.])"

_OPENS = (
    r"(?:(?m:^)|(?=[A-Za-z<\[【\](（+#\-\d第제번코아계사전연고콜팩내编单号案保工流电热传手])"
    r"(?:(?=[<\[【\](（+#\-\d第])|(?=제\s*\d|번호|코드|아이디|계좌|사번|전화|연락처|고객센터|콜센터|팩스|내선)"
    r"|(?=编号|单号|号码|案号|保单号|工单|流水号|电话|热线|传真|手机)|(?=[tpfhwTPFH])(?=(?i:tel|phone|fax|hotl)|https?:|www\.)"
    r"|(?<![A-Za-z0-9])(?=[A-Za-z]++[-_.:#\s]*+(?:[A-Za-z]{1,11}+[.:#\s]*+){0,2}+-?\d)))"
)
"""Where one of them may begin: at a line's start, a sign, a digit, a word with a number soon after it. Trying
all of them at every place takes most of the time."""
_REST = (
    _LINK,
    _LIST_MARK,
    _INLINE_MARK,
    _PAGE,
    _LABELLED,
    _PHONE,
    _HYPHENATED,
    _CODE_WORD,
    _ORDINAL,
    _LABEL,
    _DOTTED,
)
_MASKED = re.compile("|".join((_TAG, _CITATION, _WEB, _ADDRESS, *_REST)))
_MASKED_WITHOUT_ADDRESS = re.compile(f"{_OPENS}(?:{'|'.join((_TAG, _CITATION, _WEB, *_REST))})")
_NO_LINE_END = re.compile(r"[^\n]")


def mask(text: str) -> str:
    """``text`` with every number that states nothing blanked, same length.

    >>> mask("1. 접수번호 2026-0815-0021: 3영업일 이내 [7] (약관 15쪽)").split()
    ['접수', ':', '3영업일', '이내', '(약관', ')']
    """
    pattern = _MASKED if "@" in text else _MASKED_WITHOUT_ADDRESS
    return pattern.sub(lambda match: _NO_LINE_END.sub(" ", match.group()), text)
