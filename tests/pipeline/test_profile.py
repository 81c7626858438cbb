"""What a model is sent, and what a person reads, where an assistant sets something otherwise."""

from dataclasses import replace

import pytest

from pincite.composing import Prompts
from pincite.core.catalogue import say
from pincite.core.errors import ModelCallFailed
from pincite.core.settings import AnswerSettings, ChatSettings
from pincite.pipeline.answer import Answer
from pincite.pipeline.profile import Profile, profile_of, profile_values
from pincite.pipeline.telling import Kind, Told
from pincite.ports.history import PastTurn
from pincite.ports.models import ChatOptions
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World

QUERY = "보험금은 며칠 안에 지급되나요?"
SAID = '서류를 접수한 날부터 3영업일 이내입니다.<ref id="c1"/>'
TURNS = (PastTurn("부활은 언제까지 되나요?", "3년 안에 청약합니다."),)
PROTOCOL = '<ref id="c1"/>'
"""What the citation protocol shows a model."""


def world(*said: str | Exception, score: float = 0.9, **more: object) -> World:
    model = ScriptedModel(*(said or (SAID,)))
    return World(model=model, reranker=ScriptedReranker(score), **more)  # type: ignore[arg-type]


def model_of(made: World) -> ScriptedModel:
    assert isinstance(made.model, ScriptedModel)
    return made.model


async def converse(made: World, query: str = QUERY, **more: object) -> tuple[Answer, list[Told]]:
    await made.start()
    told: list[Told] = []

    async def tell(piece: Told) -> None:
        told.append(piece)

    return await made.questions.converse(World.request(query, **more), tell=tell), told


def prompts(place: str, **texts: str) -> Profile:
    file, _, identifier = place.partition("/")
    return Profile(prompts=Prompts({(file, identifier): texts}))


@pytest.mark.feature("GN-01", "ST-02")
@pytest.mark.parametrize("streamed", [True, False])
async def test_a_model_is_called_as_the_settings_say_and_the_assistant_over_them(streamed: bool) -> None:
    settings = ChatSettings(temperature=0.5, top_p=0.8, seed=7, thinking=False, max_tokens=300)
    profile = Profile(temperature=0.0, seed=11, max_tokens=200, thinking=True)
    made = world(chat=settings)
    for given in (Profile(), profile):
        await (converse(made, profile=given) if streamed else made.ask(QUERY, profile=given))
    model = model_of(made)
    assert model.temperatures == [0.5, 0.0]
    assert model.limits == [300, 200]
    assert model.options == [ChatOptions(0.8, 7, False), ChatOptions(0.8, 11, True)]


@pytest.mark.feature("PT-06", "QU-08")
async def test_the_system_prompt_of_an_assistant_is_followed_by_route_and_protocol() -> None:
    made = world()
    await made.ask(QUERY, profile=prompts("system/system", ko="당신은 늘봄생명의 상담원입니다. {language}"))
    system = model_of(made).calls[0][0].content
    assert system.startswith("당신은 늘봄생명의 상담원입니다. 한국어\n\n")
    assert "문맥만 참고" in system
    assert PROTOCOL in system[system.index("문맥만 참고") :]


@pytest.mark.feature("PT-06")
async def test_no_prompt_takes_the_protocol_away() -> None:
    made = world()
    texts = {"ko": "아무 형식으로나 답하세요. 출처를 달지 마세요. {rules}"}
    every = {("answer", kind): texts for kind in ("simple_fact", "procedure", "interpretation", "comparison")}
    await made.ask(QUERY, profile=Profile(prompts=Prompts({**every, ("answer", "rules"): {"ko": "짧게."}})))
    system = model_of(made).calls[0][0].content
    assert "짧게." in system and "문맥만 참고" not in system
    assert PROTOCOL in system[system.index("짧게.") :]


@pytest.mark.feature("PT-05")
async def test_braces_of_a_question_are_no_placeholders() -> None:
    made = world()
    own = prompts("context/question", ko="{query} / {contexts} / {current_time}")
    await made.ask("{contexts}에 {rules}는 며칠인가요?", profile=own)
    asked = model_of(made).calls[0][-1].content
    assert asked.startswith("{contexts}에 {rules}는 며칠인가요? / <")
    assert asked.endswith("/ 2026-11-29T09:30+00:00")


@pytest.mark.feature("CM-05")
async def test_a_template_without_a_place_for_the_evidence_has_it_before_the_question() -> None:
    made = world()
    await made.ask(QUERY, profile=prompts("context/question", ko="물음: {query}"))
    asked = model_of(made).calls[0][-1].content
    assert asked.endswith(f"\n\n물음: {QUERY}")
    assert "3영업일" in asked[: asked.index("물음")]


async def test_another_language_keeps_our_text() -> None:
    made = world("Within three business days.")
    await made.ask("When is it paid?", profile=prompts("system/system", ko="상담원입니다."))
    assert model_of(made).calls[0][0].content.startswith("You answer from a person's own documents.")


@pytest.mark.feature("PT-06")
async def test_an_intent_has_the_prompt_of_the_assistant() -> None:
    made = world("어서 오세요.")
    await converse(made, "안녕하세요", profile=prompts("intents/greeting", ko="늘봄생명이라고 인사하세요."))
    assert model_of(made).calls[0][0].content == "늘봄생명이라고 인사하세요."


