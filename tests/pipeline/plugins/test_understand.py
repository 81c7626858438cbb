import pytest

from pincite.core.errors import InvalidInput
from pincite.core.settings import ChatSettings
from pincite.pipeline.plugins.understand import LONGEST_QUERY, check_query
from pincite.pipeline.telling import Kind, Told
from pincite.ports.history import PastTurn
from pincite.ports.models import ChatOptions
from tests.pipeline.standins import ScriptedModel, World


@pytest.mark.parametrize("query", ["", " \n ", "a\x00b", "\x1b[31m", "연차\ud800", "x" * (LONGEST_QUERY + 1)])
async def test_what_cannot_be_asked(query: str) -> None:
    with pytest.raises(InvalidInput):
        await World().ask(query)
    with pytest.raises(InvalidInput):
        await World().retrieve(query)


@pytest.mark.feature("CM-01")
@pytest.mark.parametrize(
    "query", ["what does `javascript:` do", "<script>alert(1)</script>", "'; DROP TABLE x", "a\tb\nc"]
)
def test_text_that_looks_dangerous_is_only_text(query: str) -> None:
    assert check_query(f"  {query} ") == query


@pytest.mark.parametrize(
    ("query", "language"), [("연차는?", "ko"), ("Annual leave?", "en"), ("年假几天？", "zh")]
)
async def test_the_answer_is_in_the_language_of_the_question(query: str, language: str) -> None:
    assert (await World().ask(query)).language == language
    assert (await World().ask(query, language="en")).language == "en"


PICTURE = "data:image/png;base64,iVBORw0KGgo="
REPLY = '```json\n{"rewrite_query": "보험금 지급 기한", "intent": "kb_search", "image_description": "청구서"}\n```'


@pytest.mark.feature("QU-01", "QU-03", "QU-10")
@pytest.mark.parametrize(("images", "tokens"), [((), 150), ((PICTURE,), 500)])
async def test_one_call_tells_query_intent_and_picture_and_is_short(
    images: tuple[str, ...], tokens: int
) -> None:
    model = ScriptedModel(REPLY, "3영업일 이내입니다.")
    world = World(model=model, chat=ChatSettings(vision=True))
    await world.start()
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    turns = (PastTurn("보험금은 누가 받나요?", "보험수익자입니다."),)
    answer = await world.questions.converse(
        World.request("그건 언제 줘요?", turns=turns, rounds=3, images=images), tell=tell
    )
    (asked,) = model.calls[0]
    assert "보험수익자입니다." in asked.content
    assert asked.images == images
    assert (model.temperatures[0], model.limits[0]) == (0.3, tokens)
    assert model.options[0] == ChatOptions(thinking=False)
    assert len(model.calls) == answer.model_calls == 2
    window = next(one.data for one in told if one.kind is Kind.TOOL_RESULT)
    assert (window["query"], window["intent"]) == ("보험금 지급 기한", "kb_search")
    assert answer.image_description == "청구서"
