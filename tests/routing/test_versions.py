"""Questions about versions, and near misses: the day of a fact, and a change that is not one of versions."""

import pytest

from pincite.routing.versions import read_versions

ASKS_FOR_A_DAY = """
2023년 5월에 입원일당은 얼마였나요? | 2023-05-01/2023-05-31
2023년 5월에 연차는 며칠이었나요? | 2023-05-01/2023-05-31
2023년 5월 당시 입원일당은 얼마인가요? | 2023-05-01/2023-05-31
2022년 3월 1일 기준 연차는 며칠인가요? | 2022-03-01
2022년 3월 1일 기준으로 연차는 며칠인가요? | 2022-03-01
2022-03-01 현재 입원일당은? | 2022-03-01
2022. 3. 1. 기준 입원일당은? | 2022-03-01
2022년 약관에서 입원일당은 얼마인가요? | 2022-01-01/2022-12-31
2022년 상해보험 약관에 따르면 입원일당은 얼마인가요? | 2022-01-01/2022-12-31
2022년 5월에 시행 중이던 약관의 면책기간은? | 2022-05-01/2022-05-31
2023년 5월에는 음주운전 사고가 보장되었나요? | 2023-05-01/2023-05-31
as of 1 March 2022, how long is the waiting period? | 2022-03-01
What is the waiting period as of March 2022? | 2022-03-01/2022-03-31
What was the daily benefit in May 2023? | 2023-05-01/2023-05-31
In May 2023, what was the daily benefit? | 2023-05-01/2023-05-31
How long was the notice period on 1 March 2022? | 2022-03-01
Which notice period was in force on March 1st, 2022? | 2022-03-01
Under the 2022 terms, what is the daily benefit? | 2022-01-01/2022-12-31
How many days of annual leave were there in 2021? | 2021-01-01/2021-12-31
What did the policy say as of 2022? | 2022-01-01/2022-12-31
2021年3月时年假是几天？ | 2021-03-01/2021-03-31
截至2021年3月，住院津贴是多少？ | 2021-03-01/2021-03-31
2021年3月当时的年假是几天？ | 2021-03-01/2021-03-31
2022版条款中住院津贴是多少？ | 2022-01-01/2022-12-31
以2021年3月1日为准，年假是几天？ | 2021-03-01
2021年3月1日有效的规定是什么？ | 2021-03-01
"""

NAMES_THE_DAY_OF_A_FACT = """
2023년 5월에 가입한 계약의 입원일당은 얼마였나요?
2023년 5월에 발생한 사고도 보장되나요?
2023년 5월에 시행된 개정의 내용은?
2023년 5월에 무엇이 시행되었나요?
2023년 5월에 총회는 어디서 열렸나요?
회사는 2023년 5월에 설립되었나요?
계약일이 2023년 5월 1일인 경우 입원일당은 얼마인가요?
2022년 3월 1일 기준 만 65세인 사람은 가입할 수 있나요?
2022년 기준금리는 얼마인가요?
2023년 5월 당시 입사한 직원의 연차는 며칠인가요?
2023년 5월 매출은 얼마인가요?
2023년 5월 사고 당시 운전자는 누구인가요?
2024년 1월 1일부터 시행되는 약관은?
2023년 5월까지 청구할 수 있나요?
2022년 2월 30일 기준 입원일당은?
Which policy came into force on 1 March 2022?
When does the contract signed on 1 March 2022 end?
What was announced on 1 March 2022?
What is the benefit for accidents reported in May 2023?
Who is eligible at age 65 as of 1 March 2022?
What happened in May 2023?
How many people were hired in 2021?
Is a contract made in 2022 covered?
What does the 2022 amendment say?
2021年3月时入职的员工年假几天？
2021年3月入职的员工年假几天？
2021年3月发生的事故赔偿吗？
合同于2021年3月1日签订，何时到期？
2021年3月1日施行的办法是什么？
제43조 내용 알려줘
제2022조 당시의 규정은?
as of 03/04/2022, how long is the waiting period?
"""

