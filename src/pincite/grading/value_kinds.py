"""The kinds of value that the second line knows.

Each was measured on five open sets and on questions in people's own words (ADR 14), and none refuses an
answerable question of either that the gate passes. Patterns are of folded text: ㎡ is m2, ％ is %.
"""

from pincite.grading.values import NUMBER, ValueKind

# How Korean asks for a thing by its name: "전화번호 알려줘", not "전화번호를 알려야 하나요".
_TELL = (
    r"(?:의|은|는|이|가|를|을|와|과|랑|이랑|하고|도)?\s*(?:좀|혹시|정확히|각각)?\s*"
    r"(?:$|\?|알려\s?(?:줘|주세|주시|주십|줄|달라|$)|알\s?수\s?있|뭐(?:예|에|야|냐|지|$|\?)|뭔가|뭔지|무엇"
    r"|몇\s?번|어떻게\s?(?:되|돼)|주세요|궁금|찾아\s?(?:줘|주)|부탁|가르쳐)"
)
_HOW_MUCH = (
    r"\S{0,3}?\s*(?:은|는|이|가|을|를)?\s*(?:좀|정확히|각각|대략|총|모두|매달|매월|보통|최대|최소)?\s*"
    r"얼마(?!\s?(?:동안|만에|전|후|뒤|안|이내에|남|지나)|나\s?(?!되|돼|하|드|들|받|나오|나와|내|주|지급))"
)
_ZH_HOW_MUCH = (
    r"(?:标准|標準|总额|總額|金额|金額)?(?:大?约|大?約|一共|总共|应该|應該|要|最高|最低)?(?:是|为|為|有"
    r"|达|達|可达)?(?:约|約)?"
    r"(?:多少(?!来源|渠道|部分|种|種|项|項|次|天|日|个|個|家|类|類|名|年|月|人|倍|条|條)|多大(?!影|程度|作用|帮|幫|压|壓|区|區|关系|關係))"
)
_WHAT_IS = (
    r"\bwhat(?:['’]?s|\s+is|\s+are|\s+was|\s+were)\s+(?:the|its|their|his|her|your|our|this|that)\s+"
    r"(?:(?!(?:for|of|to|if|in|on|when|by|with)\b)[\w'’-]+\s+){0,3}"
)
_OF = (
    r"(?=\s+(?:of|for|to|at|in|on|per|if|when|from|between|range|limit|value|inside|above|below)\b"
    r"|\s*\?|\s*$)"
)
_VERB = r"(?=\s+(?:is|are|was|were|does|do|can|must|should|will)\b)"

_CURRENCY = (
    r"(?<![일이삼사오육칠팔구])원(?!칙|인(?![가지데])|래|장|고|본|리|격|동|무|서|형|가|활|만|천)|달러|유로|엔(?!진|지)|위안|파운드|페소|루피|프랑"
    r"|euros?|dollars?|pounds?|won|yuan|yen|cents?|pence|francs?|rupees?|rou?bles?|pesos?|krona|kroner"
    r"|usd|eur|gbp|krw|rmb|cny|jpy|twd|hkd|chf|sgd|aud|cad"
    r"|美元|美金|欧元|歐元|港元|港币|港幣|日元|日圓|英镑|英鎊|人民币|人民幣|台币|台幣|法郎|马克|馬克|卢布"
    r"|盧布"
    r"|[元圆圓](?!旦|素|件|朝|年|帅|帥|首)|块钱|塊錢|角(?=\s|[。，,.])"
)
_MONEY = r"(?:[$£€¥₩]|\b(?:us\$|usd|krw|eur|gbp|rmb|cny|jpy)|人民币|人民幣)\s?\d|[백천만억조]\s?원(?!칙|인)"
_MONEY_LABEL = (
    r"원\)|금액|예산|비용|가격|단가|요금|보험료|보험금|수수료|급여|임금|과태료|벌금|합계|[$₩€£]|\busd\b"
    r"|\bkrw\b"
    r"|price|cost|amount|total|value|budget|fee|salary|wage|revenue"
    r"|元|金额|金額|预算|預算|费用|費用|价格|價格|单价|單價|工资|工資|罚款|罰款|保费|保費"
)
_KO_SUM = (
    r"예산|금액|보험료|보험금|수수료|벌금|과태료|범칙금|과징금|임금|급여|월급|연봉|시급|가격|값|요금|비용"
    r"|등록금"
    r"|보증금|계약금|세금|회비|이용료|사용료|상금|매출액?|수당|위약금|보상금|지원금|장학금|임대료|관리비"
    r"|운영비|사업비"
)
_EN_SUM = (
    r"(?:price|cost|fee|budget|premium|salary|fine|deductible|rent|wage|deposit|fare|tuition|payout"
    r"|surcharge"
    r"|co-?pay(?:ment)?|revenue)s?\b"
)
_ZH_SUM = (
    r"预算|預算|金额|金額|费用|費用|工资|工資|罚款|罰款|罚金|保险费|保險費|保费|保費|价格|價格|押金|租金"
    r"|手续费|手續費"
    r"|学费|學費|补贴|補貼|津贴|津貼|赔偿金|賠償金|资金|資金|融资|融資|经费|經費|捐款|奖金|獎金|票价|票價"
    r"|薪水|收入"
)
_SHARE = (
    r"\d\s?[%‰]|%|퍼센트|프로(?![가-힣]{2})|per\s?cent|분의\s?\S|百分之|分之|[½¼¾⅓⅔]|\d[/⁄]\d|절반|一半"
    r"|半数|半數"
    r"|\bhalf\b|\bthirds?\b|\bquarters?\b|\bfifths?\b|\btenths?\b|\d\s?(?:to|:|대|比)\s?\d|基点|\bbps?\b"
    r"|[\d두세네한]\s?배|[\d一二两兩三四五六七八九十]\s?倍|\d\s?times\b"
    r"|(?:\d|[일이삼사오육칠팔구])\s?할(?![가-힣]|인|증|부|당)|[\d一二三四五六七八九]\s?成"
)

