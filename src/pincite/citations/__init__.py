"""Source handles before the model, public tags after it."""

from pincite.citations.expand import cited_handles, expand_references, strip_references
from pincite.citations.handles import SourceRegistry, chunk_of_quote, model_view, protocol_prompt

__all__ = [
    "SourceRegistry",
    "chunk_of_quote",
    "cited_handles",
    "expand_references",
    "model_view",
    "protocol_prompt",
    "strip_references",
]
