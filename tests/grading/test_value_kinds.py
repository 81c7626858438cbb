"""What questions of three languages ask for, and whether passages hold it."""

import pytest

from pincite.core.catalogue import say
from pincite.grading.value_kinds import KINDS

LANGUAGES = ("ko", "en", "zh")


def asked(question: str) -> set[str]:
    return {kind.name for kind in KINDS if kind.asked(question)}


def held(name: str, passage: str, question: str = "") -> bool:
    return any(kind.held(passage, question) for kind in KINDS if kind.name == name)


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        ("money", ["총예산이 몇 조원인가요", "보험료는 매달 얼마씩 내나요", "과태료 얼마까지 나옴?"]),
        ("money", ["What is the dollar fine for a late return?", "How much does the permit cost?"]),
        ("money", ["How many euros is the deposit?", "What's the fee for a second copy?"]),
        ("money", ["最低工资标准是多少元？", "押金是多少？", "逾期要交多少？", "門票多少錢？"]),
        ("percent", ["지연이자율이 몇 %인가요", "수수료는 몇 퍼센트?", "지급률은 얼마인가요?"]),
        ("percent", ["What percentage is refunded?", "What is the interest rate?", "单位按百分之几缴纳？"]),
        ("phone", ["담당자 전화번호 알려줘", "고객센터 연락처는?", "What is the phone number of the depot?"]),
        ("phone", ["客服电话是多少？", "联系电话是什么？"]),
        ("email", ["담당자 이메일 주소가 뭐예요?", "What is the e-mail address of support?", "邮箱是多少？"]),
        ("url", ["홈페이지 주소 알려주세요", "What is the URL of the portal?", "官网地址是什么？"]),
        (
            "temperature",
            ["몇 도까지 쓸 수 있나요?", "Up to what temperature can it be used?", "沸点是多少？"],
        ),
        ("pressure", ["타이어 공기압은 얼마인가요?", "What is the tire pressure?", "胎压是多少？"]),
        ("torque", ["조임 토크는 얼마?", "What torque should I use on the nut?", "扭矩是多少？"]),
        ("weight", ["무게가 얼마예요?", "How much does the pump weigh?", "重量是多少公斤？"]),
        ("length", ["높이가 몇 미터인가요?", "How tall is the tower?", "全长多少公里？", "河有多深？"]),
        ("area", ["사무실은 몇 평이에요?", "What is the area of the hall?", "面积是多大？"]),
        ("electric", ["정격 전압이 몇 볼트야?", "What voltage does it need?", "功率是多少？"]),
        ("volume", ["탱크는 몇 리터?", "How many gallons fit in?", "容积是多少？"]),
        ("year", ["몇 년도에 제정됐어?", "In what year was it signed?", "哪一年成立？"]),
        ("clock", ["몇 시에 시작해?", "What time does it open?", "晚上几点关门？"]),
        ("period", ["며칠 전에 알려야 하나요", "How many days do I have?", "几天之内？", "能领几个月？"]),
        ("age", ["몇 살부터 들 수 있나요?", "What is the minimum age?", "How old must I be?", "几岁可以？"]),
        ("score", ["개똥이 영어 몇 점?", "考了多少分？"]),
    ],
)
def test_is_asked(name: str, questions: list[str]) -> None:
    for question in questions:
        assert name in asked(question), question


@pytest.mark.parametrize(
    "question",
    [
        # the thing is spoken of, its value is not asked for
        "전화번호가 바뀌면 어떻게 하나요?",
        "바뀐 주소나 연락처를 알려야 하나요?",
        "연락처를 알려주지 않으면 계약이 해지되나요?",
        "신청은 전화 아니면 이메일?",
        "예산을 몇 번 고칠 수 있나요?",
        "키 몇 개 받나요?",
        "보험료를 얼마나 밀리면 해지되나요?",
        "다음 몇 가지를 준비하나요?",
        "What is torque?",
        "What causes the temperature to rise?",
        "What is the email for?",
        "What is the length of the contract?",
        "What is the fee schedule?",
        "What time of year is best for planting?",
        "What time off do new employees get?",
        "How much time does the employer have to pay?",
        "How long is the notice?",
        "How deep is the discount?",
        "What is the area of expertise of the team?",
        "What is the phone number format?",
        "How much do they pay attention to rules?",
        "资金有多少来源？",
        "质量有多大影响？",
        "Who pays the costs?",
        "需要注意哪几点？",
        "签合同时要注意几点？",
        "保险费有几种交法？",
        "预算有多少种类？",
        "工作压力是多少人辞职的原因？",
        "《劳动法》什么时候施行？",
    ],
)
def test_is_not_asked(question: str) -> None:
    assert asked(question) == set()


