"""What the tiers hand to the validator, before contents and numbers are filled in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of the text with its heading trail."""

    start: int
    end: int
    trail: str = ""
    clause: bool = False
    """It begins an article, a chapter or an annex: a unit that people cite, however short."""
    repeats_header: bool = True
    """Where it continues a table; false where a token limit leaves no room for the header."""
