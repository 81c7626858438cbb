"""Assistants over one base that answer differently: by their models, thresholds, FAQ priority and intents."""

from dataclasses import replace

import pytest

from pincite.core.errors import ConfigurationError, InvalidInput
from pincite.core.settings import ChatSettings, RankingSettings
from pincite.grading import Thresholds
from pincite.pipeline.lines import Lines
from pincite.pipeline.models import Models, NamedModel
from pincite.pipeline.profile import Profile, check_profile, profile_of, profile_values
from pincite.pipeline.service import QuestionService
from pincite.ports.history import PastTurn
from pincite.ports.models import ChatModel
from tests.pipeline.standins import NOW, ScriptedModel, ScriptedReranker, World

QUERY = "보험금은 며칠 안에 지급되나요?"
SAID = '3영업일 이내입니다.<ref id="c1"/>'
TURNS = (PastTurn("부활은 언제까지 되나요?", "3년 안에 청약합니다."),)


async def service_of(world: World, **named: NamedModel) -> QuestionService:
    await world.start()
    services = replace(world.services, named_models=named)
    return QuestionService(services, world.settings, now=lambda: NOW)


@pytest.mark.feature("CF-05")
async def test_an_assistant_is_answered_by_the_model_that_it_names() -> None:
    usual, careful = ScriptedModel(SAID), ScriptedModel('삼영업일입니다.<ref id="c1"/>')
    questions = await service_of(World(model=usual), careful=NamedModel(careful))
    answers = [
        (await questions.ask(World.request(QUERY, profile=profile))).answer
        for profile in (Profile(), Profile(chat_model="careful"))
    ]
    assert [answer.partition("<")[0] for answer in answers] == ["3영업일 이내입니다.", "삼영업일입니다."]
    assert (len(usual.calls), len(careful.calls)) == (1, 1)


async def test_a_named_model_answers_where_the_settings_have_none() -> None:
    questions = await service_of(World(), careful=NamedModel(ScriptedModel(SAID)))
    quoted = await questions.ask(World.request(QUERY))
    written = await questions.ask(World.request(QUERY, profile=Profile(chat_model="careful")))
    assert (quoted.model_calls, written.model_calls) == (0, 1)
    assert written.answer.startswith("3영업일 이내입니다.")


async def test_a_model_that_the_settings_lost_is_said() -> None:
    questions = await service_of(World(model=ScriptedModel(SAID)))
    with pytest.raises(ConfigurationError, match="gone"):
        await questions.ask(World.request(QUERY, profile=Profile(chat_model="gone")))


@pytest.mark.feature("QU-09")
async def test_a_question_is_read_by_the_model_that_the_assistant_names() -> None:
    small = ScriptedModel('{"rewrite_query": "보험금 지급 기한", "intent": "kb_search"}')
    usual = ScriptedModel(SAID)
    questions = await service_of(World(model=usual), small=NamedModel(small))
    request = World.request(
        "그건 며칠인가요?", profile=Profile(understanding_model="small"), turns=TURNS, rounds=5
    )

    async def tell(_: object) -> None:
        return None

    await questions.converse(request, tell=tell)
    assert (len(small.calls), len(usual.calls)) == (1, 1)


def test_what_a_named_model_is_called_with_is_its_own_window_and_sight() -> None:
    models = Models(None, named={"eyes": NamedModel(ScriptedModel(), vision=True, context_tokens=600)})
    settings = models.settings(Profile(chat_model="eyes", max_tokens=9), ChatSettings())
    assert (settings.vision, settings.context_tokens, settings.max_tokens) == (True, 600, 9)
    assert models.settings(Profile(), ChatSettings()) == ChatSettings()


def test_who_reads_questions_has_who_answers_behind_it() -> None:
    def both(first: ChatModel, second: ChatModel) -> ChatModel:
        return ScriptedModel(f"{first.identity}+{second.identity}")

    small, chat = ScriptedModel(), ScriptedModel()
    assert Models(chat).reading(Profile()) is chat
    assert Models(None, small).reading(Profile()) is small
    joined = Models(chat, small, behind=both).reading(Profile())
    assert isinstance(joined, ScriptedModel) and joined.answers == ("scripted+scripted",)
    assert Models(None).reading(Profile()) is None


@pytest.mark.feature("CF-05")
@pytest.mark.parametrize(
    ("profile", "refused"),
    [
        (Profile(), False),
        (Profile(pass_score=0.9), True),
        (Profile(pass_score=0.05), False),
        (Profile(abort_score=0.6), True),
    ],
)
async def test_each_assistant_draws_its_own_lines(profile: Profile, refused: bool) -> None:
    world = World(model=ScriptedModel(SAID), reranker=ScriptedReranker(0.5))
    assert (await world.ask(QUERY, profile=profile)).is_refusal is refused


def test_lines_of_an_assistant_never_cross() -> None:
    lines = Lines(Thresholds(0.3, 0.1))
    assert lines.of(None, Profile(pass_score=0.05)) == Thresholds(0.05, 0.05)
    assert lines.of(None, Profile(abort_score=0.5)) == Thresholds(0.5, 0.5)
    assert lines.of(None, Profile(pass_score=0.8, abort_score=0.2)) == Thresholds(0.8, 0.2)


async def test_passages_must_reach_the_threshold_of_the_assistant_and_are_as_many_as_it_says() -> None:
    world = World(reranker=ScriptedReranker(0.9))
    many = await world.ask(QUERY)
    few = await world.ask(QUERY, profile=Profile(rerank_threshold=0.6))
    assert len(many.sources) > len(few.sources) == 1


@pytest.mark.feature("FAQ-09")
def test_faq_entries_come_first_as_the_assistant_says() -> None:
    settings = RankingSettings()
    assert Profile().direct_score(settings) == settings.faq_direct
    assert Profile(faq_priority=False).direct_score(settings) is None
    own = Profile(faq_direct=0.5, faq_boost=3.0).ranking(settings)
    assert (own.faq_direct, own.faq_boost, own.faq_priority) == (0.5, 3.0, True)


@pytest.mark.feature("CF-05")
async def test_an_assistant_that_knows_no_greeting_searches_for_it() -> None:
    world = World(model=ScriptedModel("안녕하세요."))
    greeted = await world.ask("안녕하세요")
    searched = await world.ask("안녕하세요", profile=Profile(intents=()))
    assert greeted.sources == () and searched.sources


def test_a_profile_with_everything_comes_back_whole() -> None:
    whole = Profile(
        chat_model="a",
        understanding_model="b",
        faq_priority=False,
        faq_direct=0.8,
        faq_boost=1.0,
        pass_score=0.4,
        abort_score=0.2,
        rerank_threshold=0.1,
        vector_threshold=0.0,
        keyword_threshold=0.2,
        top_k=5,
        rerank_top_k=3,
        intents=("greeting",),
    )
    check_profile(whole)
    assert profile_of(profile_values(whole)) == whole
    assert profile_of(profile_values(Profile(intents=()))).intents == ()


@pytest.mark.parametrize(
    "profile",
    [Profile(pass_score=0.1, abort_score=0.2), Profile(intents=("kb_search",)), Profile(faq_boost=-1.0)],
)
def test_what_no_question_could_use_is_refused(profile: Profile) -> None:
    with pytest.raises(InvalidInput):
        check_profile(profile)