def test_dollars_are_not_months() -> None:
    assert asked("몇 달러인가요?") == {"money"}


@pytest.mark.parametrize(
    ("name", "passages"),
    [
        (
            "money",
            ["1천만원 이하의 벌금", "금 삼백만원정", "US$ 1.5 million", "eleven dollars", "罚款五百元"],
        ),
        (
            "money",
            [
                "사망보험금 1억 원",
                "₩30,000",
                "fee of €5",
                "人民币3000",
                "２０００円は2,000 yen",
                "每月10块钱",
            ],
        ),
        ("money", ["| 항목 | 금액 |\n|---|---|\n| 출장비 | 30,000 |"]),
        (
            "percent",
            [
                "연 100분의 40 이내",
                "두 배를 지급",
                "one third of the price",
                "百分之九十",
                "3할 이내",
                "12.5％",
            ],
        ),
        (
            "money",
            ["| 항목 | 예산 |\n| --- | --- |\n| 홍보 | 3,000 |", "| 예산 | 3,000 |", "칠백원", "백 원"],
        ),
        ("phone", ["(044) 205-2812", "02-1234-5678", "1588-1234", "13812345678", "+82 10 1234 5678"]),
        ("phone", ["담당: 홍길동 ☎ 2812", "Tel 555-0100"]),
        ("email", ["help@example.org", "help (at) example.org"]),
        ("url", ["https://example.org/a", "www.moel.go.kr", "example.com"]),
        ("temperature", ["250 °F", "영하 5도", "25℃", "up to 120 degrees", "零下十度", "상온에서 보관"]),
        ("pressure", ["35 psi", "2.5 bar", "300 kPa", "3기압"]),
        ("torque", ["12 N·m", "30-40 in.-lb", "50 ft-lbs", "25 foot-pounds", "5 kgf·cm", "20Nm"]),
        ("weight", ["7 kg", "two tons", "三公斤", "500그램"]),
        ("length", ["8자 이상", "3 미터", "1⁄4 inch", "约5公里", "two miles"]),
        ("area", ["85㎡", "30평", "two acres", "5平方公里"]),
        ("clock", ["18:30", "오후 여섯 시", "9 a.m.", "noon", "上午"]),
        ("period", ["지체 없이", "3영업일", "two weeks", "三十日以内", "한 달", "by the 15th"]),
        ("age", ["만 15세", "18 years old", "aged 65", "年满十六周岁", "성년"]),
    ],
)
def test_is_held(name: str, passages: list[str]) -> None:
    for passage in passages:
        assert held(name, passage), passage


@pytest.mark.parametrize(
    ("name", "passage"),
    [
        ("money", "Hip-drop tackle ........ 12-2-18"),
        ("money", "원칙과 원인을 적는다. 30일 이내에 보낸다."),
        ("money", "| 프로젝트 예산 | 일금_________원정 (₩ ) |\n| 역할 1 | 역할 2 | 0000 |"),
        ("money", "| 작성일자 | 0000년 | 작성자 |\n| --- | --- | --- |\n| 직위 | 사원 | 일금____원정 (₩ ) |"),
        ("money", "| 과제 | 2019 |\n| --- | --- |\n| 3 | 예산지침개정 |"),
        ("phone", "Report ID: SPARSE-2024-INV-1234, dated 2024-11-15, |SKU-8847|450|"),
        ("temperature", "Two kinds of nuts, 3⁄8 inch; 도로와 도시 3곳"),
        ("torque", "The bellows type ranges from No. 8 up to 3⁄8 inch."),
        ("clock", "3시간 이내, 2024-11-15"),
        ("email", "We will email you @ once."),
        ("percent", "The interest is set by decree."),
    ],
)
def test_is_not_held(name: str, passage: str) -> None:
    assert not held(name, passage)


def test_what_the_question_gives_is_no_answer() -> None:
    question = "What torque for a nut of 30 Nm class?"
    assert not held("torque", "The class of 30 Nm is for nuts.", question)
    assert held("torque", "The class of 30 Nm takes 24 Nm.", question)
    # A sign alone is not given: 30 % answers "몇 %", and 5 % is not in 15 %.
    assert held("percent", "연 20%로 한다", "몇 %인가요?")
    assert held("percent", "수수료는 5%", "15% 할인하면 수수료는 몇 %?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_name_to_say(language: str) -> None:
    for kind in KINDS:
        assert say(f"answer.value_{kind.name}", language)
