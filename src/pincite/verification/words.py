"""Words that carry no topic: function words per language, and nouns that every statement shares."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KO_STOP = _words("""
경우 때 것 수 등 및 또는 다만 단 이상 이하 초과 미만 이내 이후 이전 따라 따르 따르면 의하 의하면 해당
그 이 위 각 한 하 되 중 후 전 날 대한 대하 관한 관하 의한 위한 위하 있 없 않 아니 못 합니다 한다 됩니다
된다 입니다 이다 있습니다 없습니다 있다 없다 있는 없는 않는다 않습니다 그러나 하지만 그리고 부터 까지 받
정 정합니다 규정 모든 어떤 다음 어느 하나 호 항 조 당 매 연 월 일 년 개월 본 동 약 총 경우라도 중에
언제든지 또한 역시 사이 안 늦어도 최대 최소 말 말합니다 라 뜻 관련 내용 제외 아니하 그러하 때문
은 는 가 을 를 의 에 로 과 와 도 만 씩 까지는 부터는 입니다만
""")
KO_NATIVE_VERBS = (
    (r"바[꾸꿀꿔꾼꿉](?!로)", "교환"),
    (r"돌려[주줄준줍받드]", "반환"),
    (r"넘[겨긴길깁](?!다)", "양도"),
    (r"알[려릴린립](?!다)", "통지"),
    (r"고[쳐칠친칩](?!다)", "수리"),
    (r"빌[려릴린립](?!다)", "대여"),
    (r"맡[겨긴길깁](?!다)", "위탁"),
    (r"(?:내|낸다|냅니다|내야|내지|내고|내면|내는)$", "납부"),
    (r"사용|쓸$|쓰[는면지거]|씁니다", "사용"),
)
"""Native verbs as the Sino-Korean nouns that terms and laws write for them."""
EN_STOP = _words("""
a an the of to in on at by for with from and or but if unless is are was were be been being it its this
that these those there here as under into than then so such not no nor any all each every only also shall
will would should must may might can could cannot do does did has have had which who whom whose what when
where per within after before until upon you your we our they their he she his her i me us about over more
less most least up out off own same other s t says said states according
nobody anyone everyone anybody everybody noone anywhere
everywhere
""")
GENERIC = _words("""
손해 비용 사고 보험금 회사 계약 금액 사항 내용 사람 자 피보험자 계약자 보험자 보상 보장 지급 손 대상 항목
구분 범위 약관 조항 费用 损失 保险 险人 金额 合同 人员 loss cost fee amount insurer company customer contract
agreement damage person policy polic receiv provid get giv
""")
"""Words that half of all statements in a document share; they tell no two topics apart."""

ZH_BREAKS = (
    "一律|自动|继续|立即|直接|一般|通常|随时|依法|及时|均|皆|仍|的|了|在|是|为|与|和|及|或|之|其|该|应当|应|将"
    "|被|把|对于|对|按照|按|由|自|因|可以|(?<![许认])可(?!抗)|则|也|都|并|且|等|根据|依据|规定|造成|获得|得到|承担|负责|属于|发生|起|向|从|于|给予"
    "|予以|进行|不予|不得|不能|不|未|没有|有|无|个|以上|以下|以内|内|后|前|每|满|超过|不足|条|款|项|第"
)
"""Chinese function words, between which the content words are read as bigrams."""

EN_SUFFIXES = tuple(
    """isations izations isation ization ities ised ized ises izes ity ise ize ations ation ments ment ing ies
    ied ed es s ly e y""".split()  # noqa: SIM905  (a list of 22 strings reads worse)
)