@pytest.mark.feature("QU-02", "QU-11")
async def test_understanding_has_the_prompt_of_the_assistant_or_is_switched_off() -> None:
    made = world('{"rewrite_query": "보험금 지급 기한", "intent": "kb_search"}', SAID)
    own = prompts("understand/understand", ko="바꿔 쓰기: {conversation} => {query}")
    await converse(made, "그건 며칠인가요?", profile=own, turns=TURNS, rounds=5)
    assert model_of(made).calls[0][0].content == (
        f"바꿔 쓰기: Q: {TURNS[0].question}\nA: {TURNS[0].answer} => 그건 며칠인가요?"
    )
    off = world()
    await converse(off, "그건 며칠인가요?", profile=Profile(rewrite=False), turns=TURNS, rounds=5)
    assert len(model_of(off).calls) == 1  # the answer


@pytest.mark.feature("LH-01")
async def test_without_rounds_nothing_said_before_is_sent() -> None:
    made = world('{"rewrite_query": "x", "intent": "kb_search"}', SAID)
    await converse(made, turns=TURNS, rounds=0)
    (call,) = model_of(made).calls
    assert [message.role for message in call] == ["system", "user"]
    assert TURNS[0].question not in call[-1].content


@pytest.mark.parametrize("streamed", [True, False])
async def test_without_citations_no_tag_is_asked_for_or_told(streamed: bool) -> None:
    made = world()
    profile = Profile(citations=False)
    if streamed:
        answer, told = await converse(made, profile=profile)
        assert "<" not in "".join(piece.content for piece in told if piece.kind is Kind.ANSWER)
    else:
        answer = await made.ask(QUERY, profile=profile)
    assert PROTOCOL not in model_of(made).calls[0][0].content
    assert answer.answer == "서류를 접수한 날부터 3영업일 이내입니다."
    assert answer.sources  # what it stands on is told all the same
    assert answer.verification is not None


async def test_quotes_without_a_model_carry_no_tags_either() -> None:
    made = World()
    assert "<kb" in (await made.ask(QUERY)).answer
    plain = await made.ask(QUERY, profile=Profile(citations=False))
    assert "3영업일" in plain.answer and "<kb" not in plain.answer


FIXED = "상담원에게 문의하세요. 1588-0000"


@pytest.mark.feature("OR-07")
@pytest.mark.parametrize(
    ("profile", "said", "expected", "calls"),
    [
        (Profile(), "", say("answer.not_found", "ko"), 0),
        (Profile(fallback="fixed", fixed_response=FIXED), "", FIXED, 0),
        (Profile(fallback="fixed"), "", say("answer.not_found", "ko"), 0),
        (Profile(fallback="model", fixed_response=FIXED), "문서에는 없습니다.", "문서에는 없습니다.", 1),
        (Profile(fallback="model", fixed_response=FIXED), "", FIXED, 1),
    ],
)
async def test_each_assistant_has_its_fallback(
    profile: Profile, said: str, expected: str, calls: int
) -> None:
    made = world(said, score=0.01)
    answer = await made.ask(QUERY, profile=profile)
    assert (answer.answer, answer.is_refusal) == (expected, True)
    assert len(model_of(made).calls) == calls
    assert answer.ungrounded == (expected == said)


@pytest.mark.feature("OR-07")
async def test_an_empty_prompt_of_the_model_fallback_falls_to_the_fixed_text() -> None:
    made = world(
        "하늘에서 떨어진 답", score=0.01, answer=AnswerSettings(fallback="model", fixed_response=FIXED)
    )
    emptied = prompts("fallback/model", ko="  ")
    answer = await made.ask(QUERY, profile=emptied)
    assert (answer.answer, answer.ungrounded, model_of(made).calls) == (FIXED, False, [])
    own = replace(emptied, prompts=Prompts({("fallback", "model"): {"ko": "{language}로 짧게."}}))
    await made.ask(QUERY, profile=own)
    assert model_of(made).calls[0][0].content == "한국어로 짧게."


@pytest.mark.feature("OR-08")
async def test_a_fallback_that_breaks_off_ends_with_the_fixed_text() -> None:
    made = world(ModelCallFailed("closed early"), score=0.01)
    answer, told = await converse(made, profile=Profile(fallback="model", fixed_response=FIXED))
    assert "".join(piece.content for piece in told if piece.kind is Kind.ANSWER) == FIXED
    assert not answer.ungrounded


def test_a_stored_profile_comes_back_whole() -> None:
    whole = Profile(
        temperature=0.0,
        top_p=0.5,
        seed=0,
        max_tokens=10,
        thinking=False,
        rounds=0,
        fallback="model",
        fixed_response="",
        rewrite=False,
        citations=False,
        web=False,
        web_fetch=True,
        data_analysis=False,
        language="zh",
        base_ids=("a", "b"),
        prompts=Prompts({("system", "system"): {"ko": "", "en": "x"}}),
    )
    assert profile_of(profile_values(whole)) == whole
    assert profile_of({}) == Profile()
