import json
from pathlib import Path

import numpy as np
import pytest

from pincite.core.errors import ConfigurationError
from pincite.ranking.features import FOREIGN_NAMES, NAMES, SIGNS, Evidence
from pincite.ranking.model import fit, fit_signed, load_model


def test_a_fit_finds_what_decides() -> None:
    generator = np.random.default_rng(3)
    rows = generator.normal(size=(2000, 3))
    labels = (rows[:, 0] * 2 - 1 + generator.logistic(size=2000) > 0).astype(float)
    model = fit(("a", "b", "c"), rows, labels, np.ones(2000), ridge=1.0)
    assert model.weights[0] == pytest.approx(2.0, abs=0.3)
    assert np.abs(model.weights[1:]).max() < 0.2
    assert model.probabilities(rows).mean() == pytest.approx(labels.mean(), abs=0.01)


def test_a_column_that_never_changes_does_no_harm() -> None:
    rows = np.column_stack([np.ones(50), np.arange(50.0)])
    model = fit(("same", "more"), rows, (np.arange(50) > 25).astype(float), np.ones(50), ridge=1.0)
    assert np.isfinite(model.probabilities(rows)).all()


def test_the_bundled_weights_are_whole_and_say_where_they_come_from() -> None:
    model = load_model()
    assert set(model.trained_on) == {"en_xquad", "ko_law", "zh_cmrc", "zh_drcd", "zh_xquad"}
    assert model.native.names == NAMES
    assert model.foreign.names == FOREIGN_NAMES
    assert model.native.weights[NAMES.index("cosine")] > 0


def test_in_short_lists_more_evidence_never_lowers_what_is_given() -> None:
    few = load_model().few
    assert few.weights[NAMES.index("cosine")] > 0
    for name, sign in SIGNS.items():
        assert few.weights[NAMES.index(name)] * sign >= 0, name


def test_a_sign_is_kept_though_the_rows_say_otherwise() -> None:
    generator = np.random.default_rng(5)
    rows = generator.normal(size=(2000, 2))
    labels = (rows[:, 0] * 2 - rows[:, 1] + generator.logistic(size=2000) > 0).astype(float)
    model = fit_signed(("a", "b"), rows, labels, np.ones(2000), 1.0, {"a": 1, "b": 1})
    assert model.weights[0] > 1
    assert model.weights[1] == 0
    assert np.isfinite(model.probabilities(rows)).all()


def test_weights_survive_writing_and_reading(tmp_path: Path) -> None:
    model = load_model()
    path = tmp_path / "ranker.json"
    path.write_text(model.dump(), encoding="utf-8")
    again = load_model(path)
    assert again.dump() == model.dump()
    evidence = Evidence(np.full((2, len(NAMES)), 0.5), np.array([False, True]))
    assert again.probabilities(evidence).tolist() == model.probabilities(evidence).tolist()


def test_weights_for_other_features_are_refused(tmp_path: Path) -> None:
    stored = json.loads(load_model().dump())
    stored["native"]["features"].pop("cosine")
    path = tmp_path / "ranker.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(ConfigurationError, match="other features"):
        load_model(path)
