"""Whether the holder of a lease still lives."""

import os
import subprocess
import sys

from pincite.ingest.owners import is_gone, this_owner

_PRINT = "from pincite.ingest.owners import this_owner; print(this_owner())"


def test_this_process_is_not_gone() -> None:
    assert not is_gone(this_owner())
    assert this_owner() != this_owner()


def test_a_process_that_ended_is_gone() -> None:
    ended = subprocess.run([sys.executable, "-c", _PRINT], check=True, capture_output=True, text=True)
    assert is_gone(ended.stdout.strip())


def test_another_process_that_took_the_id_does_not_count() -> None:
    machine, pid, started, part = this_owner().split("|")
    assert started
    assert pid == str(os.getpid())
    assert is_gone("|".join((machine, pid, str(int(started) - 1), part)))


def test_nothing_is_said_of_other_machines() -> None:
    _, pid, started, part = this_owner().split("|")
    assert not is_gone("|".join(("elsewhere/boot/pid", pid, started, part)))
    assert not is_gone("|".join(("elsewhere/boot/pid", "999999999", started, part)))
