"""Source handles before the model, public tags after it, and the place that each statement stands on."""

from pincite.citations.aligning import ReaderOffsets
from pincite.citations.expand import StreamExpander, cited_handles, expand_references, strip_references
from pincite.citations.handles import SourceRegistry, WebPage
from pincite.citations.locating import Pin, chunk_of_quote, pin, placed, whole
from pincite.citations.protocol import protocol_prompt
from pincite.citations.resources import ResourceDecoder, ResourceRegistry
from pincite.citations.scanning import without_tags
from pincite.citations.tools import DecodedArguments, decode_arguments
from pincite.citations.view import exact_entry, model_view

__all__ = [
    "DecodedArguments",
    "Pin",
    "ReaderOffsets",
    "ResourceDecoder",
    "ResourceRegistry",
    "SourceRegistry",
    "StreamExpander",
    "WebPage",
    "chunk_of_quote",
    "cited_handles",
    "decode_arguments",
    "exact_entry",
    "expand_references",
    "model_view",
    "pin",
    "placed",
    "protocol_prompt",
    "strip_references",
    "whole",
    "without_tags",
]
