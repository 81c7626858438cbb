"""The preview: what ingest would do, within its limits, without a trace."""

import dataclasses
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import anyio
import httpx2
import pytest
from structlog.testing import CapturingLogger

import pincite
from pincite.api import envelope
from pincite.api.app import create_app
from pincite.api.chunk_schemas import ChunkingIn
from pincite.api.routes import chunker
from pincite.chunker import Chunker
from pincite.chunking import ChunkingConfig
from pincite.library import AsyncLibrary
from tests.api.conftest import API, client_of
from tests.libraries import settings_for

PATH = f"{API}/chunker/preview"
TEXT = "# Manual\n\n## Pump\n\nThe valve opens at 12 bar.\n\n## Oil\n\n" + "Oil is changed in May. " * 60


def stored(directory: Path) -> tuple[list[str], list[str]]:
    """Every row, and every file but the index's, which its own tidying changes."""
    with closing(sqlite3.connect(directory / "pincite.db")) as database:
        rows = list(database.iterdump())
    files = [str(path) for folder in ("blobs", "trace") for path in sorted((directory / folder).rglob("*"))]
    return rows, files


def test_every_setting_can_be_sent() -> None:
    assert set(ChunkingIn.model_fields) == {field.name for field in fields(ChunkingConfig)}


@pytest.mark.feature("PV-01")
@pytest.mark.feature("PV-03")
async def test_a_preview_says_how_and_why_and_leaves_nothing(
    client: httpx2.AsyncClient, library: AsyncLibrary, capfd: pytest.CaptureFixture[str]
) -> None:
    before = stored(library.settings.data_dir)
    shown = await client.post(PATH, json={"text": TEXT, "chunking_config": {"chunk_size": 200}})
    assert shown.status_code == 200
    body = shown.json()
    assert set(body) == {"selected_tier", "tier_chain", "rejected", "profile", "chunks", "stats"}
    assert body["selected_tier"] in body["tier_chain"]
    for chunk in body["chunks"]:
        assert chunk["content"] == TEXT[chunk["start"] : chunk["end"]]
        assert chunk["size_chars"] == len(chunk["content"]) <= 200
        assert chunk["size_tokens_approx"] > 0
    assert body["stats"]["count"] == len(body["chunks"])
    assert body["stats"]["max_chars"] == max(chunk["size_chars"] for chunk in body["chunks"])
    assert "valve" not in "".join(capfd.readouterr())
    assert stored(library.settings.data_dir) == before


@pytest.mark.feature("PV-02")
async def test_children_are_shown_and_the_parents_explain(client: httpx2.AsyncClient) -> None:
    config = {"enable_parent_child": True, "parent_chunk_size": 600, "child_chunk_size": 100}
    body = (await client.post(PATH, json={"text": TEXT, "chunking_config": config})).json()
    assert max(chunk["size_chars"] for chunk in body["chunks"]) <= 100
    parents = {"chunk_size": 600}
    as_parents = (await client.post(PATH, json={"text": TEXT, "chunking_config": parents})).json()
    assert body["selected_tier"] == as_parents["selected_tier"]


@pytest.mark.feature("PV-04")
async def test_five_hundred_chunks_come_and_all_are_counted(client: httpx2.AsyncClient) -> None:
    text = "\n\n".join(f"Paragraph {number:04}." for number in range(600))
    config = {"chunk_size": 16, "chunk_overlap": 0, "strategy": "recursive"}
    body = (await client.post(PATH, json={"text": text, "chunking_config": config})).json()
    assert len(body["chunks"]) == body["stats"]["truncated_to"] == 500
    assert body["stats"]["count"] >= 600


@pytest.mark.feature("PV-05")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "a" * 65_537}, 413),
        ({"text": "가" * 65_537}, 413),
        ({"text": "a" * 3_000_000}, 413),
        ({"text": " \n\t"}, 400),
        ({"text": ""}, 400),
        ({}, 400),
        ({"text": "a", "chunking_config": {"chunk_size": 0}}, 400),
        ({"text": "a", "chunking_config": {"strategy": "clever"}}, 400),
        ({"text": "a", "chunking_config": {"parser": "x"}}, 400),
        ({"text": "a", "chunking_config": {"enable_parent_child": True, "child_chunk_size": 5000}}, 400),
    ],
)
async def test_limits(client: httpx2.AsyncClient, body: dict[str, object], status: int) -> None:
    refused = await client.post(PATH, json=body)
    assert refused.status_code == status
    assert set(refused.json()) == {"code", "message", "hint", "request_id"}


async def test_the_longest_text_that_is_allowed(client: httpx2.AsyncClient) -> None:
    text = ("가나다라 " * 14_000)[:65_536]
    assert (await client.post(PATH, json={"text": text})).status_code == 200


@pytest.mark.feature("PV-05")
@pytest.mark.feature("PV-06")
async def test_after_a_time_out_nobody_works_on(
    client: httpx2.AsyncClient, library: AsyncLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[float] = []

    def slow_count(text: str) -> int:
        counted.append(time.monotonic())
        time.sleep(0.02)
        return len(text)

    engine = await library.engine()
    slow = dataclasses.replace(engine, chunker=Chunker(library.settings.chunking, slow_count))
    monkeypatch.setattr(library, "_engine", slow)
    monkeypatch.setattr(chunker, "TIMEOUT_SECONDS", 0.2)
    text = "Oil is changed in May. " * 2_000
    config = {"chunk_size": 60, "token_limit": 40}
    logged = CapturingLogger()
    monkeypatch.setattr(envelope, "log", logged)
    late = await client.post(PATH, json={"text": text, "chunking_config": config})
    ended = time.monotonic()
    assert late.status_code == 504
    assert late.json()["code"] == "chunking_stopped"
    assert [(call.method_name, "exc_info" in call.kwargs) for call in logged.calls] == [("info", False)]
    await anyio.sleep(0.1)
    assert all(moment <= ended for moment in counted), "the work ended with the answer"
    assert not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


@pytest.mark.feature("PV-08")
def test_the_diagnostics_are_public(library: AsyncLibrary) -> None:
    """A name that changes here breaks programs of other people: say so in CHANGELOG.md."""
    schemas = create_app(library).openapi()["components"]["schemas"]
    assert {
        name: sorted(schemas[name]["properties"])
        for name in ("PreviewOut", "PreviewChunkOut", "RejectionOut", "StatsOut")
    } == {
        "PreviewOut": ["chunks", "profile", "rejected", "selected_tier", "stats", "tier_chain"],
        "PreviewChunkOut": [
            "content",
            "context_header",
            "end",
            "seq",
            "size_chars",
            "size_tokens_approx",
            "start",
            "table_header",
        ],
        "RejectionOut": ["reason", "tier"],
        "StatsOut": ["avg_chars", "count", "max_chars", "min_chars", "stddev_chars", "truncated_to"],
    }
    assert set(schemas["DocumentProfile"]["properties"]) >= {
        "total_chars",
        "total_lines",
        "mean_line_length",
        "heading_counts",
        "numbered_sections",
        "all_caps_lines",
        "blank_runs",
        "form_feeds",
        "rules",
        "footers",
        "has_tables",
        "has_code",
        "code_share",
        "language",
    }


async def test_without_the_key_nothing_is_previewed(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "library", server={"api_key": "secret"})
    async with await pincite.aopen(settings=settings) as opened, client_of(opened) as stranger:
        assert (await stranger.post(PATH, json={"text": "a"})).status_code == 401
