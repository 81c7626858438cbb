"""The ranker's models: logistic regressions over standardised features, in numpy, stored as JSON."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pincite.core.errors import ConfigurationError
from pincite.ranking.features import FOREIGN_NAMES, NAMES, Evidence, Features

Column = npt.NDArray[np.float64]
"""Shape ``(rows,)`` or ``(features,)``."""

_LIST = re.compile(r"\[[^\[\]]*\]")

WORDLESS_SHARE = 0.25
"""Of what meaning, numbers and names alone make of a passage: the least that it earns when its words do not
meet the question's although they could. People ask in other words than documents use, and a foreign passage
about nothing must not stand before it. Leave one set out: refused falls from 2.1 to 1.3 %, passing of every
kind stays (near 25.7, far 0.7); with 0.5 near rises to 29 % (ADR 0013)."""

FEW_HITS = 20
"""Hits below which `RankerModel.few` judges. A library of two documents has no rare words, and no list to
stand out of, and its exact answer scored 0.06: the weights of long lists offset one kind of evidence with
another, and a short one does not keep their balance."""

STEPS = 60
TOLERANCE = 1e-8


@dataclass(frozen=True, slots=True)
class LogisticModel:
    """Weights of standardised features with their means and spreads, and the intercept."""

    names: tuple[str, ...]
    mean: Column
    spread: Column
    weights: Column
    intercept: float

    def probabilities(self, features: Features) -> Column:
        """One probability in [0, 1] a row; columns as in ``names``."""
        return _sigmoid((features - self.mean) / self.spread @ self.weights + self.intercept)

    def as_json(self) -> dict[str, Any]:
        rows = zip(self.names, self.mean, self.spread, self.weights, strict=True)
        return {
            "intercept": round(self.intercept, 6),
            "features": {name: [round(float(value), 6) for value in row] for name, *row in rows},
        }


@dataclass(frozen=True, slots=True)
class RankerModel:
    """Models for passages in the question's language, in long lists and in short ones, and for those in
    another."""

    identity: str
    trained_on: tuple[str, ...]
    native: LogisticModel
    few: LogisticModel
    """More evidence never lowers what it gives: its weights have the signs of `SIGNS`."""
    foreign: LogisticModel

    def probabilities(self, evidence: Evidence) -> Column:
        """One probability in [0, 1] a hit."""
        native = self.few if len(evidence.features) < FEW_HITS else self.native
        by_words = native.probabilities(evidence.features)
        by_meaning = self.foreign.probabilities(evidence.features[:, columns(FOREIGN_NAMES)])
        return np.where(evidence.foreign, by_meaning, np.maximum(by_words, WORDLESS_SHARE * by_meaning))

    def dump(self) -> str:
        """JSON with a line a feature."""
        text = json.dumps(
            {
                "identity": self.identity,
                "trained_on": list(self.trained_on),
                "native": self.native.as_json(),
                "few": self.few.as_json(),
                "foreign": self.foreign.as_json(),
            },
            indent=2,
        )
        return _LIST.sub(lambda found: " ".join(found.group().split()), text) + "\n"


def load_model(path: Path | None = None) -> RankerModel:
    """The bundled weights, or those in ``path``.

    Raises:
        ConfigurationError: the file is for another list of features.
    """
    source = path or files("pincite.ranking") / "weights" / "ranker.json"
    stored = json.loads(source.read_text(encoding="utf-8"))
    return RankerModel(
        stored["identity"],
        tuple(stored["trained_on"]),
        _logistic(stored["native"], NAMES),
        _logistic(stored["few"], NAMES),
        _logistic(stored["foreign"], FOREIGN_NAMES),
    )


def columns(names: Sequence[str]) -> list[int]:
    """Places of ``names`` among all features."""
    return [NAMES.index(name) for name in names]


def _logistic(stored: dict[str, Any], names: tuple[str, ...]) -> LogisticModel:
    if tuple(stored["features"]) != names:
        raise ConfigurationError(
            "The ranker's weights are for other features.", hint="Train them again: `make train`."
        )
    table = np.array([stored["features"][name] for name in names], dtype=np.float64)
    return LogisticModel(names, table[:, 0], table[:, 1], table[:, 2], float(stored["intercept"]))


def fit(
    names: tuple[str, ...], features: Features, labels: Column, sample_weights: Column, ridge: float
) -> LogisticModel:
    """Maximum likelihood with a ridge on standardised features, by Newton's method. Deterministic.

    ``labels`` are 0 or 1, ``sample_weights`` say how much a row counts.
    """
    mean = np.average(features, axis=0, weights=sample_weights)
    spread = np.sqrt(np.average((features - mean) ** 2, axis=0, weights=sample_weights))
    spread[spread < 1e-6] = 1.0
    rows = np.column_stack([(features - mean) / spread, np.ones(len(features))])
    penalty = np.full(rows.shape[1], ridge)
    penalty[-1] = 0.0
    beta = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        p = _sigmoid(rows @ beta)
        gradient = rows.T @ (sample_weights * (p - labels)) + penalty * beta
        curvature = (rows * (sample_weights * p * (1 - p))[:, None]).T @ rows + np.diag(penalty + 1e-9)
        step = np.linalg.solve(curvature, gradient)
        beta -= step
        if float(np.abs(step).max()) < TOLERANCE:
            break
    return LogisticModel(names, mean, spread, beta[:-1], float(beta[-1]))


def fit_signed(
    names: tuple[str, ...],
    features: Features,
    labels: Column,
    sample_weights: Column,
    ridge: float,
    signs: Mapping[str, int],
) -> LogisticModel:
    """As `fit`, with weights that have the signs of ``signs`` (1, -1) or are 0: of the features whose weight
    has the wrong one the heaviest is left out, until none is left."""
    kept = list(range(len(names)))
    while True:
        chosen = tuple(names[place] for place in kept)
        model = fit(chosen, features[:, kept], labels, sample_weights, ridge)
        wrong = [
            (abs(weight), place)
            for place, name, weight in zip(kept, chosen, model.weights, strict=True)
            if signs.get(name, 0) * weight < 0
        ]
        if not wrong:
            break
        kept.remove(max(wrong)[1])
    mean, spread, weights = np.zeros(len(names)), np.ones(len(names)), np.zeros(len(names))
    mean[kept], spread[kept], weights[kept] = model.mean, model.spread, model.weights
    return LogisticModel(names, mean, spread, weights, model.intercept)


def _sigmoid(values: Column) -> Column:
    result: Column = 1.0 / (1.0 + np.exp(-np.clip(values, -35.0, 35.0)))
    return result
