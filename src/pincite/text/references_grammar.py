"""How Korean, Chinese and English write clause references: the patterns behind `references`.

All patterns run on text whose full-width digits were folded (`numerals.fold_digits`), so offsets stay.
"""

import re

# Korean -------------------------------------------------------------------------------------------

KO_N = r"(?:\d{1,4}|[일이삼사오육륙칠팔구십백]{1,5}|[一二三四五六七八九十百]{1,5})"
_KO_LAW_END = (
    r"(?:법|법률|특별법|특례법|기본법|시행령|시행규칙|규칙|규정|규약|조례|협약|헌법|정관|약관|지침|고시|내규)"
)
# Words that end like a law's name but point at the document itself or back to a law named before.
# A pointing word stands apart (본 보험약관) or right before the bare kind (동법); 동물보호법, 이자제한법 and
# 건강검진기본법 are names.
KO_SELF = re.compile(
    r"(?:^|\s)(?:이|본|당사|당해|해당|그|위|같은|동)(?:\s+[가-힣]{0,6}|" + _KO_LAW_END + r")$"
    r"|^(?:본칙|방법|불법|위법|적법)$"
)
KO_BACK_TO_LAW = re.compile(r"(?:같은|동|해당|그)\s*(?:법률?|령|규칙|규정|조례|약관)$")
KO_LAW = re.compile(
    r"(?:[「『《<](?P<quoted>[^」』》>\n]{1,60})[」』》>]"
    rf"|(?P<plain>(?:(?:같은|동|이|본|그|해당)\s)?[가-힣A-Z·ㆍ]{{0,20}}{_KO_LAW_END}(?:\s시행령|\s시행규칙)?))"
    r"(?:\s*\([^)\n]{1,20}\))?\s*$"
)
_KO_ITEM = rf"(?:\s*(?:제\s*)?(?P<item>{KO_N})\s*호(?!\s*서식)(?:\s*의\s*(?P<itemsub>\d+))?)"
_KO_SUBITEM = r"(?:\s*(?P<subitem>[가나다라마바사아자차카타파하])\s*목)"
_KO_PARA = (
    rf"(?:\s*(?:(?:제\s*)?(?P<para>{KO_N})\s*항"
    r"|제?(?P<circled>[①-⑳])(?:항)?(?=\s*(?:제|의|에|은|는|을|를|,|및)))(?!목))"
)
_KO_TAIL = rf"{_KO_PARA}?{_KO_ITEM}?{_KO_SUBITEM}?"
_NOT_AN_ARTICLE = r"(?!\s*(?:원|억|달러|위안|여\s|가량|\d[\d,]*\s*(?:억|천|백|만|원|교대)|각|건))"
KO_ARTICLE = re.compile(
    rf"(?=[제\d])(?:제\s*(?P<no>{KO_N})(?:\s*[-－]\s*(?P<dash>\d{{1,2}}))?(?:(?<=\d)\s*[조條](?!건)|\s*[조條](?=[^가-힣]|$"
    rf"|[에와과는은를을의도로까부내이제](?!건)))|(?<![\w.,\-])(?P<bare>\d{{1,4}})\s*조{_NOT_AN_ARTICLE})"
    rf"(?:\s*의\s*(?P<sub>\d{{1,2}})(?!\d|\s*(?:항|호|가지|개|명|원|일|년|월|회|%|배)))?{_KO_TAIL}"
)
KO_RELATIVE = re.compile(
    rf"(?=[같동본이전])(?:(?P<same>같은\s*조|동\s*조|이\s*조|본\s*조|전\s*조)(?:\s*의\s*\d+)?(?=\s*(?:제|\d|에|의|는|은|및|,))"
    rf"|(?P<samepara>같은\s*항|동\s*항)(?=\s*(?:제|\d))){_KO_TAIL}"
)
KO_BARE = re.compile(
    rf"(?=제)(?:제\s*(?P<para>{KO_N})\s*항(?!목|암|구"
    rf"|공)(?:\s*제\s*(?P<item>{KO_N})\s*호(?:\s*의\s*(?P<itemsub>\d+))?)?{_KO_SUBITEM}?"
    rf"|(?<![법률령시규고\d-])(?<![법률령시규고\d-]\s)제\s*(?P<item2>{KO_N})\s*호(?!\s*서식|선|점|기|실"
    rf"|차)(?:\s*의\s*(?P<itemsub2>\d+))?"
    r"(?:\s*(?P<subitem2>[가나다라마바사아자차카타파하])\s*목)?)"
)
KO_DIVISION = re.compile(
    rf"제\s*(?P<no>{KO_N})\s*(?P<noun>편|장|절|관)(?:\s*의\s*(?P<sub>\d{{1,2}}))?(?![애학치례련계심한])"
)
KO_DIVISION_KIND = {"편": "part", "장": "chapter", "절": "section", "관": "division"}
KO_APPENDIX = re.compile(
    rf"(?:(?P<noun>별표|부표|부록|첨부|붙임)\s*(?:제\s*)?(?P<no>\d{{1,3}}"
    rf"|(?<=\s){KO_N}(?![가-힣]))?(?:호)?(?:\s*의\s*(?P<sub>\d{{1,2}}))?(?!(?!까지)[가-힣]?지))"
)
KO_FORM = re.compile(
    rf"(?=[별서제])(?:(?:별지\s*)?(?:제\s*)(?P<no>{KO_N})\s*호(?:\s*의\s*(?P<sub>\d{{1,2}}))?\s*서식"
    rf"|(?:별지\s*)?서식\s*(?:제\s*)?(?P<no2>\d{{1,3}})(?:\s*호)?(?:\s*의\s*(?P<sub2>\d{{1,2}}))?"
    rf"|별지\s*(?:제\s*)?(?P<no3>\d{{1,3}})\s*호?(?:\s*의\s*(?P<sub3>\d{{1,2}}))?)"
)
KO_SUPPLEMENT = re.compile(
    rf"(?=부)(?:부칙|(?<![가-힣])부[ \t\u3000]{{1,4}}칙)\s*(?:<[^>\n]{{1,60}}>\s*"
    rf"|\([^)\n]{{1,60}}\)\s*)?(?:제\s*(?P<no>{KO_N})\s*조(?:\s*의\s*(?P<sub>\d{{1,2}}))?{_KO_TAIL}"
    rf"|제\s*(?P<onlypara>{KO_N})\s*항)?"
)

