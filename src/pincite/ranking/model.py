"""The ranker's models: logistic regressions over standardised features, in numpy, stored as JSON."""

import json
import re
from collections.abc import Sequence
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
    """One model for passages in the question's language, one for those in another."""

    identity: str
    trained_on: tuple[str, ...]
    native: LogisticModel
    foreign: LogisticModel

    def probabilities(self, evidence: Evidence) -> Column:
        """One probability in [0, 1] a hit."""
        native = self.native.probabilities(evidence.features)
        foreign = self.foreign.probabilities(evidence.features[:, columns(FOREIGN_NAMES)])
        return np.where(evidence.foreign, foreign, native)

    def dump(self) -> str:
        """JSON with a line a feature."""
        text = json.dumps(
            {
                "identity": self.identity,
                "trained_on": list(self.trained_on),
                "native": self.native.as_json(),
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


def _sigmoid(values: Column) -> Column:
    result: Column = 1.0 / (1.0 + np.exp(-np.clip(values, -35.0, 35.0)))
    return result
