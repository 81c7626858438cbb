"""What kind of question it is, how it is searched, and how it is asked again without a model."""

from pincite.routing.classify import classify_query, prefetch_limits
from pincite.routing.expand import expand_query
from pincite.routing.patterns import BASE, INSURANCE, Pattern, PatternPack, Role, load_pack
from pincite.routing.versions import VersionAsk, read_versions

__all__ = [
    "BASE",
    "INSURANCE",
    "Pattern",
    "PatternPack",
    "Role",
    "VersionAsk",
    "classify_query",
    "expand_query",
    "load_pack",
    "prefetch_limits",
    "read_versions",
]
