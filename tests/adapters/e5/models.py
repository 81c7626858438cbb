"""Where the tests keep the converted model: one conversion serves every run."""

import os
from pathlib import Path

from tests.conftest import ROOT


def model_data_dir() -> Path:
    """``PINCITE_TEST_MODELS``, else a git-ignored folder of the project; the model lies in ``models/``."""
    return Path(os.environ.get("PINCITE_TEST_MODELS", ROOT / ".cache"))