MONEY = ValueKind(
    "money",
    units=_CURRENCY,
    counted=rf"(?:(?:십|백|천|만|억|조|천만|백만|万|萬|亿|億)\s?)?(?:{_CURRENCY.replace('|pounds?', '')})",
    asks=r"\bdollar\s+(?:amount|fine|value|limit|cap|cost|price|figure)|多少(?:钱|錢)",
    holds=_MONEY,
    label=_MONEY_LABEL,
)
"""Asked by the currency: nothing else answers."""
SUM = ValueKind(
    "money",
    units=_CURRENCY,
    asks=(
        rf"(?:{_KO_SUM}){_HOW_MUCH}|얼마(?:를|씩|나|씩이나)?\s*(?:내|납부|물어|부담)(?=[가-힣])"
        rf"|{_WHAT_IS}{_EN_SUM}{_OF}"
        r"|\bhow much (?:money\b|(?:does|do|did|will|would|is|are|was|were)\s[^?]*"
        r"\b(?:cost|pay(?!\s+attention)|paid|earn"
        rf"|charged?|{_EN_SUM})\b)"
        rf"|(?:{_ZH_SUM}){_ZH_HOW_MUCH}|多少(?:{_ZH_SUM})"
        r"|(?:交|缴|繳|付|花|赔|賠|罚|罰)(?:纳|納|费|費)?多少(?=[?,。]|$)"
    ),
    holds=rf"{_MONEY}|{_SHARE}|무료|무상|일분|free of charge|for free|no charge|免费|免費",
    label=_MONEY_LABEL,
)
"""Asked by what is paid: a share of something, or that it is free, answers too."""
PERCENT = ValueKind(
    "percent",
    asks=(
        r"몇\s?(?:퍼센트|프로(?![가-힣]{2})|%|할(?!\s?수|\s?일))"
        rf"|(?:비율|이율|이자율|금리|세율|요율|지급률|퍼센트){_HOW_MUCH}"
        r"|\bwhat\s+(?:percent(?:age)?|proportion|fraction)\b|\bhow many percent"
        rf"|{_WHAT_IS}(?:interest|tax|commission|discount)\s+rate{_OF}"
        rf"|百分之(?:几|幾|多少)|(?:比例|比率|利率|税率|稅率|费率|費率|百分比){_ZH_HOW_MUCH}"
        r"|多少(?:比例|百分比)|[几幾]成(?!员|員|就|立|果|新)"
    ),
    holds=rf"{_SHARE}|\bdouble|\btwice\b|\btriple",
    label=r"율|률|비율|비중|rate|share|ratio|percent|比例|比率|率|占比",
)
PHONE = ValueKind(
    "phone",
    asks=(
        rf"(?:전화\s?번호|연락처|휴대(?:폰|전화)\s?번호|팩스\s?번호|대표\s?번호){_TELL}"
        rf"|{_WHAT_IS}(?:phone|telephone|fax|mobile|hotline|contact)\s+numbers?\b(?!\s+(?:format|field|change|port|verif))"
        r"|\bwhat number (?:should|do|can) \w+ call\b"
        r"|(?:电话|電話|手机|手機|传真|傳真|热线|熱線)(?:号码|號碼|号|號)?(?:是|为|為)?(?:多少|几号|幾號)"
        r"|(?:联系电话|聯繫電話|电话号码|電話號碼|手机号码|联系方式)(?:是|为|為)?(?:什么|什麼|\?|$)"
    ),
    holds=(
        r"\+\d{1,3}[-.\s]?\d{1,4}[-.\s]\d{3,4}[-.\s]\d{4}"
        r"|(?<![\d.-])(?:\+?\d{1,3}[-.\s])?(?:\(0?\d{1,4}\)\s?|0\d{1,3}[-.\s)]"
        r"|\d{3}[-.\s])\d{3,4}[-.\s]\d{4}"
        r"(?![\d-])|(?<!\d)1[3-9]\d{9}(?!\d)|(?<!\d)1\d{3}-\d{4}(?!\d)"
        r"|(?:전화|연락처|내선|팩스|☎|☏|\btel\b|phone|fax|hotline|\bext\b|电话|電話|热线|熱線|手机|手機"
        r"|传真|傳真)"
        r"[^\n]{0,40}?\d{3,}"
    ),
)
EMAIL = ValueKind(
    "email",
    asks=(
        rf"(?:이메일|전자\s?우편|메일)\s?주소{_TELL}|이메일(?:을|이|은)?\s?(?:좀\s?)?알려\s?(?:줘|주세)"
        rf"|{_WHAT_IS}e-?mail\s+address(?:es)?{_OF}|(?:邮箱|郵箱)(?:地址)?(?:是|为|為)?(?:多少|什么|什麼"
        rf"|\?|$)"
        r"|(?:电子邮件|電子郵件|电邮|邮件)地址(?:是|为|為)?(?:多少|什么|什麼|\?|$)"
    ),
    holds=r"[\w.+-]+\s?(?:@|\(at\)|\[at\])\s?[\w-]+\.\w",
)
URL = ValueKind(
    "url",
    asks=(
        rf"(?:홈페이지|웹\s?사이트|인터넷)\s?주소{_TELL}|{_WHAT_IS}(?:url|web\s?site address"
        rf"|web address){_OF}"
        r"|(?:网址|網址|官网地址|网站地址)(?:是|为|為)?(?:多少|什么|什麼|\?|$)"
    ),
    holds=r"https?://|www\.|\b[\w-]+\.(?:com|org|net|kr|cn|tw|hk|jp|io|gov|edu|info)\b",
)
TEMPERATURE = ValueKind(
    "temperature",
    units=r"도(?!로|시|의|서|입|면|록|움|중|착|전)|degrees?|度(?!假|过)|°|celsius|fahrenheit|kelvin",
    counted=r"도(?=[\s?까이인에]|씨|$)|degrees?|(?:摄氏|攝氏|华氏|華氏)?度(?!假|电|電)",
    asks=(
        rf"(?:온도|기온|수온|체온|끓는점|녹는점|어는점){_HOW_MUCH}"
        r"|\b(?:what|which)\s+(?:(?:maximum|minimum|max|min|ambient|operating|storage|oven|water|room"
        r"|internal"
        r"|safe|average|highest|lowest)\s+){0,2}temperatures?\b(?!\s+scale)"
        rf"|{_WHAT_IS}(?:temperature|boiling point|melting point|freezing point)s?{_OF}|\bhow (?:hot"
        rf"|cold){_VERB}"
        rf"|(?:温度|溫度|气温|氣溫|水温|体温|沸点|沸點|熔点|熔點){_ZH_HOW_MUCH}"
    ),
    holds=r"[°℃℉]|영하|영상\s?\d|섭씨|화씨|상온|실온|room temperature|零下|摄氏|攝氏|华氏|室温|\d\s?[cf]\b",
    label=r"온도|기온|temp|温度|溫度|气温",
)
PRESSURE = ValueKind(
    "pressure",
    units=r"psi[ag]?|[kmh]?pa|m?bars?|atm|기압|파스칼|바(?=[\s.,이로])|mmhg|inhg|torr|帕|兆帕|千帕|大气压"
    r"|大氣壓|巴",
    counted=r"psi|bars?|기압|파스칼|帕|兆帕|千帕|大气压|大氣壓|kpa|mpa",
    asks=(
        rf"(?:압력|공기압|기압|수압|유압){_HOW_MUCH}"
        rf"|{_WHAT_IS}(?:tire|tyre|oil|operating|working|maximum|minimum|air|water|fuel"
        rf"|inflation)\s+pressures?{_OF}"
        r"|\b(?:what|how much)\s+(?:(?:tire|tyre|air|oil|water)\s+)?pressure\s+(?:should|is needed"
        r"|is required)"
        rf"|(?<!工作)(?<!心理)(?:压力|壓力|气压|氣壓|胎压|水压){_ZH_HOW_MUCH}"
    ),
    holds=r"kgf?\s?/\s?(?:cm|㎠)|대기압|atmospheric",
    label=r"압력|기압|pressure|压力|壓力|气压",
)
TORQUE = ValueKind(
    "torque",
    units=(
        r"n\s?[·.∙⋅•*-]?\s?m|newton[\s-]?met\w+|(?:ft|foot|feet|in|inch)\.?[\s·.-]{0,2}(?:lbs?|lbf|pounds?)"
        r"|(?:lbs?|lbf|pounds?)\.?[\s·.-]{0,2}(?:ft|feet|foot|in|inch)|kgf?\s?[·.∙⋅*-]?\s?c?m|뉴턴\s?미터"
        r"|牛顿?[·.]?米"
    ),
    asks=(
        rf"(?:토크|조임력){_HOW_MUCH}"
        r"|\b(?:what|how much)\s+(?:(?:maximum|minimum|final|tightening|bolt|nut|wheel"
        r"|installation)\s+)?torque\b"
        rf"(?!\s+wrench)|{_WHAT_IS}torque(?:\s+(?:spec\w*|setting))?{_OF}|(?:扭矩|力矩|扭力){_ZH_HOW_MUCH}"
    ),
    label=r"토크|torque|扭矩|扭力",
)
WEIGHT = ValueKind(
    "weight",
    units=(
        r"[km]?g|킬로|그램|톤|근(?![가-힣])|lbs?|pounds?|ounces?|oz|tons?|tonnes?|t|(?:kilo|milli)?grams?"
        r"|kilos?"
        r"|公斤|千克|毫克|克(?!服|拉|隆|勒|里|斯)|吨|噸|公噸|斤|兩|两|磅|盎司"
    ),
    counted=(
        r"kg|킬로(?!미터|와트)|그램|톤|(?:kilo)?grams?|kilos|ounces?|tons?|tonnes?|公斤|千克|克(?!拉|服)"
        r"|公?吨|公?噸|斤|磅"
    ),
    asks=(
        rf"(?:무게|중량|체중|몸무게){_HOW_MUCH}|\bhow heavy{_VERB}|{_WHAT_IS}weight of\b"
        rf"|\bhow much (?:does|do|did|can|should) [^?]*\bweigh\b|(?:重量|体重|體重|质量"
        rf"|質量){_ZH_HOW_MUCH}|有多重"
    ),
    label=r"무게|중량|체중|weight|重量|体重|體重",
)
LENGTH = ValueKind(
    "length",
    units=(
        r"(?:센티|밀리|킬로)?미터|센티|밀리|킬로|인치|야드|마일|피트|리(?=[\s가])|[cmkn]?m|in|inch(?:es)?"
        r"|feet|foot|ft"
        r"|yards?|yds?|miles?|(?:centi|milli|kilo|nano|micro)?met(?:er|re)s?|light[\s-]years?|公里|公尺"
        r"|公分|公厘|米"
        r"|厘米|毫米|千米|英里|英尺|英呎|英寸|英吋|尺|丈|里|海里|码|碼|寸|光年"
    ),
    counted=(
        r"(?:센티|밀리|킬로)?미터|인치|야드|마일|피트|[cmk]m|inch(?:es)?|feet(?!\s+do)|yards?|miles?"
        r"|(?:centi|milli|kilo)?met(?:er|re)s?|公里|公尺|公分|公厘|米(?!饭|飯)|厘米|毫米|千米|英里|英尺"
        r"|英寸|海里"
    ),
    asks=(
        rf"(?:길이|높이|거리|너비|깊이|두께|해발|고도){_HOW_MUCH}|\bhow (?:tall|thick){_VERB}"
        rf"|{_WHAT_IS}(?:height|width|thickness|altitude|elevation|diameter) (?:of|from)\b"
        r"|多[高远遠深宽寬厚](?=\?|$)"
        rf"|(?:长度|長度|高度|距离|距離|宽度|寬度|深度|厚度|海拔|体长|體長|全长|全長|水深|直径|直徑"
        rf"|身高){_ZH_HOW_MUCH}"
    ),
    holds=rf"{NUMBER}(?:자|글자|자리|characters?|chars?|digits?|bytes?|bits?|字|位|页|頁|쪽|pages?|분"
    rf"|시간|hours?)",
    label=r"길이|높이|거리|너비|깊이|두께|length|height|width|depth|distance|长|長|高|宽|寬|深|距离",
)
AREA = ValueKind(
    "area",
    units=(
        r"k?m[²2]|제곱\s?(?:킬로)?미터|평(?![가-힣]{2})|헥타르|에이커|ha|acres?|hectares?|(?:square"
        r"|sq\.?)\s?\w+"
        r"|平方\s?\w*|公顷|公頃|亩|畝|坪"
    ),
    counted=(
        r"m2|제곱\s?(?:킬로)?미터|평(?=[\s?이인까]|$)|헥타르|에이커|acres?|hectares?|square \w+|平方\w+|公顷"
        r"|公頃|亩|畝|坪"
    ),
    asks=(
        rf"(?:면적|넓이|평수){_HOW_MUCH}|(?:面积|面積){_ZH_HOW_MUCH}|{_WHAT_IS}area of\b"
        r"(?!\s+(?:expertise|law|study|research|interest|focus|responsib|practice|concern))"
    ),
    label=r"면적|넓이|area|面积|面積",
)
ELECTRIC = ValueKind(
    "electric",
    units=(
        r"볼트|와트|암페어|킬로와트|헤르츠|마력|k?v|[km]?w|k?wh|m?ah?|kva|hp|[kmg]?hz|ω|ohms?|volts?"
        r"|amps?|amperes?"
        r"|(?:kilo|mega|milli)?watts?|horsepower|伏特?|瓦特?|千瓦|安培?|赫兹|赫茲|马力|馬力"
    ),
    counted=(
        r"볼트|와트|암페어|킬로와트|헤르츠|마력|volts?|(?:kilo|mega)?watts?|amps?|amperes?|hertz"
        r"|horsepower|kw|kwh"
        r"|伏|瓦|千瓦|安培|赫兹|赫茲|马力|馬力"
    ),
    asks=(
        rf"(?:전압|전류|정격\s?출력|소비\s?전력|주파수){_HOW_MUCH}|\bwhat (?:voltage|wattage|amperage)\b"
        rf"|{_WHAT_IS}(?:voltage|wattage|amperage){_OF}|(?:电压|電壓|电流|電流|功率){_ZH_HOW_MUCH}"
    ),
    label=r"전압|전류|전력|출력|주파수|volt|current|power|freq|电压|電壓|电流|電流|功率",
)
VOLUME = ValueKind(
    "volume",
    units=(
        r"m?l|리터|밀리리터|cc|갤런|컵|큰술|작은술|세제곱\w*|(?:milli)?lit(?:er|re)s?|gallons?|gal"
        r"|barrels?|cups?|quarts?"
        r"|pints?|tablespoons?|teaspoons?|cubic \w+|m[³3]|毫?升|公升|立方\w*|加仑|加侖|桶|[kmgt]i?b|m?ah"
        r"|[km]?g|t|mcg|iu|정|알|tablets?|pills?|片|粒|명|인승|people|persons|seats?|人|座|개|건"
    ),
    counted=r"리터|밀리리터|ml|갤런|lit(?:er|re)s?|gallons?|毫升|公升|升|加仑|加侖",
    asks=rf"(?:용량|부피){_HOW_MUCH}|(?:体积|體積|容积|容積){_ZH_HOW_MUCH}",
    label=r"용량|부피|volume|capacity|容量|体积|體積",
)
YEAR = ValueKind(
    "year",
    asks=(
        r"몇\s?년(?:도|에(?!\s?(?:한|걸)))|어느\s?해|\b(?:what|which) year\b|哪(?:一|个|個)?年|何年|哪个?年份"
    ),
    holds=(
        r"\d{3,4}|\d\s?(?:년|年)|['’]\d\d|centur|세기|世纪|世紀|decade|[一二三四五六七八九〇零十元初]年"
        r"|年代|去年|今年"
        r"|작년|올해|last year|this year"
    ),
)
CLOCK = ValueKind(
    "clock",
    asks=(
        r"몇\s?시(?=[\s?에부까쯤이예인로]|$)"
        r"|\b(?:what|which) time\b(?!\s+(?:period|frame|limit|span|zone|off|commitment|is (?:required"
        r"|needed)"
        r"|of (?:the )?(?:year|month|week)))"
        r"|(?<![哪这這那下意有])[几幾][点點](?=\?|开|開|关|關|到|结|結|上|下|钟|鐘|起|之?前|半|出|打|营"
        r"|營|截|$)"
    ),
    holds=(
        r"\d\s?(?:시(?!간)|时|時|点(?!\d)|點)|\d{1,2}\s?:\s?\d\d|o['’]?clock|\d\s?[ap]\.?\s?m\b"
        r"|\b\d{4}\s?(?:hours|hrs|utc)\b"
        r"|정오|자정|오전|오후|새벽|아침|저녁|noon|midnight|dawn|morning|evening|中午|上午|下午|午夜|晚上"
        r"|早上|凌晨"
        r"|[한두세네섯곱덟홉열]\s?시(?!간)|[一二两兩三四五六七八九十][点點]"
    ),
)
PERIOD = ValueKind(
    "period",
    units=(
        r"일|주|개월|달|년|시간|분|초|세기|영업일|학기|(?:business |working |calendar )?days?|weeks?"
        r"|months?|years?|hours?"
        r"|minutes?|seconds?|decades?|centur(?:y|ies)|fortnights?|hrs?|mins?|st|nd|rd|th|天|日|周|週|星期"
        r"|个?月"
        r"|個月|年"
        r"|小时|小時|分钟|分鐘|秒|世纪|世紀|个?工作日|载|載|季|学期|學期"
    ),
    counted=(
        r"일(?!까지의|반)|주(?![가-힣]{2})|개월|달(?!러)|시간|분(?=\s?(?:동안|안에|이내|전|후|걸|까지"
        r"|마다|정도|간))"
        r"|년(?=\s?(?:동안|간|이|까|걸|보|마))|(?:business |working |calendar )?days?|weeks?|months?"
        r"|years|hours?"
        r"|minutes?"
        r"|天|日(?!元|圆|圓|币)|周(?!围|圍)|星期|月(?!份)|年|小时|小時|分钟|分鐘|工作日"
    ),
    asks=r"며칠(?!날)",
    holds=(
        r"즉시|지체\s?없이|하루|이틀|사흘|나흘|열흘|보름|반년|평생|종신|영구|무기한|당일|다음\s?날"
        r"|immediate|forever|permanent"
        r"|annual|daily|weekly|monthly|same day|next day|立即|永久|无限期|無限期|终身|終身|当日|當日|即日"
        r"|半年|次日|\d{4}"
    ),
    label=r".",
)
AGE = ValueKind(
    "age",
    units=r"세(?![기계금대트])|살|years?(?:[\s-]old)?|yrs?|months?|개월|周?岁|周?歲|个?月大",
    counted=r"살|세(?=[\s?이부까면에]|$)|岁|歲",
    asks=(
        rf"(?:나이|연령){_HOW_MUCH}|\bhow old (?:must|should|do|does|can|is (?:he|she)|was (?:he|she))\b"
        r"|\b(?:what|which) (?:minimum |maximum |legal )?age\b(?!\s+(?:group|of))"
        rf"|{_WHAT_IS}(?:age|age limit){_OF}"
        r"|多大(?:年纪|年龄|岁|年紀|歲)|(?:年龄|年齡|年纪)(?:是|为|要)?(?:多少|几|多大)"
    ),
    holds=r"\bage[sd]?\s?(?:of\s|at\s|:\s?|between\s)?\d|\bat \d\d\b|성년|성인|adult|minor|成年|born|출생"
    r"|出生"
    r"|\d\s?년생",
    label=r"나이|연령|age|年龄|年齡",
)
SCORE = ValueKind(
    "score",
    units=r"점(?![가-힣]{2})|points?|pts?|goals?|runs?|分(?!钟|之|子|布|别)",
    counted=r"점(?![가-힣]{2}|포|심)|分(?!钟|鐘|之|公司|子|店|局|行)",
    holds=r"\d\s?[-–:대比]\s?\d|득점",
    label=r".",
)

KINDS: tuple[ValueKind, ...] = (
    MONEY, SUM, PERCENT, PHONE, EMAIL, URL, TEMPERATURE, PRESSURE, TORQUE, WEIGHT, LENGTH, AREA, ELECTRIC,
    VOLUME, YEAR, CLOCK, PERIOD, AGE, SCORE,
)  # fmt: skip