# Chinese ------------------------------------------------------------------------------------------

ZH_N = r"(?:\d{1,4}|[〇零一二三四五六七八九十百千]{1,7})"
_ZH_TAIL = (
    rf"(?:\s*第\s*(?P<para>{ZH_N})\s*款)?(?:\s*(?:第\s*(?P<item>{ZH_N})\s*项|第?[(（](?P<itemp>{ZH_N})[)）]\s*项?))?"
    rf"(?:\s*第\s*(?P<subitem>{ZH_N})\s*目)?"
)
ZH_ARTICLE = re.compile(
    rf"第\s*(?P<no>{ZH_N})(?:\s*[-－]\s*(?P<dash>\d{{1,2}}))?\s*[条條](?:\s*之\s*(?P<sub>{ZH_N}))?{_ZH_TAIL}"
)
ZH_RELATIVE = re.compile(rf"(?P<same>[本同该前]\s*[条條])(?=\s*第)(?!\s*第\s*{ZH_N}\s*[条條]){_ZH_TAIL}")
ZH_BARE = re.compile(
    rf"第\s*(?P<para>{ZH_N})\s*款(?:\s*(?:第\s*(?P<item>{ZH_N})\s*项"
    rf"|第?[(（](?P<itemp>{ZH_N})[)）]\s*项?))?(?:\s*第\s*(?P<subitem>{ZH_N})\s*目)?"
    rf"|第\s*(?P<item2>{ZH_N})\s*项(?!目)"
)
ZH_DIVISION = re.compile(rf"第\s*(?P<no>{ZH_N})\s*(?P<noun>编|編|章|节|節|部分)")
ZH_DIVISION_KIND = {
    "编": "part",
    "編": "part",
    "章": "chapter",
    "节": "section",
    "節": "section",
    "部分": "part",
}
ZH_APPENDIX = re.compile(
    rf"(?P<noun>附件|附表|附录|附錄)\s*(?:第\s*)?(?P<no>{ZH_N}"
    rf"|[A-Z](?![A-Za-z]))(?![万萬亿千百年月日元%个])(?:之(?P<sub>{ZH_N}))?"
)
ZH_SUPPLEMENT = re.compile(rf"附则\s*(?:第\s*(?P<no>{ZH_N})\s*条{_ZH_TAIL})?")
_ZH_LAW_END = r"(?:法|法典|条例|规定|办法|细则|规则|章程|解释|宪法)"
ZH_LAW = re.compile(
    rf"(?:《(?P<quoted>[^》\n]{{1,60}})》"
    rf"|(?P<plain>[\u4e00-\u9fff]{{1,20}}?{_ZH_LAW_END}))(?:[(（][^)）\n]{{1,20}}[)）])?(?:的)?\s*$"
)
ZH_LEAD = re.compile(
    r"^.*(?:根据|依据|依照|按照|违反|适用|参照|符合|遵守|履行|以及|或者|属于|按|由|和|与|及|在|是|为|对|据|依)"
)
ZH_SELF = re.compile(
    r"(?:本|该|此|上述)[\u4e00-\u9fff]{0,6}$|^(?:方法|办法|规定|无法|看法|做法|合法|违法|非法)$"
)
ZH_BACK_TO_LAW = re.compile(r"(?:(?<!合)同|该)(?:法|条例|规定|办法)$")

