"""What a sentence asserts, reduced to what polarity needs: a topic, a predicate, a sign, a condition."""

from dataclasses import dataclass, field

COVER, VALID, ACCEPT, DUTY, RETURN, OPEN = "cover", "valid", "accept", "duty", "return", "open"
ALLOW, HAVE, LIABLE, ANY = "allow", "have", "liable", "any"
"""Predicate classes. Words of one class are comparable across wordings (면책 and 보상하지 않는다); `ANY`
(제외한다, excluded) negates whatever it is compared with."""

LEXICAL = frozenset({COVER, VALID, ACCEPT, DUTY, RETURN, LIABLE, OPEN})
"""Classes that carry a meaning of their own, so that two predicates compare without a common word."""


@dataclass(frozen=True, slots=True)
class Condition:
    """``sign`` is -1 for "if there is none"; an even-if condition has the sign of its wording."""

    terms: frozenset[str]
    sign: int = 1
    text: str = ""


@dataclass(frozen=True, slots=True)
class Predicate:
    cls: str
    sign: int
    action: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Proposition:
    """``text`` is the wording that other topics are looked up in."""

    text: str
    topic: frozenset[str]
    predicate: Predicate
    condition: Condition | None = None
    exclusive: bool = False
    """The condition is the only way: without it the opposite holds (only with, unless, 경우에 한하여)."""
    exception: bool = False
    """Carved out of another proposition; it needs its own words in the statement."""
    only: frozenset[str] = field(default_factory=frozenset)
    """Those to whom alone the predicate applies (仅限本人使用)."""
    derived: bool = False
    """Read out of an exception inside a sentence; a statement is not judged by what it merely implies."""
    subject: frozenset[str] = frozenset()
    """Who acts, where the language marks it; a statement about somebody else is unrelated."""
