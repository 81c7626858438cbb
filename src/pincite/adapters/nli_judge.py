"""A local cross-encoder for natural language inference as a SemanticJudge, run by ONNX Runtime.

Its directory is one of a model with three classes, as sentence-transformers and optimum export it; the names
of the classes are read from ``config.json``. Nothing is ever downloaded.
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread
import numpy as np
import structlog

from pincite.adapters.e5.engines import thread_count
from pincite.adapters.fastembed_models import ModelDirectory, read_directory, unusable
from pincite.core.errors import ConfigurationError, JudgeFailed
from pincite.core.settings import VerificationSettings
from pincite.ports.judge import Judgement, Pair, Relation

if TYPE_CHECKING:
    from pincite.adapters.openai_client import Limit

_log = structlog.get_logger(__name__)

SETTING: Final = "verification.judge_model"
_STEMS: Final = {
    "entail": Relation.ENTAILED,
    "contradict": Relation.CONTRADICTED,
    "neutral": Relation.NEUTRAL,
}
BATCH: Final = 16
"""Pairs a run: a batch is padded to its longest."""


class NliJudge:
    def __init__(
        self,
        session: Any,
        tokenizer: Any,
        directory: ModelDirectory,
        classes: Sequence[Relation],
        settings: VerificationSettings,
        *,
        limit: "Limit" = anyio.fail_after,
    ) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._identity = f"nli:{directory.name}"
        self._classes = tuple(classes)
        self._timeout = settings.judge_timeout
        self._limit = limit
        self._inputs = {one.name for one in session.get_inputs()}
        self._one = anyio.CapacityLimiter(1)  # one run takes all threads that it may have

    @property
    def identity(self) -> str:
        return self._identity

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        found: list[Judgement] = []
        try:
            with self._limit(self._timeout):
                for start in range(0, len(pairs), BATCH):
                    work = partial(self._judged, pairs[start : start + BATCH])
                    found += await anyio.to_thread.run_sync(work, limiter=self._one, abandon_on_cancel=True)
        except TimeoutError as error:
            raise _failed(f"The judge took longer than {self._timeout:g} s.") from error
        return found

    async def aclose(self) -> None:
        """Nothing to end; ONNX Runtime frees the model with the object."""

    def _judged(self, pairs: Sequence[Pair]) -> list[Judgement]:
        try:
            encoded = self._tokenizer.encode_batch([(_plain(p.premise), _plain(p.hypothesis)) for p in pairs])
            given = {
                "input_ids": [one.ids for one in encoded],
                "attention_mask": [one.attention_mask for one in encoded],
                "token_type_ids": [one.type_ids for one in encoded],
            }
            inputs = {name: np.array(rows, dtype=np.int64) for name, rows in given.items()}
            wanted = {name: rows for name, rows in inputs.items() if name in self._inputs}
            logits = np.asarray(self._session.run(None, wanted)[0], dtype=np.float64)
        except Exception as error:
            raise _failed(f"The judge failed: {error}") from error
        if logits.shape != (len(pairs), len(self._classes)) or not np.isfinite(logits).all():
            raise _failed("The judge gave no score for each class.")
        return [self._best(row) for row in logits]

    def _best(self, logits: Any) -> Judgement:
        shares = np.exp(logits - logits.max())
        best = int(shares.argmax())
        return Judgement(self._classes[best], float(shares[best] / shares.sum()))


def open_nli_judge(settings: VerificationSettings) -> NliJudge:
    """The model in the directory ``settings.judge_model``; loading takes seconds.

    Raises:
        ConfigurationError: there is none, it cannot be loaded, or its classes are not those of inference.
    """
    directory = read_directory(settings.judge_model, SETTING)
    classes = _classes(directory)
    with unusable(directory, SETTING):
        session = _session(directory, thread_count(settings.judge_threads))
        judge = NliJudge(session, _tokenizer(directory), directory, classes, settings)
        judge._judged([Pair("?", ".")])
    return judge


def _classes(directory: ModelDirectory) -> list[Relation]:
    labels = directory.config.get("id2label")
    names = labels if isinstance(labels, Mapping) else {}
    ordered = sorted(names, key=lambda key: int(key) if str(key).isdecimal() else math.inf)
    found = [
        next((kind for stem, kind in _STEMS.items() if stem in str(names[key]).lower()), None)
        for key in ordered
    ]
    known = [kind for kind in found if kind is not None]
    if len(found) != len(Relation) or set(known) != set(Relation):
        raise ConfigurationError(
            f"The model in {directory.path} has the classes {', '.join(map(str, names.values())) or 'none'}; "
            "a judge has entailment, neutral and contradiction.",
            hint=f"Set {SETTING} to a model for natural language inference whose config.json has id2label.",
        )
    return known


def _tokenizer(directory: ModelDirectory) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(directory.path / "tokenizer.json"))
    tokenizer.enable_truncation(max_length=directory.longest)
    padding = directory.config.get("pad_token_id")
    tokenizer.enable_padding(pad_id=padding if isinstance(padding, int) else 0)
    return tokenizer


def _session(directory: ModelDirectory, threads: int) -> Any:
    import onnxruntime  # 0.3 s; most libraries have no judge

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    path = str(directory.path / directory.weights)
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def _plain(text: str) -> str:
    """Without lone surrogates, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _failed(reason: str) -> JudgeFailed:
    _log.warning("judge_failed", reason=reason)
    return JudgeFailed(reason)