# English ------------------------------------------------------------------------------------------

EN_NOUN_KIND = {
    "article": "article", "art": "article", "section": "section", "sec": "section", "sect": "section",
    "clause": "clause", "cl": "clause",
    "chapter": "chapter", "ch": "chapter", "part": "part", "appendix": "appendix",
    "appendice": "appendix", "annex": "appendix", "annexe": "appendix", "schedule": "appendix",
    "exhibit": "appendix", "attachment": "appendix", "form": "form", "rule": "rule", "regulation": "rule",
    "title": "title",
}  # fmt: skip
EN_N = (
    r"(?:\d{1,4}[A-Za-z]?(?:[.\-]\d{1,3}[A-Za-z]?)*(?![\d%,]*\d|%)"
    r"|(?-i:[IVXLC]{1,7})(?![A-Za-z'’])|(?:one|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve)(?![A-Za-z-]))"
)
_EN_LETTER = r"|(?-i:[A-Z])(?:[.-]?\d{1,2})?(?![A-Za-z'’])"
EN_PARENS = r"(?:\s?\((?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})\))*"
EN_CLAUSE = re.compile(
    rf"(?=[acefprst§])(?:(?<![A-Za-z])(?P<noun>articles?|arts?\.|sections?|sects?\.|secs?\.|clauses?|cls?\."
    rf"|chapters?|ch\.|parts?|appendix|appendices|annexe?s?"
    rf"|schedules?|exhibits?|attachments?|forms?|rules?|regulations?"
    rf"|titles?)\s+(?:no\.?\s*)?(?P<no>{EN_N}{_EN_LETTER})(?P<parens>{EN_PARENS})"
    rf"|(?P<sign>§§?)\s*(?P<signno>{EN_N})(?P<signparens>{EN_PARENS}))",
    re.IGNORECASE,
)
EN_PARA_TAIL = re.compile(
    r",?\s+(?:sub-?)?(?:paragraph|para\.?|subsection)\s*\(?(?P<para>\d{1,3}"
    r"|[a-z](?![a-z]))\)?(?:,?\s+(?:item|point|sub-?paragraph)\s*\(?(?P<item>\d{1,3}"
    r"|[a-z](?![a-z]))\)?)?",
    re.IGNORECASE,
)
_EN_PARA_NO = r"(?:\d{1,3}|\((?:\d{1,3}|[a-z])\))(?:\s*\((?:\d{1,3}|[a-z])\))*"
EN_PARA_OF = re.compile(
    rf"(?=[ips])(?<![A-Za-z])(?:(?:sub-?)?(?:paragraphs?|para\.?|subsections?)|(?P<minor>items?"
    rf"|points?))\s*(?P<para>{_EN_PARA_NO})"
    r"(?P<of>\s+(?:of|in|under)\s+(?:(?P<same>the\s+same|this|that"
    r"|the\s+said)\s+(?:article|section|clause|rule)"
    r"|(?=(?:article|section|clause|rule|art\.|sec\.)\s)))?",
    re.IGNORECASE,
)
EN_MORE = re.compile(
    rf"\s*(?P<join>,\s*(?:and|or)|,|and|or|&|to|through|–|—|-"
    rf"|~)\s*(?:(?P<no>{EN_N})(?P<parens>{EN_PARENS})(?!\s*(?:days?|months?|years?|%"
    rf"|percent))|(?P<only>\((?:\d{{1,3}}|[a-z]{{1,2}})\)))",
    re.IGNORECASE,
)
_EN_LAW_END = (
    r"(?:Act|Code|Law|Regulations?|Ordinance|Statute|Constitution|Treaty|Convention"
    r"|Directive|Charter|Agreement|Contract|Policy|Rulebook|Terms)"
)
EN_LAW_AFTER = re.compile(
    rf"\s+of\s+(?:the\s+)?(?P<law>(?:[A-Z][\w&'’-]*\s+(?:(?:of|and|on"
    rf"|for)\s+)?){{1,7}}{_EN_LAW_END}|[A-Z]{{2,8}})(?![\w])(?:\s+(?:of\s+)?\d{{4}})?"
)
EN_LAW_BEFORE = re.compile(rf"(?P<law>(?:[A-Z][\w&'’-]*\s+){{1,5}}{_EN_LAW_END}),?\s+$")
EN_SELF = re.compile(r"^(?:this|the|that|these|under|in|see|by)\b", re.IGNORECASE)
EN_MORE_OF_ONE = re.compile(
    r"\s*(?P<join>to|through|and|or|&|–|—)\s*(?P<no>\d{1,4}(?:\.\d{1,3})*|(?-i:[A-Z])(?![A-Za-z'’]))"
    r"(?=\s*(?:$|[\n.;:?!)\]](?!\d)|,(?!\s*\d)|of\b|in\b|from\b|please\b|full\b|text\b))",
    re.IGNORECASE,
)
"""After a noun in the singular (``Article 3 to 5``) one more member only, where nothing is counted by it."""
EN_BARE = re.compile(
    r"(?=\d)(?<![\w.$€£(\[])(?P<no>\d{1,3}(?:\.\d{1,3}){0,3})(?P<parens>\((?:\d{1,2}"
    r"|[a-z])\)(?:\((?:\d{1,2}|[a-z]{1,4})\))*)(?![\w])"
)

RANGE_JOIN = re.compile(r"(?:\s*(?:부터|내지|에서|~|∼|〜|-|–|—|至|到|~)\s*|\s+(?:to|through)\s+)")
MULTI = re.compile(
    rf"(?P<lead>제|第)\s*(?P<list>{ZH_N}(?:\s*(?:[·,ㆍ、~∼〜\-–]|및|내지|至|到"
    rf"|和)\s*{ZH_N})+)\s*(?P<noun>조|항|호|장|条|條|款|项|章)(?!목)"
)
MULTI_KIND = {"조": "article", "条": "article", "條": "article", "장": "chapter", "章": "chapter"}
MULTI_RANGE = re.compile(r"[~∼〜\-–至到]|내지")
