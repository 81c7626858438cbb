"""The first command of the README."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_demonstration_answers_six_questions_and_refuses_one(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")}
    ended = subprocess.run(
        [sys.executable, "-m", "samples.demo"],
        cwd=ROOT,
        env={**environment, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-3_000:] + ended.stderr[-3_000:]
    assert "제43조" in ended.stdout
    assert "[1]" in ended.stdout
