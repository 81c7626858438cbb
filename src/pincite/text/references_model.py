"""The value `Reference`: one clause named in a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """One clause named in a text.

    ``start``/``end`` are code points of ``text`` as written, law name included. ``numbers`` runs from the
    clause down: ``("43-2", "3", "1", "나")`` for 제43조의2 제3항 제1호 나목; a level that is not named is
    ``""``. ``law`` is the law or document written with it, None for the document itself. ``noun`` is the
    clause word as written (``별표``, ``Annex``).
    """

    start: int
    end: int
    text: str
    kind: str
    numbers: tuple[str, ...]
    law: str | None = None
    noun: str = ""

    @property
    def key(self) -> str:
        """``article:43``; without a number only the kind (``supplement``)."""
        return f"{self.kind}:{self.numbers[0]}" if self.numbers and self.numbers[0] else self.kind

    @property
    def full_key(self) -> str:
        """``article:12/3/1``; a level that is skipped stays empty (``article:8//2``)."""
        return "/".join((self.key, *self.numbers[1:]))
