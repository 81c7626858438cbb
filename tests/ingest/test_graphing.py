"""What documents name, from their chunks to the graph, and out of it again."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pincite.core.errors import ModelCallFailed
from pincite.core.settings import EnrichmentSettings
from pincite.core.types import Chunk, DocumentStatus, Message
from pincite.enrichment import Enricher
from pincite.faq import FaqEntry
from pincite.ingest import IngestService, Pace, Stores
from pincite.ingest.operations import Operations
from pincite.ingest.repairing import repair
from pincite.ports.graph import GraphFound, Namespace, VersionGraph
from pincite.ports.records import BaseKind, DocumentRecord, StageNote
from tests.enrichment.standins import Said, ScriptedModel, always, no_sleep
from tests.ingest.standins import TOOLS, Bench

TEXT = "# Contacts\n\nAda Stone looks after the Hanbit account.\n\nevery spring it is billed to Hanbit."
SWITCHES = {"graph": True}


def extracting(messages: Sequence[Message]) -> Said:
    """Names what begins with capitals, and ties the first two."""
    found = re.search(r"(?s)<(data-\w+)>\n(.*)\n</\1>", messages[1].content)
    assert found is not None
    names = re.findall(r"[A-Z]\w+(?: [A-Z]\w+)*", found[2].split("\n\n")[-1])
    names = [name for name in names if name != "Contacts"]
    entities = [{"name": name, "type": "thing"} for name in names]
    relations = [{"source": names[0], "target": names[1], "description": "tied"}] if len(names) > 1 else []
    return json.dumps({"entities": entities, "relations": relations})


def service_of(
    bench: Bench, says: Callable[[Sequence[Message]], Said] = extracting, **settings: Any
) -> tuple[IngestService, ScriptedModel]:
    model = ScriptedModel(says)
    settings = {"questions": False, "summaries": False, "tables": False, **settings}
    enricher = Enricher(model, EnrichmentSettings(**settings), sleep=no_sleep)
    pace = Pace(retry_delay=0.01, lease=1_000_000.0)
    return IngestService(stores_of(bench), replace(TOOLS, enricher=enricher), pace, clock=bench.clock), model


def stores_of(bench: Bench) -> Stores:
    return Stores(bench.metadata, bench.blobs, bench.index, bench.embedder, graph=bench.metadata.graph)


async def added(service: IngestService, text: str = TEXT, name: str = "contacts.md") -> DocumentRecord:
    document = await service.add_bytes("terms", name, text.encode())
    await service.run_pending()
    ready = await service.get_document(document.id)
    assert ready.status is DocumentStatus.READY, ready.error_message
    return ready


async def found(bench: Bench, document: DocumentRecord, *keys: str) -> GraphFound:
    return await bench.metadata.graph.search(Namespace(document.base_id), keys)


async def chunks_of(bench: Bench, document: DocumentRecord) -> list[Chunk]:
    return list(await bench.metadata.versions.chunks(document.active_version_id or ""))


def stage(document: DocumentRecord) -> StageNote:
    (note,) = (note for note in document.stages if note.name == "graph")
    return note


@pytest.mark.feature("GR-02")
async def test_the_graph_is_made_of_the_chunks_where_the_switch_is_on(bench: Bench) -> None:
    service, model = service_of(bench)
    await service.create_base("terms", switches=SWITCHES)
    document = await added(service)
    _, stone, billed = await chunks_of(bench, document)
    graph = await found(bench, document, "adastone", "hanbit")
    assert [(node.name, node.chunk_ids) for node in graph.nodes] == [
        ("Ada Stone", (stone.id,)),
        ("Hanbit", (stone.id, billed.id)),
    ]
    assert [(one.source, one.target, one.chunk_ids) for one in graph.relations] == [
        ("adastone", "hanbit", (stone.id,))
    ]
    assert len(model.calls) == 2, "a bare heading names nobody"
    assert stage(document).details == {
        "calls": 2,
        "chunks_made": 2,
        "chunks_reused": 0,
        "chunks_missing": 0,
    }


@pytest.mark.feature("GR-02")
async def test_without_the_switch_nothing_is_asked_and_no_stage_is_told(bench: Bench) -> None:
    service, model = service_of(bench)
    await service.create_base("terms")
    document = await added(service)
    assert model.calls == []
    assert [note.name for note in document.stages if note.name == "graph"] == []
    assert await bench.metadata.graph.version_ids() == set()


async def test_without_a_model_or_in_a_base_of_entries_the_stage_says_why(bench: Bench) -> None:
    plain = IngestService(stores_of(bench), TOOLS, Pace(retry_delay=0.01), clock=bench.clock)
    await plain.create_base("terms", switches=SWITCHES)
    document = await added(plain)
    assert (stage(document).outcome, stage(document).details) == ("skipped", {"reason": "no chat model"})
    assert document.warnings == ()
    service, model = service_of(bench)
    base = await service.create_base("faq", kind=BaseKind.FAQ, switches=SWITCHES)
    await service.faq.add(base, FaqEntry("Who is Ada Stone?", answers=("She is of Hanbit.",)))
    await service.run_pending()
    assert model.calls == []


@pytest.mark.feature("GR-02")
async def test_a_base_of_a_graph_alone_has_one_and_no_points(bench: Bench) -> None:
    service, _ = service_of(bench)
    await service.create_base("terms", switches={"graph": True, "vector": False, "keyword": False})
    document = await added(service)
    assert (await found(bench, document, "adastone")).nodes[0].name == "Ada Stone"
    assert not bench.index.points


@pytest.mark.feature("GR-02")
async def test_a_model_that_fails_costs_a_warning_and_no_document(bench: Bench) -> None:
    service, _ = service_of(bench, always(ModelCallFailed("the server is down")))
    await service.create_base("terms", switches=SWITCHES)
    document = await added(service)
    (warning,) = document.warnings
    assert "2 of 2 chunks" in warning
    assert "the server is down" in warning
    entries = await Operations(bench.metadata).timeline(document.id)
    ready = next(entry for entry in entries if entry.stage == "ready")
    assert ready.details["warnings"] == [warning]
    graph = next(entry for entry in entries if entry.stage == "graph")
    assert graph.details["chunks_missing"] == 2


async def test_only_so_many_chunks_are_asked_about_and_that_is_said(bench: Bench) -> None:
    service, model = service_of(bench, max_graph_chunks=1)
    await service.create_base("terms", switches=SWITCHES)
    document = await added(service)
    assert len(model.calls) == 1
    (warning,) = document.warnings
    assert "enrichment.max_graph_chunks" in warning


@pytest.mark.feature("GR-02")
async def test_a_new_version_takes_its_graph_in_the_place_of_the_old_one(bench: Bench) -> None:
    service, model = service_of(bench)
    await service.create_base("terms", switches=SWITCHES)
    old = await added(service)
    document = await added(service, TEXT.replace("Ada Stone", "Ben Wood"))
    assert not await found(bench, document, "adastone")
    (wood, hanbit) = (await found(bench, document, "benwood")).nodes
    assert (wood.name, hanbit.name) == ("Ben Wood", "Hanbit")
    ids = {chunk.id for chunk in await chunks_of(bench, document)}
    assert ids >= set(hanbit.chunk_ids)
    assert await bench.metadata.graph.version_ids() == {document.active_version_id}
    assert old.active_version_id != document.active_version_id
    assert len(model.calls) == 3, "what reads as before is not asked again"


async def test_parsing_again_asks_for_what_is_missing_and_what_is_switched_off_goes(bench: Bench) -> None:
    service, _ = service_of(bench, always(ModelCallFailed("down")))
    await service.create_base("terms", switches=SWITCHES)
    document = await added(service)
    assert not await found(bench, document, "hanbit")
    mended, model = service_of(bench)
    await mended.reparse(document.id)
    await mended.run_pending()
    assert await found(bench, document, "hanbit")
    await mended.configure_base("terms", switches={"graph": False})
    await mended.reparse(document.id)
    await mended.run_pending()
    assert await bench.metadata.graph.version_ids() == set()
    assert len(model.calls) == 2


async def test_a_chunk_that_was_rewritten_by_hand_is_read_as_it_is_now(bench: Bench) -> None:
    service, _ = service_of(bench)
    await service.create_base("terms", switches=SWITCHES)
    document = await added(service)
    _, stone, _ = await chunks_of(bench, document)
    await service.editor.edit(stone.id, "Cleo Marsh looks after it.")
    await service.reparse(document.id)
    await service.run_pending()
    assert await found(bench, document, "cleomarsh")
    assert not await found(bench, document, "adastone")


async def test_what_is_removed_leaves_nothing_in_the_graph(bench: Bench) -> None:
    service, _ = service_of(bench)
    await service.create_base("terms", switches=SWITCHES)
    first = await added(service)
    second = await added(service, TEXT, "other.md")
    await service.remove_document(first.id)
    await service.run_pending()
    assert await bench.metadata.graph.version_ids() == {second.active_version_id}
    await service.delete_base("terms")
    await service.run_pending()
    assert await bench.metadata.graph.version_ids() == set()


async def test_what_a_crash_left_is_put_right(bench: Bench) -> None:
    service, _ = service_of(bench)
    await service.create_base("terms", switches=SWITCHES)
    document = await added(service)
    base = document.base_id
    lost = VersionGraph(base, document.id, "00000000-0000-0000-0000-0000000000aa")
    known = (await found(bench, document, "hanbit")).nodes
    await bench.metadata.graph.replace(replace(lost, entities=known))
    await repair(stores_of(bench), 1.0)
    assert await bench.metadata.graph.version_ids() == {document.active_version_id}


async def test_a_version_that_never_lives_leaves_nothing(bench: Bench) -> None:
    service, _ = service_of(bench)
    await service.create_base("terms", switches=SWITCHES)
    bench.index.failures = [ZeroDivisionError("boom")]
    document = await service.add_bytes("terms", "contacts.md", TEXT.encode())
    await service.run_pending()
    assert (await service.get_document(document.id)).status is DocumentStatus.FAILED
    assert await bench.metadata.graph.version_ids() == set()
