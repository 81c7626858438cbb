"""The Python API, blocking and asynchronous, over a real library."""

import json
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest

import pincite
from pincite.core.errors import ConfigurationError, Conflict, IndexLocked, InvalidInput, NotFound
from pincite.naming import matching
from pincite.pipeline.profile import Profile
from pincite.ports.index import SearchFilter
from tests.adapters.e5.models import model_data_dir
from tests.api.test_server import children
from tests.libraries import CLAUSE, FACT, FAR, make_library, settings_for


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("made"))


@pytest.fixture
def directory(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made / "library", tmp_path / "own"))


def threads() -> set[str]:
    """Names of the threads; those that were told to end get a moment to do so."""
    for thread in threading.enumerate():
        if thread.name == "AnyIO worker thread":
            thread.join(timeout=0.5)
    return {thread.name for thread in threading.enumerate() if thread is not threading.main_thread()}


def test_the_example_of_the_readme(directory: Path) -> None:
    before, processes = threads(), set(children_of_this())
    with pincite.open(settings=settings_for(directory)) as library:
        base = library.knowledge_base()
        answer = base.ask(CLAUSE)
        assert answer.risk_level == "pass"
        assert answer.sources[0].location.endswith("제43조(보험금의 청구)")
        assert base.search(FACT, top_k=2).sources
        assert [record.name for record in library.bases()] == ["documents"]
        assert set(children_of_this()) - processes
    library.close()
    assert threads() == before
    assert set(children_of_this()) == processes
    with pytest.raises(Conflict, match="closed"):
        library.ask(FACT)


def children_of_this() -> list[int]:
    import os

    return [pid for pid in children(os.getpid()) if _is_python(pid)]


def _is_python(pid: int) -> bool:
    try:
        return b"pincite" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_threads_may_ask_at_once(directory: Path) -> None:
    questions = [CLAUSE, FACT, FAR, CLAUSE, FACT, FAR]
    with pincite.open(settings=settings_for(directory)) as library, ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(library.ask, questions))
        assert {trace["trace_id"] for trace in library.traces.list()} == {one.trace_id for one in answers}
        assert library.replay(answers[1].trace_id).same
        assert library.replay(answers[0].trace_id, verify_only=True).same
    assert [answer.query for answer in answers] == questions
    assert [answer.is_refusal for answer in answers] == [False, False, True] * 2
    (traces,) = (directory / "trace").rglob("*.jsonl")
    assert len([json.loads(line) for line in traces.read_text(encoding="utf-8").splitlines()]) == 6


@pytest.mark.feature("CF-05")
def test_a_question_names_its_assistant_and_what_lies_beside_it(directory: Path) -> None:
    with pincite.open(settings=settings_for(directory)) as library:
        made = library._library.assistants.create("desk", profile=Profile(pass_score=1.0))
        library._call(lambda: made)
        base = library.knowledge_base()
        assert not base.ask(CLAUSE.replace("제43조", "보험금 청구")).is_refusal
        assert base.ask(CLAUSE.replace("제43조", "보험금 청구"), assistant="desk").is_refusal
        with pytest.raises(NotFound, match="nobody"):
            base.ask(FACT, assistant="nobody")
        beside = base.ask(
            "What does the attached file say of rent?", attachments=[("a.md", b"The rent is 5 USD.")]
        )
        assert "5 USD" in beside.answer and beside.sources[0].document == "a.md"


async def test_the_asynchronous_twin(directory: Path) -> None:
    async with await pincite.aopen(settings=settings_for(directory)) as library:
        base = await library.knowledge_base("documents", create=False)
        answers: list[pincite.Answer] = []

        async def ask(question: str) -> None:
            answers.append(await base.ask(question))

        async with anyio.create_task_group() as tasks:
            for question in (CLAUSE, FACT, FAR):
                tasks.start_soon(ask, question)
        assert sorted(answer.is_refusal for answer in answers) == [False, False, True]
        with pytest.raises(NotFound):
            await library.knowledge_base("nope", create=False)
        with pytest.raises(NotFound):
            await library.ask(FACT, documents=["nope"])
        with pytest.raises(InvalidInput):
            await library.retrieve(FACT, top_k=-1)
    await library.aclose()
    with pytest.raises(Conflict):
        await library.engine()


