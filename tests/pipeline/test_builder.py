import pytest

from pincite.pipeline.builder import PRESETS, PipelineBuilder
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


@pytest.mark.feature("PL-05")
async def test_the_stage_list_is_one_readable_list() -> None:
    world = await World().start()
    plugins = built_in_plugins(world.services, world.settings)
    manager = EventManager(plugins)
    printed = {event.value: [type(plugin).__name__ for plugin in manager.chain(event)] for event in Event}
    assert printed == {
        "query_understand": ["UnderstandPlugin", "VersionsPlugin"],
        "query_route": ["RoutePlugin"],
        "chunk_search_parallel": ["SearchPlugin"],
        "chunk_rerank": ["RerankPlugin"],
        "retrieval_grade": ["GradePlugin"],
        "chunk_merge": ["MergePlugin"],
        "filter_top_k": ["TopKPlugin"],
        "into_chat_message": ["ComposePlugin"],
        "chat_completion": ["CompletePlugin"],
        "answer_verify": ["VerifyPlugin"],
    }
    assert [type(plugin).__name__ for plugin in plugins] == [
        name for names in printed.values() for name in names
    ]
