"""The ranker's model: a logistic regression over standardised features, in numpy, stored as JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pincite.core.errors import ConfigurationError
from pincite.ranking.features import NAMES, Features

Column = npt.NDArray[np.float64]
"""Shape ``(rows,)`` or ``(features,)``."""

RIDGE = 3.0
"""Penalty on the weights of standardised features, against some 20,000 rows: it only settles columns that
say the same."""

STEPS = 60
TOLERANCE = 1e-8


@dataclass(frozen=True, slots=True)
class LogisticModel:
    """Weights of the standardised features, their means and spreads, and the intercept."""

    identity: str
    mean: Column
    spread: Column
    weights: Column
    intercept: float
    trained_on: tuple[str, ...] = ()
    names: tuple[str, ...] = NAMES

    def probabilities(self, features: Features) -> Column:
        """One probability in [0, 1] a row."""
        logits = (features - self.mean) / self.spread @ self.weights + self.intercept
        return _sigmoid(logits)

    def dump(self) -> str:
        """JSON with a line a feature."""
        rows = {
            name: [round(float(value), 6) for value in row]
            for name, *row in zip(self.names, self.mean, self.spread, self.weights, strict=True)
        }
        lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
        return (
            f'{{\n  "identity": {json.dumps(self.identity)},\n  "intercept": {round(self.intercept, 6)},\n'
            f'  "trained_on": {json.dumps(list(self.trained_on))},\n'
            f'  "features": {{\n{lines}\n  }}\n}}\n'
        )


def load_model(path: Path | None = None) -> LogisticModel:
    """The bundled weights, or those in ``path``.

    Raises:
        ConfigurationError: the file is for another list of features.
    """
    source = path or files("pincite.ranking") / "weights" / "ranker.json"
    stored = json.loads(source.read_text(encoding="utf-8"))
    rows = stored["features"]
    if tuple(rows) != NAMES:
        raise ConfigurationError(
            "The ranker's weights are for other features.", hint="Train them again: `make train`."
        )
    table = np.array([rows[name] for name in NAMES], dtype=np.float64)
    return LogisticModel(
        stored["identity"],
        table[:, 0],
        table[:, 1],
        table[:, 2],
        float(stored["intercept"]),
        tuple(stored["trained_on"]),
    )


def fit(
    features: Features,
    labels: Column,
    sample_weights: Column,
    identity: str,
    trained_on: Sequence[str] = (),
    ridge: float = RIDGE,
) -> LogisticModel:
    """Maximum likelihood with a ridge, by Newton's method. Deterministic.

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
    return LogisticModel(identity, mean, spread, beta[:-1], float(beta[-1]), tuple(trained_on))


def _sigmoid(values: Sequence[float] | Column) -> Column:
    return 1.0 / (1.0 + np.exp(-np.clip(np.asarray(values, dtype=np.float64), -35.0, 35.0)))