@pytest.mark.parametrize("language", ["fr", "KO", "auto", ""])
async def test_an_answer_in_another_language_is_refused(tmp_path: Path, language: str) -> None:
    async with await pincite.aopen(settings=settings_for(tmp_path)) as library:
        with pytest.raises(InvalidInput, match="language") as caught:
            await library.ask(FACT, language=language)
    assert "ko, en, zh" in caught.value.hint


async def test_what_is_removed_leaves_no_point(directory: Path) -> None:
    async with await pincite.aopen(settings=settings_for(directory)) as library:
        base = await library.knowledge_base()
        engine = await library.engine()
        index = engine.ingest._stores.index
        assert await index.count(SearchFilter(base_ids=(base.id,))) > 0
        await base.remove(*[document.filename for document in await base.documents()])
        assert await index.count(SearchFilter(base_ids=(base.id,))) == 0
        assert await index.version_ids() == set()
        await library.delete_base("documents")
        assert await library.bases() == []


def test_a_second_process_is_told_who_holds_the_library(directory: Path) -> None:
    with pincite.open(settings=settings_for(directory)) as first:
        first.knowledge_base().search(FACT)
        before = threads()
        with (
            pincite.open(settings=settings_for(directory)) as second,
            pytest.raises(IndexLocked, match="held"),
        ):
            second.ask(FACT)
        assert threads() == before
        assert first.ask(CLAUSE).sources


@pytest.mark.parametrize("reason", ["file", "damaged"])
def test_a_library_that_does_not_open_leaves_no_thread(tmp_path: Path, reason: str) -> None:
    before = threads()
    target = tmp_path / "library"
    if reason == "file":
        target.write_text("a file where the library should be")
    else:
        target.mkdir()
        (target / "pincite.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(ConfigurationError, match="library"):
        pincite.open(settings=settings_for(target))
    assert threads() == before


SCRIPT = """
import sys
from pathlib import Path
import pincite
from pincite.core.settings import Settings
library = pincite.open(settings=Settings(data_dir=Path(sys.argv[1]), models_dir=Path(sys.argv[2])))
print(len(library.knowledge_base().search("bearings").sources))
"""


def test_a_script_that_never_closes_ends(directory: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(directory), str(model_data_dir())],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) > 0
    assert ended.stderr == ""


@pytest.mark.feature("PL-10")
def test_a_dead_model_server_does_not_stop_retrieval(directory: Path) -> None:
    settings = settings_for(directory, chat={"base_url": "http://127.0.0.1:9/v1", "model": "none"})
    with pincite.open(settings=settings) as library:
        found = library.retrieve(CLAUSE)
        assert found.sources
        assert found.model_calls == 0
        assert library.ask(FAR).is_refusal


class TestMatching:
    def record(self, **changes: Any) -> Any:
        from types import SimpleNamespace

        base = {"id": "1", "source": "/docs/a.md", "filename": "a.md", "title": "Terms"}
        return SimpleNamespace(**{**base, **changes})

    def test_ids_come_first_then_paths_names_titles(self) -> None:
        records = [
            self.record(),
            self.record(id="2", source="/other/a.md"),
            self.record(id="3", source="x", filename="b.md", title="a.md"),
        ]
        assert [record.id for record in matching(records, "2")] == ["2"]
        assert [record.id for record in matching(records, "/other/a.md")] == ["2"]
        assert [record.id for record in matching(records, "a.md")] == ["1", "2"]
        assert [record.id for record in matching(records, "Terms")] == ["1", "2"]
        assert matching(records, "a") == []
        assert matching(records, "a\x00.md") == []

    def test_hangul_matches_in_either_form(self) -> None:
        import unicodedata

        written = unicodedata.normalize("NFD", "약관.md")
        assert matching([self.record(filename=written)], "약관.md")
        assert matching([self.record(filename="약관.md")], written)

    def test_a_relative_path_means_the_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        source = str((tmp_path / "sub" / "c.md").resolve())
        assert matching([self.record(source=source, filename="z")], "sub/../sub/c.md")
