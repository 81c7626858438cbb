"""What kind of question it is, how it is searched, and how it is asked again without a model."""

from pincite.routing.classify import classify_query, prefetch_limits
from pincite.routing.expand import expand_query
from pincite.routing.intents import Intent, intent_prompt, needs_bases, needs_retrieval
from pincite.routing.patterns import BASE, INSURANCE, Pattern, PatternPack, Role, load_pack
from pincite.routing.understanding import Understanding, parse_understanding
from pincite.routing.versions import VersionAsk, read_versions

__all__ = [
    "BASE",
    "INSURANCE",
    "Intent",
    "Pattern",
    "PatternPack",
    "Role",
    "Understanding",
    "VersionAsk",
    "classify_query",
    "expand_query",
    "intent_prompt",
    "load_pack",
    "needs_bases",
    "needs_retrieval",
    "parse_understanding",
    "prefetch_limits",
    "read_versions",
]