ASKS_FOR_THE_CHANGE = """
무엇이 바뀌었나요?
제5조에서 무엇이 바뀌었나?
입원일당이 어떻게 달라졌나요?
입원일당은 언제부터 얼마로 바뀌었나요?
개정 전후 입원일당을 비교해 주세요
개정 전과 후의 차이는?
2024년 개정으로 바뀐 점은 무엇인가요?
이전 약관과 무엇이 다른가요?
신구 조문 대비표 보여줘
개정 내용은?
입원일당이 바뀌었나요?
What changed in the waiting period?
What has changed since the last version?
what was amended in Article 5?
How has the daily benefit changed?
How did the notice period change?
What is the difference between the old terms and the new terms?
What are the changes in the new policy?
Was the daily benefit raised in 2024?
修改了什么？
住院津贴有什么变化？
修订前后有什么不同？
第五条修改了哪些内容？
新旧条款对比
年假是怎么变的？
与旧版相比有哪些不同？
"""

ASKS_FOR_ANOTHER_THING = """
수익자를 변경하려면 어떻게 하나요?
주소가 바뀌면 어떻게 알려야 하나요?
직업이 변경된 경우 통지해야 하나요?
계약 내용의 변경은 어떻게 신청하나요?
보험료가 어떻게 변경되나요?
변경 사항을 어디에 통지하나요?
직업 변경 전후의 보험료는?
직업이 바뀌었을 때 무엇을 해야 하나요?
How do I change the beneficiary?
What if my address has changed?
What happens when the policy is changed?
What is the difference between plan A and plan B?
When must I report a change of occupation?
What changes must be reported?
如何变更受益人？
地址变更了怎么办？
修改合同需要什么材料？
A计划和B计划有什么不同？
第43条的内容
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("line", lines(ASKS_FOR_A_DAY))
def test_a_day_whose_version_is_asked_for_is_read(line: str) -> None:
    question, _, span = line.partition(" | ")
    assert str(read_versions(question).on) == span


@pytest.mark.parametrize("question", lines(NAMES_THE_DAY_OF_A_FACT))
def test_the_day_of_a_fact_asks_for_no_version(question: str) -> None:
    assert read_versions(question).on is None


@pytest.mark.parametrize("question", lines(ASKS_FOR_THE_CHANGE))
def test_a_question_about_the_change_is_told(question: str) -> None:
    assert read_versions(question).change


@pytest.mark.parametrize("question", lines(ASKS_FOR_ANOTHER_THING))
def test_changing_something_is_no_question_about_versions(question: str) -> None:
    assert not read_versions(question).change


def test_the_two_times_of_a_change_are_told_and_left_out_of_the_topic() -> None:
    asked = read_versions("How has annual leave changed between 2020 and 2024?")
    assert asked.change
    assert [str(span) for span in asked.named] == ["2020-01-01/2020-12-31", "2024-01-01/2024-12-31"]
    assert asked.topic == "annual leave"


@pytest.mark.parametrize(
    "question",
    [
        "무엇이 바뀌었나요?",
        "2022년과 2024년 약관의 차이는?",
        "What are the changes in the new policy?",
        "新旧条款对比",
    ],
)
def test_a_question_about_every_change_has_no_topic(question: str) -> None:
    asked = read_versions(question)
    assert asked.change
    assert asked.topic == ""


@pytest.mark.parametrize(
    "question", ["제6조에서 무엇이 바뀌었나요?", "What changed in Article 5?", "第五条修改了哪些内容？"]
)
def test_a_clause_is_a_topic(question: str) -> None:
    assert read_versions(question).topic


def test_two_days_asked_for_are_none() -> None:
    question = "2022년 3월 1일 당시와 2024년 3월 1일 당시 입원일당은?"
    asked = read_versions(question)
    assert asked.on is None
    assert [str(span) for span in asked.named] == ["2022-03-01", "2024-03-01"]
