"""Where the cosines of a model that is not ours lie."""

from pincite.core.errors import ConfigurationError
from pincite.core.settings import EmbeddingSettings
from pincite.core.types import CosineRange

E5 = CosineRange(0.75, 0.95)
"""Trained with a temperature of 0.01, so all of its cosines are high (measured on 13 retrieval sets)."""

OTHERS = CosineRange(0.3, 0.8)
"""Between BGE-M3, about 0.35 to 0.8, and text-embedding-3, about 0.15 to 0.7, as their cards show them."""


def cosine_range(settings: EmbeddingSettings) -> CosineRange:
    """``embedding.cosine_low`` and ``cosine_high`` where they are set, else by the family of the model.

    Raises:
        ConfigurationError: low is not below high.
    """
    family = E5 if "e5" in settings.model.lower() else OTHERS
    low = family.low if settings.cosine_low is None else settings.cosine_low
    high = family.high if settings.cosine_high is None else settings.cosine_high
    if not low < high:
        raise ConfigurationError(
            f"embedding.cosine_low ({low:g}) is not below embedding.cosine_high ({high:g}).",
            hint="Set both: the cosine of texts beside the point, and that of texts that say the same.",
        )
    return CosineRange(low, high)
