"""The same question gives the same answer, byte for byte, with several bases and under load."""

import json
from pathlib import Path

import anyio
import pytest

from pincite.library import AsyncLibrary
from pincite.pipeline.answer import Answer
from pincite.wiring import open_library
from tests.libraries import KOREAN, MANUAL, POLICY, settings_for

TIMES = 50
AT_ONCE = 8
QUESTION = "회사는 서류를 받은 날부터 며칠 이내에 보험금을 지급하나요?"
OTHERS = [
    "제41조 내용 알려줘",
    "How often are the pump bearings greased?",
    "员工每年有几天年假？",
    "환불은 언제까지 되나요?",
    "고의로 다치면 보험금을 받나요?",
    "피자 배달이 늦으면 얼마나 보상받나요?",
    "안녕하세요",
]
VARYING = ("trace_id", "elapsed_ms", "stage_ms")


def said(answer: Answer) -> str:
    """The whole answer without its number and its times."""
    body = {key: value for key, value in answer.to_json().items() if key not in VARYING}
    return json.dumps(body, ensure_ascii=False, sort_keys=True)


async def fill(library: AsyncLibrary, directory: Path) -> None:
    """Bases that hold the same text twice, so that ties are there to be broken, and one of entries."""
    for name in ("terms", "copies"):
        path = directory / f"{name}.md"
        path.write_text(KOREAN, encoding="utf-8")
        await (await library.knowledge_base(name)).add(path)
    await (await library.knowledge_base("manuals")).add(MANUAL, POLICY)
    faq = (await library.knowledge_base("faq", kind="faq")).faq
    await faq.add("환불은 언제까지 되나요?", "7일 이내입니다.", similar=["환불 기한은요?"])
    await faq.add("보험금은 언제 지급되나요?", "서류를 받은 날부터 3영업일 이내입니다.")


@pytest.mark.feature("TK-01")
async def test_fifty_times_the_same_under_load(tmp_path: Path) -> None:
    answers: list[str] = []
    found: list[str] = []
    async with await open_library(settings=settings_for(tmp_path / "library")) as library:
        await fill(library, tmp_path)
        turns = anyio.CapacityLimiter(AT_ONCE)

        async def ask(question: str) -> None:
            async with turns:
                given = await library.ask(question)
                if question == QUESTION:
                    answers.append(said(given))

        async def search() -> None:
            async with turns:
                found.append(said(await library.retrieve(QUESTION, top_k=20)))

        async with anyio.create_task_group() as group:
            for number in range(TIMES):
                group.start_soon(ask, QUESTION)
                group.start_soon(ask, OTHERS[number % len(OTHERS)])
                if number % 5 == 0:
                    group.start_soon(search)
        bases = [base.name for base in await library.bases()]
        turned = await library.ask(QUESTION, bases=bases)
    assert len(answers) == TIMES
    assert len(set(answers)) == 1
    assert len(set(found)) == 1
    assert said(turned) == answers[0]
    assert "3영업일" in json.loads(answers[0])["answer"]


async def test_the_order_in_which_bases_are_named_changes_no_passage(tmp_path: Path) -> None:
    async with await open_library(settings=settings_for(tmp_path / "library")) as library:
        await fill(library, tmp_path)
        names = [base.name for base in await library.bases()]
        there = await library.retrieve(QUESTION, bases=names)
        back = await library.retrieve(QUESTION, bases=names[::-1])
    assert [source.to_json() for source in there.sources] == [source.to_json() for source in back.sources]
