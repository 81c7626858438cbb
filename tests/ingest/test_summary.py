"""What a run tells at its end, and what it holds until then."""

from dataclasses import replace

import pytest

from pincite.core.types import DocumentStatus
from pincite.ingest.progress import IngestSummary
from tests.ingest.standins import Bench

TEXT = b"# Terms\n\nBenefits are paid."


async def test_a_summary_of_many_documents_keeps_few_stages(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.ingest.progress.WITH_STAGES", 2)
    service = bench.service()
    await service.create_base("terms")
    for number in range(4):
        await service.add_bytes("terms", f"{number}.md", TEXT)
    ready = (await service.run_pending()).ready
    assert len(ready) == 4
    assert [bool(document.stages) for document in ready] == [True, True, False, False]
    shown = await service.list_documents("terms")
    assert all(document.stages for document in shown)


async def test_a_server_keeps_no_document(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "a.md", TEXT)
    (document,) = (await service.run_pending()).ready
    summary = IngestSummary(keeps=False)
    for status in DocumentStatus:
        summary.note(replace(document, status=status))
    assert (summary.ready, summary.failed, summary.cancelled, summary.unchanged) == ([], [], [], [])
