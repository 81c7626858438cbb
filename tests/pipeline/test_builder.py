import pytest

from pincite.pipeline.builder import PRESETS, PipelineBuilder, chat_stages, with_options
from pincite.pipeline.events import Event
from pincite.pipeline.manager import EventManager
from pincite.pipeline.stages import built_in_plugins
from tests.pipeline.standins import World


@pytest.mark.feature("PL-06")
def test_a_list_is_built_step_by_step() -> None:
    built = (
        PipelineBuilder()
        .add(Event.QUERY_ROUTE)
        .add_if(False, Event.CHUNK_RERANK)
        .add_if(True, Event.CHUNK_MERGE, Event.FILTER_TOP_K)
        .build()
    )
    assert built == (Event.QUERY_ROUTE, Event.CHUNK_MERGE, Event.FILTER_TOP_K)


@pytest.mark.feature("PL-10")
def test_the_retrieve_preset_has_no_gate_and_no_model() -> None:
    assert [event.value for event in PRESETS["retrieve"]] == [
        "query_understand",
        "query_route",
        "chunk_search_parallel",
        "chunk_rerank",
        "chunk_merge",
        "filter_top_k",
    ]


@pytest.mark.feature("PL-11")
def test_the_answer_preset() -> None:
    assert [event.value for event in PRESETS["answer"]] == [
        "query_understand",
        "query_route",
        "chunk_search_parallel",
        "chunk_rerank",
        "retrieval_grade",
        "chunk_merge",
        "filter_top_k",
        "into_chat_message",
        "chat_completion",
        "answer_verify",
    ]


FULL = (
    "load_history",
    "query_understand",
    "query_route",
    "chunk_search_parallel",
    "chunk_rerank",
    "retrieval_grade",
    "web_fetch",
    "chunk_merge",
    "filter_top_k",
    "data_analysis",
    "into_chat_message",
    "chat_completion_stream",
    "answer_verify",
)


@pytest.mark.feature("PL-07")
@pytest.mark.parametrize("web", [True, False])
@pytest.mark.parametrize("data_analysis", [True, False])
@pytest.mark.parametrize("history", [True, False])
def test_a_turn_over_bases_has_the_stages_that_its_switches_want(
    web: bool, data_analysis: bool, history: bool
) -> None:
    built = chat_stages(bases=True, history=history, web=web, data_analysis=data_analysis)
    without = {
        name
        for name, wanted in (("web_fetch", web), ("data_analysis", data_analysis), ("load_history", history))
        if not wanted
    }
    assert [stage.value for stage in built] == [name for name in FULL if name not in without]


@pytest.mark.feature("PL-06")
def test_without_bases_the_web_alone_is_searched_where_it_is_on() -> None:
    plain = chat_stages(bases=False, history=False)
    assert [stage.value for stage in plain] == [
        "query_understand",
        "into_chat_message",
        "chat_completion_stream",
    ]
    web = chat_stages(bases=False, history=True, web=True, data_analysis=True)
    assert [stage.value for stage in web] == [name for name in FULL if name != "data_analysis"]


@pytest.mark.feature("PL-07")
@pytest.mark.parametrize("preset", ["retrieve", "answer", "rag", "rag_stream"])
def test_presets_take_the_optional_stages_in_their_places(preset: str) -> None:
    built = with_options(PRESETS[preset], web=True, data_analysis=True)
    assert with_options(PRESETS[preset]) == PRESETS[preset]
    at = built.index(Event.WEB_FETCH)
    assert built[at : at + 4] == (
        Event.WEB_FETCH,
        Event.CHUNK_MERGE,
        Event.FILTER_TOP_K,
        Event.DATA_ANALYSIS,
    )
    assert built.index(Event.CHUNK_RERANK) < at


@pytest.mark.feature("PL-05")
async def test_the_stage_list_is_one_readable_list() -> None:
    world = await World().start()
    plugins = built_in_plugins(world.services, world.settings)
    manager = EventManager(plugins)
    printed = {event.value: [type(plugin).__name__ for plugin in manager.chain(event)] for event in Event}
    assert printed == {
        "load_history": ["HistoryPlugin"],
        "query_understand": ["UnderstandPlugin", "EntitiesPlugin", "VersionsPlugin"],
        "query_route": ["RoutePlugin"],
        "chunk_search_parallel": ["InspectPlugin", "SearchPlugin"],
        "entity_search": ["EntitySearchPlugin"],
        "chunk_rerank": ["InspectPlugin", "RerankPlugin"],
        "retrieval_grade": ["GradePlugin"],
        "web_fetch": ["WebFetchPlugin"],
        "chunk_merge": ["InspectPlugin", "MergePlugin"],
        "filter_top_k": ["InspectPlugin", "TopKPlugin"],
        "data_analysis": ["DataAnalysisPlugin"],
        "into_chat_message": ["InspectPlugin", "ComposePlugin"],
        "chat_completion": ["CompletePlugin"],
        "chat_completion_stream": ["StreamPlugin"],
        "answer_verify": ["VerifyPlugin"],
    }
    stages = [name for names in printed.values() for name in names if name != "InspectPlugin"]
    assert [type(plugin).__name__ for plugin in plugins] == ["InspectPlugin", *stages]


@pytest.mark.feature("PL-08")
def test_every_preset_has_its_name() -> None:
    """Without bases nothing is searched and nothing is checked; with history it is loaded first."""
    names = {"retrieve", "answer", "chat", "chat_stream", "chat_history_stream", "rag", "rag_stream"}
    assert set(PRESETS) == names
    assert PRESETS["chat"] == (Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION)
    assert PRESETS["chat_stream"] == (Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION_STREAM)
    assert PRESETS["chat_history_stream"][0] is Event.LOAD_HISTORY
    assert PRESETS["rag"][-2:] == (Event.CHAT_COMPLETION, Event.ANSWER_VERIFY)
    assert PRESETS["rag_stream"][-2:] == (Event.CHAT_COMPLETION_STREAM, Event.ANSWER_VERIFY)


@pytest.mark.feature("PL-09")
def test_no_stage_recalls_a_memory_of_the_person() -> None:
    """Long-term memory is out of scope (DESIGN.md section 13): what is remembered is the conversation."""
    assert [event for event in Event if "memory" in event.value] == []
