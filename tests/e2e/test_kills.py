"""SIGKILL of the API with its worker, of a parser and of the index process, a hundred times while thirty
documents come in over HTTP, documents and bases are removed, and come in again: what was accepted is there in
the end, whole and once; what is deleted is gone from every store."""

import os
import random
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio
import pytest

from tests.e2e.kill_checks import Portrait, assert_empty, assert_whole
from tests.e2e.kill_files import BASES, COPIES, FAQ, TERMS, Item, Site, items, serving_pages
from tests.e2e.killing import Run

KILLS = 100
SEED = int(os.environ.get("KILL_SEED", "20261130"))
PAUSE = 0.3
"""Longest wait in seconds between what is asked and the kill."""
REMOVED = 3
"""Documents of a round that are removed and brought in again."""


@dataclass
class Round:
    """What is asked of the server for one revision, in order; what was not heard is asked again."""

    steps: deque[tuple[str, Callable[[], bool]]] = field(default_factory=deque)

    def next(self) -> str:
        """Ask for one thing; what it was, or nothing if it was not heard."""
        what, ask = self.steps[0]
        if not ask():
            return ""
        self.steps.popleft()
        return what


def round_of(run: Run, revision: int, chance: random.Random) -> Round:
    """Two bases go with all they hold (but not in the first round) and are made anew; the thirty come in;
    some are removed and come in again, byte for byte."""
    wanted = items(revision)
    entries = [item for item in wanted if item.base == FAQ]
    files = [item for item in wanted if item.base != FAQ]
    steps: list[tuple[str, Callable[[], bool]]] = []
    gone = [chance.choice((TERMS, COPIES)), FAQ]  # an import leaves entries alone that are there
    chance.shuffle(gone)
    for base in gone if revision else ():
        steps.append(("removal", partial(run.delete_base, base)))
    steps += [("", partial(run.create, base)) for base in BASES]
    steps += [("", partial(run.add, item)) for item in files]
    steps.insert(chance.randint(len(BASES) + 2, len(steps)), ("", partial(run.add_entries, entries)))
    again = chance.sample(wanted, REMOVED)
    steps += [("removal", partial(run.remove, item)) for item in again]
    steps += [("", partial(run.add, item)) for item in again]
    return Round(deque(steps))


@pytest.fixture
def site() -> Iterator[Site]:
    with serving_pages() as site:
        yield site


@pytest.fixture
def served(tmp_path: Path, site: Site) -> Iterator[Run]:
    run = Run(tmp_path, site)
    run.start()
    yield run
    if run.process is not None:
        with suppress(ValueError):
            run.process.kill()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [SEED], ids="KILL_SEED={}".format)  # so that a failure names it
async def test_killed_a_hundred_times_every_accepted_document_is_there_whole_and_once(
    served: Run, site: Site, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    for base in BASES:
        assert served.create(base)
    served.tell()
    served.tell(TERMS)
    wanted = await bring_in_under_fire(served, chance)
    assert served.settle() == {"ready": 30}
    served.stop()
    assert min(served.kills[what] for what in ("server", "parser", "index")) > 10, served.kills
    removals = [served.interrupted[what] for what in ("delete_base", "delete_document")]
    assert min(removals) > 0, served.interrupted
    portrait = await assert_whole(served.library, wanted, site)
    assert portrait == await portrait_in_peace(wanted, site, tmp_path / "peace")

    # What two bases hold byte for byte is each one's own.
    remove_under_fire(served, chance, COPIES)
    await assert_whole(served.library, [item for item in wanted if item.base != COPIES], site)
    remove_under_fire(served, chance, TERMS, FAQ)
    await assert_empty(served.library, webhooks=1)

    served.start()
    again = [item for item in wanted if item.base == COPIES or item.is_page]
    for base in {item.base for item in again}:
        assert served.create(base)
    assert all(served.add(item) for item in again)
    assert served.settle() == {"ready": len(again)}
    served.stop()
    renewed = await assert_whole(served.library, again, site)
    assert renewed.items() <= portrait.items()


async def bring_in_under_fire(run: Run, chance: random.Random) -> list[Item]:
    """Round after round until the last kill; the documents that must be there then."""
    revision = 0
    round_ = round_of(run, revision, chance)
    while sum(run.kills.values()) < KILLS:
        if not round_.steps:
            revision += 1
            round_ = round_of(run, revision, chance)
        asked = ""
        for _ in range(chance.randint(1, 4)):
            if round_.steps and asked != "removal":
                asked = round_.next()
        if asked == "removal":
            run.kill_a_removal(chance)
        else:
            await anyio.sleep(chance.random() * PAUSE)
            run.kill(chance)
    while round_.steps:
        round_.next()
    return items(revision)


def remove_under_fire(run: Run, chance: random.Random, *bases: str) -> None:
    """Remove bases, with a kill in the midst of each removal, and wait until all is done."""
    run.start()
    for base in bases:
        while not run.delete_base(base):
            pass
        run.kill_a_removal(chance)
    run.settle()
    run.stop()


async def portrait_in_peace(wanted: list[Item], site: Site, folder: Path) -> Portrait:
    """What the same documents are where nobody is killed."""
    await anyio.Path(folder).mkdir()
    run = Run(folder, site)
    run.start()
    for base in BASES:
        assert run.create(base)
    assert run.add_entries([item for item in wanted if item.base == FAQ])
    assert all(run.add(item) for item in wanted if item.base != FAQ)
    assert run.settle() == {"ready": 30}
    run.stop()
    return await assert_whole(run.library, wanted, site)
