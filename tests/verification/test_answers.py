"""Answers beside the labelled ones: one table a passage, with level, groundedness and what is unsupported."""

import pytest

from pincite.verification import Passage, verify_answer

ANY = -1.0
"""Groundedness is not asserted: a reversed meaning without a figure may count or not."""

PASSAGES: dict[str, list[Passage]] = {
    "P1": [
        Passage(
            "p1",
            "제12조(보험금의 지급사유) ① 피보험자가 보험기간 중 상해로 사망한 때에는 사망보험금 1,0"
            "00만원을 지급합니다. ② 상해로 장해상태가 된 때에는 "
            "장해지급률을 곱한 후유장해보험금을 지급합니다. ③ 다음 각 호의 어느 하나에 해당하면 입"
            "원보험금을 지급합니다.\n1. 상해로 4일 이상 입원한 때: "
            "입원 1일당 3만원\n2. 질병으로 4일 이상 입원한 때: 입원 1일당 2만원",
            "제2장 보험금의 지급 > 제12조(보험금의 지급사유)",
        ),
    ],
    "P2": [
        Passage("p1", "제8조(용어) 2. 지급금\n가. 사망보험금\n나. 장해보험금", ""),
    ],
    "P3": [
        Passage("p1", "제3조, 제5조 및 제7조는 단체계약에 적용한다.", ""),
    ],
    "P4": [
        Passage("p1", "제3조부터 제5조까지 적용한다.", ""),
    ],
    "P5": [
        Passage(
            "p1",
            "제5조(고지의무) 계약자는 상법 제651조에 따른 중요한 사항을 회사에 알려야 합니다. 의료"
            "법 제3조의 병원에서 받은 진단을 포함합니다.",
            "",
        ),
    ],
    "P6": [
        Passage(
            "p1",
            "부칙 제1조(시행일) 이 약관은 2026년 4월 20일부터 시행한다. 부칙 제2조(경과조치) 시행일"
            " 전에 체결된 계약에는 종전의 약관을 적용한다.",
            "",
        ),
    ],
    "P7": [
        Passage("p1", "[별표 1] 장해분류표\n한 눈: 50%", ""),
    ],
    "P8": [
        Passage("p1", "별표 제1호에 따른다.", ""),
    ],
    "P9": [
        Passage("p1", "별지 제3호 서식으로 한다.", ""),
    ],
    "P10": [
        Passage("p1", "서식 1을 제출한다.", ""),
    ],
    "P11": [
        Passage("p1", "한도는 1억 2천만원으로 한다.", ""),
    ],
    "P12": [
        Passage("p1", "보험료는 월 5만원이다.", ""),
    ],
    "P13": [
        Passage("p1", "수리비는 10~50만원입니다.", ""),
    ],
    "P14": [
        Passage("p1", "수리비는 300,000원입니다.", ""),
    ],
    "P15": [
        Passage(
            "p1",
            "암진단비는 계약일부터 그날을 포함하여 90일이 지난 날의 다음 날부터 보장합니다. 계약일"
            "부터 1년 미만에 진단이 확정되면 가입금액의 50%를 지급합니다.",
            "",
        ),
    ],
    "P16": [
        Passage(
            "p1",
            "제30조(계약의 부활) 계약자는 해지된 날부터 3년 이내에 부활을 청약할 수 있으며, 연체보"
            "험료와 이자를 납입해야 합니다.",
            "",
        ),
    ],
    "P17": [
        Passage("p1", "갱신은 만기 30일 전까지 신청한다.", ""),
    ],
    "P18": [
        Passage("p1", "유예기간은 2주로 한다.", ""),
    ],
    "P19": [
        Passage("p1", "유예기간은 보름으로 한다.", ""),
    ],
    "P20": [
        Passage("p1", "접수 후 24시간 이내 처리한다.", ""),
    ],
    "P21": [
        Passage("p1", "3영업일 이내에 지급한다.", ""),
    ],
    "P22": [
        Passage("p1", "자기부담금은 20만원을 초과할 수 없다.", ""),
    ],
    "P23": [
        Passage("p1", "최소 2년 이상 근무한 자", ""),
    ],
    "P24": [
        Passage("p1", "체온이 38도 이상이면 등교하지 않는다.", ""),
    ],
    "P25": [
        Passage("p1", "본인부담은 1할 5푼으로 한다.", ""),
    ],
    "P26": [
        Passage("p1", "감액비율은 3분의 1로 한다.", ""),
    ],
    "P27": [
        Passage("p1", "할인율은 5퍼센트이다.", ""),
    ],
    "P28": [
        Passage("p1", "자기부담은 손해액의 10%로 한다.", ""),
    ],
    "P29": [
        Passage("p1", "면책기간은 90일이다.", ""),
    ],
    "P30": [
        Passage("p1", "연 2회 점검한다.", ""),
    ],
    "P31": [
        Passage("p1", "피보험자는 만 15세 이상이어야 한다.", ""),
    ],
    "P32": [
        Passage("p1", "정원은 서른 명이다.", ""),
    ],
    "P33": [
        Passage(
            "p1",
            "제25조(보험금의 지급절차) ① 회사는 청구서류를 접수한 날부터 3영업일 이내에 보험금을 지"
            "급합니다. ② 조사가 필요하면 접수일부터 30영업일 이내에 "
            "지급예정일을 알립니다. ③ 지급이 늦어지면 보험계약대출이율에 연 4%를 더한 이자를 지급합니다.",
            "제4장 지급절차 > 제25조(보험금의 지급절차)",
        ),
    ],
    "P34": [
        Passage(
            "p1",
            "제17조(청약의 철회) ① 계약자는 보험증권을 받은 날부터 15일 이내에 청약을 철회할 수 있"
            "습니다. 다만, 청약한 날부터 30일을 초과한 계약은 "
            "철회할 수 없습니다. ② 만 65세 이상인 계약자가 전화로 체결한 계약은 청약한 날부터 45일"
            "까지 철회할 수 있습니다.",
            "제3장 계약의 성립 > 제17조(청약의 철회)",
        ),
    ],
    "P35": [
        Passage(
            "p1",
            "제13조(보상하지 않는 손해) ① 회사는 피보험자가 고의로 자신을 해친 경우 보험금을 지급하"
            "지 않습니다. 다만, 심신상실 상태에서 자신을 해친 사실이 "
            "증명된 경우에는 보험금을 지급합니다. ② 회사는 무면허운전 중에 생긴 손해를 보장하지 아"
            "니한다. ③ 회사는 전쟁으로 생긴 손해를 보상하지 않습니다.",
            "제2장 보험금의 지급 > 제13조(보상하지 않는 손해)",
        ),
    ],
    "P36": [
        Passage("p1", "자동차 사고는 보상합니다. 다만, 경기용 차량 사고는 제외한다.", ""),
    ],
    "P37": [
        Passage("p1", "구 약관: 도난 손해는 보상하지 않는다.", ""),
    ],
    "P38": [
        Passage(
            "p1",
            "제9조(면책) 회사는 다음 각 호의 손해를 보상하지 않습니다.\n1. 전쟁으로 생긴 손해\n2. "
            "지진으로 생긴 손해",
            "",
        ),
    ],
    "P39": [
        Passage("p1", "가형의 면책기간은 90일이다.", "특별약관 가형 > 면책기간"),
        Passage("p2", "나형의 면책기간은 60일이다.", "특별약관 나형 > 면책기간"),
    ],
    "P40": [
        Passage("p1", "| 구분 | 한도 |\n|---|---|\n| 기본 | 300만원 |\n| 고급 | 700만원 |", ""),
    ],
    "P41": [
        Passage("p1", "구 약관: 도난 손해는 보상하지 않는다.", "구 약관 > 제9조"),
        Passage("p2", "신 약관: 도난 손해는 보상한다.", "신 약관 > 제9조"),
    ],
    "P42": [
        Passage("p1", "계약일은 2026년 3월 1일이고 만기일은 2031년 3월 1일이다.", ""),
    ],
    "P43": [
        Passage("p1", "수술비 100만원, 입원비 50만원을 지급한다.", ""),
    ],
    "P44": [
        Passage(
            "p1",
            "Article 5 (Cancellation). (1) The customer may cancel within 14 days of receiving "
            "the policy. (2) A fee of USD 1,000 applies if the customer cancels after a claim "
            "has been filed. (3) The customer may not cancel once the full benefit has been paid.",
            "Part II Contract > Article 5 (Cancellation)",
        ),
    ],
    "P45": [
        Passage(
            "p1",
            "Article 9 (Exclusions). (1) The insurer shall not pay for loss caused by an "
            "intentional act of the insured. (2) Flood damage is not covered unless the flood "
            "extension has been purchased. (3) Theft from an unlocked vehicle is excluded.",
            "Part III Cover > Article 9 (Exclusions)",
        ),
    ],
    "P46": [
        Passage("p1", "Article IV. Notices must be in writing.", ""),
    ],
    "P47": [
        Passage("p1", "Articles 3 to 5 apply to renewals.", ""),
    ],
    "P48": [
        Passage("p1", "See Appendix A for the fee table.", ""),
    ],
    "P49": [
        Passage("p1", "The fee is $1.5 million.", ""),
    ],
    "P50": [
        Passage("p1", "Repairs cost between $200 and $500.", ""),
    ],
    "P51": [
        Passage("p1", "Hospital cash is $80 per day.", ""),
    ],
    "P52": [
        Passage("p1", "The notice period is one year.", ""),
    ],
    "P53": [
        Passage("p1", "Claims must be filed within 30 days.", ""),
    ],
    "P54": [
        Passage("p1", "Applicants must be at least 18 years old.", ""),
    ],
    "P55": [
        Passage("p1", "At least two witnesses are required.", ""),
    ],
    "P56": [
        Passage("p1", "The margin is 150 basis points.", ""),
    ],
    "P57": [
        Passage("p1", "One half of the premium is refunded.", ""),
    ],
    "P58": [
        Passage("p1", "The deductible is 10% of the loss.", ""),
    ],
    "P59": [
        Passage("p1", "This policy takes effect on April 20, 2026.", ""),
    ],
    "P60": [
        Passage("p1", "Up to three visits are free each year.", ""),
    ],
    "P61": [
        Passage("p1", "Plan A: the excess is $200.", ""),
        Passage("p2", "Plan B: the excess is $300.", ""),
    ],
    "P62": [
        Passage("p1", "The fee is $40 and the deposit is $60.", ""),
    ],
    "P63": [
        Passage("p1", "Clause 8. The parties keep records as required by Section 44 of the Records Act.", ""),
    ],
    "P64": [
        Passage("p1", "Section 6. The insured must: (a) report the loss; (b) keep the damaged item.", ""),
    ],
    "P65": [
        Passage(
            "p1",
            "第十二条（保险责任） 第一款 被保险人因意外身故的，给付身故保险金10万元。 第二款 因意外"
            "伤残的，按伤残等级给付伤残保险金。 第三款 "
            "有下列情形之一的，给付住院津贴：\n（一）因意外住院满4日的，每日300元；\n（二）因疾病住"
            "院满4日的，每日200元。",
            "第二章 保险责任 > 第十二条（保险责任）",
        ),
    ],
    "P66": [
        Passage(
            "p1",
            "第二十条（犹豫期） 投保人自收到保险单之日起15日内可以解除合同，超过15日解除的，收取30元手续费。",
            "第三章 合同解除 > 第二十条（犹豫期）",
        ),
    ],
    "P67": [
        Passage(
            "p1",
            "第十五条（责任免除） 第一款 投保人故意造成保险事故的，保险人不承担赔偿责任。 第二款 无"
            "证驾驶造成的损失，不予赔偿。 第三款 地震造成的损失不予赔偿，但投保地震附加险的除外。",
            "第二章 保险责任 > 第十五条（责任免除）",
        ),
    ],
    "P68": [
        Passage("p1", "第三条至第五条适用于续保合同。", ""),
    ],
    "P69": [
        Passage("p1", "等待期为90日。", ""),
    ],
    "P70": [
        Passage("p1", "年龄不满18周岁的", ""),
    ],
    "P71": [
        Passage("p1", "自付比例为两成。", ""),
    ],
    "P72": [
        Passage("p1", "赔付比例为百分之八十。", ""),
    ],
    "P73": [
        Passage("p1", "不超过5万元。", ""),
    ],
    "P74": [
        Passage("p1", "每次事故限额为3000元。", ""),
    ],
    "P75": [
        Passage("p1", "附件一为设备清单。", ""),
    ],
    "P76": [
        Passage("p1", "试用期为六个月。", ""),
    ],
    "P77": [
        Passage("p1", "罚款五百元。", ""),
    ],
    "P78": [
        Passage("p1", "本办法自2026年4月20日起施行。", ""),
    ],
    "P79": [
        Passage("p1", "가입금액은 5천만원이며 보험료는 월 3만원이다.", ""),
    ],
    "P80": [
        Passage("p1", "A형의 한도는 100만원이다. B형의 한도는 200만원이다.", ""),
    ],
    "P81": [
        Passage("p1", "1종의 한도는 100만원이다. 2종의 한도는 200만원이다.", ""),
    ],
    "P82": [
        Passage("p1", "신청기한은 2026년 5월 1일까지이다.", ""),
    ],
    "P83": [
        Passage("p1", "보장개시일은 계약일부터 90일이 지난 다음 날이다.", ""),
    ],
    "P84": [
        Passage("p1", "매년 3회까지 무료이다.", ""),
    ],
    "P85": [
        Passage("p1", "오전 9시부터 오후 6시까지 운영한다.", ""),
    ],
    "P86": [
        Passage("p1", "This Agreement renews for successive one-year terms.", ""),
    ],
    "P87": [
        Passage("p1", "Interest accrues at 1.5% per month.", ""),
    ],
    "P88": [
        Passage("p1", "The tenant shall give 60 days' written notice.", ""),
    ],
    "P89": [
        Passage("p1", "Clause 12.3 applies. Clause 12.30 does not.", ""),
    ],
    "P90": [
        Passage("p1", "Section 4(a)(ii) governs refunds.", ""),
    ],
    "P91": [
        Passage("p1", "Schedule 1 lists the rates.", ""),
    ],
    "P92": [
        Passage("p1", "Premiums: Bronze $100, Silver $200, Gold $300.", ""),
    ],
    "P93": [
        Passage("p1", "| Plan | Fee |\n|---|---|\n| Basic | $10 |\n| Pro | $25 |", ""),
    ],
    "P94": [
        Passage("p1", "保险金额为50万元，免赔额为2000元。", ""),
    ],
    "P95": [
        Passage("p1", "甲方应于收到发票后30日内付款。", ""),
    ],
    "P96": [
        Passage("p1", "一等奖500元，二等奖300元。", ""),
    ],
    "P97": [
        Passage("p1", "违约金为合同总额的5%。", ""),
    ],
    "P98": [
        Passage("p1", "违约金为每日万分之五。", ""),
    ],
    "P99": [
        Passage("p1", "本合同一式三份。", ""),
    ],
}
CASES: list[tuple[str, str, str, float | None, list[str]]] = [
    ("P1", "제12조에 따라 보험금을 지급합니다.", "pass", 1.0, []),
    ("P1", "제99조에 따라 보험금을 지급합니다.", "hard_fail", 0.0, ["제99조"]),
    ("P1", "제12조제3항제2호에 따라 1일당 2만원을 지급합니다.", "pass", 1.0, []),
    ("P1", "제12조 제3항 제3호에 따라 지급합니다.", "hard_fail", 0.0, ["제12조 제3항 제3호"]),
    ("P1", "제12조제4항에 따라 지급합니다.", "hard_fail", 0.0, ["제12조제4항"]),
    ("P1", "제3장 제12조에 따라 지급합니다.", "hard_fail", 0.0, ["제3장"]),
    ("P1", "제12조제③항에 따라 입원보험금을 지급합니다.", "pass", 1.0, []),
    ("P1", "제12조 ③에 따라 입원보험금을 지급합니다.", "pass", 1.0, []),
    ("P2", "제8조 제2호 다목은 위로금을 말합니다.", "hard_fail", 0.0, ["제8조 제2호 다목"]),
    ("P3", "제5조는 단체계약에 적용됩니다.", "pass", 1.0, []),
    ("P3", "제4조는 단체계약에 적용됩니다.", "hard_fail", 0.0, ["제4조"]),
    ("P4", "제3조 내지 제5조가 적용됩니다.", "pass", 1.0, []),
    ("P4", "제3조부터 제7조까지 적용됩니다.", "hard_fail", 0.0, ["제7조"]),
    ("P5", "상법 제651조에 따른 중요한 사항을 알려야 합니다.", "pass", 1.0, []),
    ("P5", "「상법」 제651조에 따른 중요한 사항을 알려야 합니다.", "pass", 1.0, []),
    ("P5", "제651조에 따라 중요한 사항을 알려야 합니다.", "hard_fail", 0.0, ["제651조"]),
    ("P5", "제5조에 따라 의료법 제3조의 병원에서 받은 진단을 알려야 합니다.", "pass", 1.0, []),
    ("P6", "부칙 제1조에 따라 2026년 4월 20일부터 시행합니다.", "pass", 1.0, []),
    ("P6", "부칙 제3조에 따라 시행합니다.", "hard_fail", 0.0, ["부칙 제3조"]),
    ("P6", "시행일은 2026-04-20입니다.", "pass", 1.0, []),
    ("P6", "시행일은 2026.4.20.입니다.", "pass", 1.0, []),
    ("P6", "시행일은 26년 4월 20일입니다.", "pass", 1.0, []),
    ("P6", "시행 시기는 2026년 4월입니다.", "pass", 1.0, []),
    ("P7", "별표 2에 따라 50%를 지급합니다.", "hard_fail", 0.0, ["별표 2"]),
    ("P8", "별표1에 따릅니다.", "pass", 1.0, []),
    ("P9", "별지 제4호 서식으로 합니다.", "hard_fail", 0.0, ["별지 제4호 서식"]),
    ("P10", "서식 2를 제출합니다.", "hard_fail", 0.0, ["서식 2"]),
    ("P11", "한도는 1.2억원입니다.", "pass", 1.0, []),
    ("P11", "한도는 120,000천원입니다.", "pass", 1.0, []),
    ("P11", "한도는 120백만원입니다.", "pass", 1.0, []),
    ("P12", "보험료는 연 5만원입니다.", "soft_fail", 0.0, ["5만원"]),
    ("P13", "수리비는 10만원에서 50만원 사이입니다.", "pass", 1.0, []),
    ("P14", "수리비는 약 31만원입니다.", "soft_fail", 0.0, ["31만원"]),
    ("P1", "상해로 사망하면 1,000원을 지급합니다.", "soft_fail", 0.0, ["1,000원"]),
    ("P1", "상해로 4일 이상 입원하면 1일당 3만원을 지급합니다.", "pass", 1.0, []),
    ("P1", "입원하면 하루 3만원(상해) 또는 2만원(질병)을 지급합니다.", "pass", 1.0, []),
    ("P1", "상해로 5일 이상 입원하면 1일당 3만원을 지급합니다.", "soft_fail", 0.0, ["5일"]),
    ("P1", "질병으로 4일 초과 입원하면 1일당 2만원을 지급합니다.", "soft_fail", 0.0, ["4일 초과"]),
    ("P15", "암진단비는 계약일부터 90일이 지난 날의 다음 날부터 보장합니다.", "pass", 1.0, []),
    ("P15", "암진단비는 계약일부터 3개월이 지난 날의 다음 날부터 보장합니다.", "soft_fail", 0.0, ["3개월"]),
    (
        "P15",
        "계약일부터 1년 이상에 진단이 확정되면 가입금액의 50%를 지급합니다.",
        "soft_fail",
        0.0,
        ["1년 이상"],
    ),
    ("P15", "1년 미만에 진단 확정되면 가입금액의 절반을 지급합니다.", "pass", 1.0, []),
    ("P16", "해지된 날부터 2년 이내에 청약할 수 있습니다.", "soft_fail", 0.0, ["2년"]),
    ("P17", "갱신은 만기 한 달 전까지 신청합니다.", "soft_fail", 0.0, ["한 달"]),
    ("P18", "유예기간은 14일입니다.", "pass", 1.0, []),
    ("P19", "유예기간은 15일입니다.", "pass", 1.0, []),
    ("P20", "접수 후 1일 이내 처리합니다.", "pass", 1.0, []),
    ("P21", "3일 이내에 지급합니다.", "soft_fail", 0.0, ["3일"]),
    ("P22", "자기부담금은 최대 20만원입니다.", "pass", 1.0, []),
    ("P23", "2년 이상 근무해야 합니다.", "pass", 1.0, []),
    ("P24", "체온이 38도 이하이면 등교하지 않습니다.", "soft_fail", 0.0, ["38도 이하"]),
    ("P25", "본인부담은 15%입니다.", "pass", 1.0, []),
    ("P26", "감액비율은 33%입니다.", "soft_fail", 0.0, ["33%"]),
    ("P27", "할인율은 0.5%입니다.", "soft_fail", 0.0, ["0.5%"]),
    ("P28", "자기부담은 손해액의 10퍼센트포인트입니다.", "soft_fail", 0.0, ["10퍼센트포인트"]),
    ("P29", "면책기간은 90개월입니다.", "soft_fail", 0.0, ["90개월"]),
    ("P30", "연 2명 점검합니다.", "warn", 0.0, ["2명"]),
    ("P30", "연 3회 점검합니다.", "warn", 0.0, ["3회"]),
    ("P31", "피보험자는 만 15세 미만이어야 합니다.", "soft_fail", 0.0, ["만 15세 미만"]),
    ("P32", "정원은 30명입니다.", "pass", 1.0, []),
    (
        "P33",
        "1. 보험금은 3영업일 이내에 지급합니다.\n2. 조사가 필요하면 30영업일 이내에 알립니다.",
        "pass",
        1.0,
        [],
    ),
    ("P33", "고객센터 1588-1234로 문의하세요. 보험금은 3영업일 이내에 지급합니다.", "pass", 1.0, []),
    ("P33", "(1) 접수일부터 3영업일 이내 지급\n(2) 지연 시 연 4% 이자", "pass", 1.0, []),
    ("P33", "보험금은 3영업일 이내에 지급합니다(p. 15).", "pass", 1.0, []),
    ("P33", '보험금은 3영업일 이내에 지급합니다. <kb id="12" page="3"/>', "pass", 1.0, []),
    ("P33", "지급이 늦어지면 연 5%를 더한 이자를 지급합니다.", "soft_fail", 0.0, ["5%"]),
    ("P33", "| 구분 | 기한 |\n|---|---|\n| 일반 | 3영업일 |\n| 조사 | 30영업일 |", "pass", 1.0, []),
    (
        "P33",
        "| 구분 | 기한 |\n|---|---|\n| 일반 | 3영업일 |\n| 조사 | 20영업일 |",
        "soft_fail",
        0.5,
        ["20영업일"],
    ),
    ("P34", "- **기간**: 15일 이내\n- **근거**: 제17조 제1항", "pass", 1.0, []),
    ("P34", "제공된 자료에서 제99조를 찾을 수 없습니다.", "pass", None, []),
    ("P34", "죄송합니다. 문서에서 확인할 수 없습니다.", "pass", None, []),
    (
        "P34",
        "제20조에 관한 내용은 없지만, 제17조 제1항에 따라 15일 이내 철회할 수 있습니다.",
        "pass",
        1.0,
        [],
    ),
    ("P35", "제13조 제3항에 따라 전쟁으로 생긴 손해는 보상하지 않습니다.", "pass", 1.0, []),
    ("P35", "고의로 자신을 해친 경우에도 보험금을 지급합니다.", "soft_fail", ANY, []),
    ("P35", "심신상실 상태에서 자신을 해친 사실이 증명되면 보험금을 지급합니다.", "pass", None, []),
    ("P35", "무면허운전 손해는 보장 대상에서 제외됩니다.", "pass", None, []),
    ("P35", "무면허운전 손해도 보장합니다.", "soft_fail", ANY, []),
    ("P35", "전쟁 손해는 면책 사유에 해당하지 않습니다.", "soft_fail", ANY, []),
    ("P34", "청약한 날부터 30일을 초과하면 철회할 수 없습니다.", "pass", 1.0, []),
    ("P34", "보험증권을 받은 날부터 15일 이내에는 청약을 철회할 수 없습니다.", "soft_fail", 0.0, []),
    ("P36", "자동차 사고는 보상합니다.", "pass", None, []),
    ("P37", "구 약관에서는 도난 손해를 보상하지 않습니다.", "pass", None, []),
    ("P38", "전쟁으로 생긴 손해는 보상합니다.", "soft_fail", ANY, []),
    ("P39", "나형의 면책기간은 60일입니다.", "pass", 1.0, []),
    ("P39", "나형의 면책기간은 90일입니다.", "soft_fail", 0.0, ["90일"]),
    ("P40", "기본의 한도는 300만원, 고급의 한도는 700만원입니다.", "pass", 1.0, []),
    ("P40", "고급 한도는 700만원입니다.", "pass", 1.0, []),
    ("P41", "구 약관에서는 도난 손해를 보상합니다.", "soft_fail", ANY, []),
    ("P42", "계약일은 2031년 3월 1일입니다.", "soft_fail", 0.0, ["2031년 3월 1일"]),
    (
        "P34",
        "만 65세 이상 계약자가 전화로 체결한 계약은 15일까지 철회할 수 있습니다.",
        "soft_fail",
        0.0,
        ["15일"],
    ),
    ("P43", "수술비와 입원비를 합하여 150만원을 지급합니다.", "soft_fail", 0.0, ["150만원"]),
    ("P44", "Article 6 lets the customer cancel.", "hard_fail", 0.0, ["Article 6"]),
    ("P44", "Under Article 5(2), a fee of $1,000 applies after a claim has been filed.", "pass", 1.0, []),
    ("P44", "A fee of USD 1k applies if the customer cancels after a claim.", "pass", 1.0, []),
    (
        "P44",
        "A fee of USD 10,000 applies if the customer cancels after a claim.",
        "soft_fail",
        0.0,
        ["USD 10,000"],
    ),
    ("P44", "The customer may cancel within two weeks of receiving the policy.", "pass", 1.0, []),
    ("P44", "The customer may cancel within 14 days [2].", "pass", 1.0, []),
    ("P44", "The customer may cancel once the full benefit has been paid.", "soft_fail", ANY, []),
    (
        "P44",
        "Under Article 5(3), the customer can cancel even after the full benefit has been paid.",
        "soft_fail",
        0.0,
        [],
    ),
    ("P44", "I'm sorry, but the documents do not mention this.", "pass", None, []),
    ("P45", "Theft from an unlocked vehicle is not covered.", "pass", None, []),
    ("P45", "Theft from an unlocked vehicle is covered.", "soft_fail", ANY, []),
    ("P45", "Flood damage is covered even without the flood extension.", "soft_fail", ANY, []),
    ("P46", "Article 4 requires notices in writing.", "pass", 1.0, []),
    ("P47", "Article 6 applies to renewals.", "hard_fail", 0.0, ["Article 6"]),
    ("P48", "Appendix B lists the fees.", "hard_fail", 0.0, ["Appendix B"]),
    ("P48", "Appendix A lists the fees.", "pass", 1.0, []),
    ("P49", "The fee is $1,500,000.", "pass", 1.0, []),
    ("P49", "The fee is $1.5 billion.", "soft_fail", 0.0, ["$1.5 billion"]),
    ("P50", "Repairs cost $200 to $500.", "pass", 1.0, []),
    ("P51", "Hospital cash is $80 per week.", "soft_fail", 0.0, ["$80"]),
    ("P52", "The notice period is 12 months.", "pass", 1.0, []),
    ("P53", "Claims must be filed no later than 30 days after the loss.", "pass", 1.0, []),
    ("P54", "Applicants must be over 18.", "soft_fail", 0.0, ["over 18"]),
    ("P55", "At most two witnesses are required.", "soft_fail", 0.0, ["At most two"]),
    ("P56", "The margin is 1.5%.", "pass", 1.0, []),
    ("P57", "50% of the premium is refunded.", "pass", 1.0, []),
    ("P58", "The deductible is $10 of the loss.", "soft_fail", 0.0, ["$10"]),
    ("P59", "The policy takes effect on 2026-04-20.", "pass", 1.0, []),
    ("P59", "The policy takes effect on 04/20/2026.", "pass", 1.0, []),
    ("P60", "Up to 4 visits are free each year.", "warn", 0.0, ["4"]),
    ("P61", "Under Plan A the excess is $300.", "soft_fail", 0.0, ["$300"]),
    ("P62", "The fee is $60 and the deposit is $40.", "soft_fail", 0.0, ["$60", "$40"]),
    (
        "P63",
        "Section 44 of the Companies Act requires records.",
        "hard_fail",
        0.0,
        ["Section 44 of the Companies Act"],
    ),
    ("P64", "Section 6(c) requires a police report.", "hard_fail", 0.0, ["Section 6(c)"]),
    ("P65", "根据第十二条，给付身故保险金10万元。", "pass", 1.0, []),
    ("P65", "根据第十三条，给付身故保险金10万元。", "hard_fail", 0.0, ["第十三条"]),
    ("P65", "根据第十二条第四款，给付保险金。", "hard_fail", 0.0, ["第十二条第四款"]),
    ("P65", "根据第十二条第三款第三项，给付津贴。", "hard_fail", 0.0, ["第十二条第三款第三项"]),
    ("P65", "因意外住院满4日的，每日给付300元。", "pass", 1.0, []),
    ("P65", "因意外住院满5日的，每日给付300元。", "soft_fail", 0.0, ["5日"]),
    ("P65", "意外身故给付十万元。", "pass", 1.0, []),
    ("P65", "意外身故给付1万元。", "soft_fail", 0.0, ["1万元"]),
    ("P66", "投保人自收到保险单之日起15天内可以解除合同。", "pass", 1.0, []),
    ("P66", "超过15日解除的，收取300元手续费。", "soft_fail", 0.0, ["300元"]),
    ("P67", "第十五条第二款规定，无证驾驶造成的损失予以赔偿。", "soft_fail", 0.0, []),
    ("P67", "无证驾驶造成的损失不予赔偿。", "pass", None, []),
    ("P67", "投保地震附加险的，地震造成的损失可以赔偿。", "pass", None, []),
    ("P67", "地震造成的损失一律予以赔偿。", "soft_fail", ANY, []),
    ("P68", "第四条适用于续保合同。", "pass", 1.0, []),
    ("P69", "等待期为90天。", "pass", 1.0, []),
    ("P70", "年满18周岁的。", "soft_fail", 0.0, ["年满18周岁"]),
    ("P71", "自付比例为20%。", "pass", 1.0, []),
    ("P72", "赔付比例为80%。", "pass", 1.0, []),
    ("P73", "最高5万元。", "pass", 1.0, []),
    ("P73", "超过5万元。", "soft_fail", 0.0, ["超过5万元"]),
    ("P74", "每年限额为3000元。", "soft_fail", 0.0, ["3000元"]),
    ("P75", "附表一为设备清单。", "hard_fail", 0.0, ["附表一"]),
    ("P76", "试用期为半年。", "pass", 1.0, []),
    ("P77", "罚款500元。", "pass", 1.0, []),
    ("P78", "本办法自2026年4月起施行。", "pass", 1.0, []),
    ("P66", "抱歉，文档中没有相关内容。", "pass", None, []),
    ("P66", "您询问第九十九条。根据第二十条，15日内可以解除合同。", "pass", 1.0, []),
    ("P1", "제12조 제1항은 사망보험금을, 동조 제3항은 입원보험금을 정합니다.", "pass", 1.0, []),
    ("P1", "제12조에서 정합니다. 그 조 제2항에 따라 후유장해보험금을 지급합니다.", "pass", 1.0, []),
    ("P1", "제12조 제3항 각 호에 따라 입원보험금을 지급합니다.", "pass", 1.0, []),
    ("P1", "제12조 제3항 제1호 및 제2호에 따라 지급합니다.", "pass", 1.0, []),
    ("P1", "제12조 제3항 제1호 및 제4호에 따라 지급합니다.", "hard_fail", 0.0, ["제4호"]),
    ("P1", "제12조 제1항 내지 제3항에 따라 지급합니다.", "pass", 1.0, []),
    ("P1", "제12조 제1항 내지 제5항에 따라 지급합니다.", "hard_fail", 0.0, ["제5항"]),
    ("P1", "### 답변\n사망보험금은 **1,000만원**입니다 [1][2].", "pass", 1.0, []),
    ("P1", "`제12조`에 따르면 1,000만원입니다.", "pass", 1.0, []),
    (
        "P1",
        "> 제12조 ① 피보험자가 보험기간 중 상해로 사망한 때에는 사망보험금 1,000만원을 지급합니다.",
        "pass",
        1.0,
        [],
    ),
    ("P1", "상해로 10일 입원하면 30만원을 받습니다.", "soft_fail", 0.0, ["10일", "30만원"]),
    ("P1", "[제12조](#c1)에 따라 지급합니다.", "pass", 1.0, []),
    ("P1", "입원 1일당 5만원입니다.", "soft_fail", 0.0, ["5만원"]),
    ("P1", "약관 제12조에 따라 사망 시 1,000만 원을 드립니다.", "pass", 1.0, []),
    ("P1", "제 12조 제 3항 제 2호에 따라 2만원입니다.", "pass", 1.0, []),
    ("P1", "제12조 3항 1호: 상해 입원 1일당 3만원", "pass", 1.0, []),
    ("P1", "본 조 제2항에 따라 후유장해보험금을 지급합니다.", "pass", 1.0, []),
    ("P1", "질문하신 제99조는 자료에서 확인되지 않습니다.", "pass", None, []),
    ("P1", "제99조의 내용은 알 수 없습니다. 다만 제12조는 보험금 지급사유를 정합니다.", "pass", 1.0, []),
    ("P35", "음주운전 손해는 보상하지 않습니다.", "pass", None, []),
    ("P35", "전쟁 손해는 보장이 됩니다.", "soft_fail", ANY, []),
    ("P35", "무면허운전이라도 보험금이 지급될 수 있습니다.", "soft_fail", ANY, []),
    ("P35", "전쟁 또는 무면허운전으로 인한 손해는 보상받을 수 없습니다.", "pass", None, []),
    (
        "P35",
        "고의로 자신을 해친 경우는 면책이지만 심신상실 상태였음이 증명되면 지급합니다.",
        "pass",
        None,
        [],
    ),
    ("P35", "Q. 전쟁 손해도 보상되나요?\nA. 보상하지 않습니다.", "pass", None, []),
    ("P79", "가입금액은 5,000만원, 월 보험료는 3만원입니다.", "pass", 1.0, []),
    ("P79", "보험료는 연 36만원입니다.", "soft_fail", 0.0, ["36만원"]),
    ("P79", "가입금액은 3만원, 보험료는 5천만원입니다.", "soft_fail", 0.0, ["3만원", "5천만원"]),
    ("P80", "A형의 한도는 200만원입니다.", "soft_fail", 0.0, ["200만원"]),
    ("P81", "2종의 한도는 200만원입니다.", "pass", 1.0, []),
    ("P81", "1종의 한도는 200만원입니다.", "soft_fail", 0.0, ["200만원"]),
    ("P82", "신청기한은 5월 1일까지입니다.", "pass", 1.0, []),
    ("P82", "신청은 2026년 5월 1일부터입니다.", "soft_fail", 0.0, ["2026년 5월 1일부터"]),
    ("P83", "보장개시일은 계약일부터 90일 이내입니다.", "soft_fail", 0.0, ["90일 이내"]),
    ("P84", "매년 3회 이상 무료입니다.", "soft_fail", 0.0, ["3회 이상"]),
    ("P85", "오전 9시부터 오후 6시까지 운영합니다.", "pass", ANY, []),
    ("P86", "It renews for successive 12-month terms.", "pass", 1.0, []),
    ("P87", "Interest accrues at 18% per year.", "soft_fail", 0.0, ["18%"]),
    ("P88", "The tenant must give 60 days' notice.", "pass", 1.0, []),
    ("P89", "Under clause 12.3 it applies.", "pass", 1.0, []),
    ("P90", "Section 4(a)(iii) governs refunds.", "hard_fail", 0.0, ["Section 4(a)(iii)"]),
    ("P91", "Schedule 1 lists the rates on page 12.", "pass", 1.0, []),
    ("P92", "The Silver premium is $300.", "soft_fail", 0.0, ["$300"]),
    ("P92", "The Silver premium is $200 and Gold is $300.", "pass", 1.0, []),
    ("P93", "The Pro plan costs $10.", "soft_fail", 0.0, ["$10"]),
    ("P93", "Pro costs $25 and Basic $10.", "pass", 1.0, []),
    ("P94", "免赔额为0.2万元。", "pass", 1.0, []),
    ("P94", "免赔额为50万元。", "soft_fail", 0.0, ["50万元"]),
    ("P95", "甲方应在收到发票后60日内付款。", "soft_fail", 0.0, ["60日"]),
    ("P96", "二等奖500元。", "soft_fail", 0.0, ["500元"]),
    ("P97", "违约金为合同总额的千分之五。", "soft_fail", 0.0, ["千分之五"]),
    ("P98", "违约金为每日0.05%。", "pass", 1.0, []),
    ("P99", "本合同一式两份。", "warn", 0.0, ["两份"]),
]


@pytest.mark.feature("VF-09")
@pytest.mark.feature("VF-10")
@pytest.mark.parametrize(("passages", "answer", "risk", "grounded", "unsupported"), CASES)
def test_answer(
    passages: str, answer: str, risk: str, grounded: float | None, unsupported: list[str]
) -> None:
    report = verify_answer(answer, PASSAGES[passages])
    assert report.risk_level == risk, report.warnings
    assert sorted(report.unsupported) == sorted(unsupported)
    if grounded != ANY:
        assert report.groundedness == grounded
