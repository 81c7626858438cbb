"""Years, titles and decrees that a question names."""

import pytest

from pincite.grading.named import missing_name


@pytest.mark.parametrize(
    ("question", "about", "pool", "missing"),
    [
        ("2022年春节档首日票房冠军", ["2016年春节档票房"], ["2016年春节档票房"], ("year", "2022")),
        (
            "2025년 최저임금은?",
            ["2024년 최저임금은 9,860원"],
            ["2024년 최저임금은 9,860원"],
            ("year", "2025"),
        ),
        # A circumstance of the person: nothing here is about a year, or only its amendments are.
        ("2024년에 입사했는데 연차는?", ["15일의 유급휴가"], ["15일의 유급휴가"], None),
        ("2024년에 입사했는데 연차는?", ["15일 <개정 2020. 3. 31.>"], ["15일"], None),
        ("2018년 조사", ["2016년 조사"], ["2016년 조사", "개방률(’18.12월)"], None),
        ("2018년 조사", ["2016년 조사"], ["16~18년 조사"], None),
        ("Growth in 2016?", ["Growth of 2010"], ["from 2015 to 2020 it grew"], None),
        ("2000원 이상이면?", ["2016년의 요금"], ["2016년의 요금"], None),
        ("2024년 말에 퇴사하면 연차수당은?", ["2019년 이후 시행"], ["2019년 이후 시행"], None),
        ("I was hired in 2024, how much leave?", ["since 2019, 15 days"], ["since 2019, 15 days"], None),
        ("2024-1999 문서는?", ["2001년 문서"], ["2001년 문서"], None),
        ("《論語》是誰寫的？", ["论语是孔子的学生写的书"], ["论语是孔子的学生写的书"], None),
        ("「근로기준법」 연차는?", ["Labor Standards Act, annual leave"], ["Labor Standards Act"], None),
        ("《拉什塔特和約》是誰簽訂的?", ["維也納會議"], ["維也納會議"], ("name", "拉什塔特和約")),
        ("《道交法》怎么规定？", ["道路交通安全法"], ["《道路交通安全法》第一条", "道交"], None),
        ("지연이자율은 시행령에 몇 %?", ["대통령령으로 정한다"], ["다른 법 시행령"], ("name", "시행령")),
        ("시행령에는 어떻게 돼 있나요?", ["근로기준법 시행령\n제17조"], [], None),
        ("실손보험 「」 질문", ["text"], ["text"], None),
    ],
)
def test_a_name(question: str, about: list[str], pool: list[str], missing: tuple[str, str] | None) -> None:
    assert missing_name(question, about, pool) == missing


def test_years_that_choose_a_version_are_not_looked_for() -> None:
    text = ["2024년 약관"]
    assert missing_name("2022년 약관의 면책기간", text, text) == ("year", "2022")
    assert missing_name("2022년 약관의 면책기간", text, text, years=False) is None
