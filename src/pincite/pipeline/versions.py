"""Which versions of the documents a question is answered from (ADR 0008)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pincite.core.types import Hit
from pincite.core.validity import Editions, Span
from pincite.ports.documents import EditionReader
from pincite.routing import VersionAsk


@dataclass(frozen=True, slots=True)
class VersionScope:
    """The days asked for and what they leave out. Without dated documents it restricts nothing."""

    editions: Editions = field(default_factory=Editions)
    today: date = date.min
    asked: Span | None = None
    """The days whose versions are searched; None where the person named the documents themselves."""
    named: bool = False
    """The days come from the person, not from the calendar."""
    excluded: frozenset[str] = frozenset()
    """Documents that are not searched."""
    compared: tuple[tuple[str, ...], ...] = ()
    """Documents that take each other's place, older first, where the question asks for the change."""
    whole: bool = False
    """It asks for every change, not for one."""

    def label(self, document_id: str) -> str:
        """``2022-01-01 – 2023-12-31``; empty for a document without days."""
        return str(self.editions.validity(document_id))

    def in_force(self, document_id: str) -> bool:
        """Whether it is in force today, whatever day was asked for."""
        return self.editions.validity(document_id).meets(Span.of(self.today))

    def sides(self, hits: Sequence[Hit]) -> list[list[Hit]]:
        """``hits`` a version compared, older first, the others last; one list where nothing is compared."""
        group = self._nearest(hits)
        if not group:
            return [list(hits)]
        parts: dict[str, list[Hit]] = {id_: [] for id_ in (*group, "")}
        for hit in hits:
            id_ = hit.chunk.document_id
            parts[id_ if id_ in parts else ""].append(hit)
        return [part for part in parts.values() if part]

    def focused(self, hits: Sequence[Hit]) -> list[Hit]:
        """``hits`` without the older versions of documents that the question is not about."""
        group = self._nearest(hits)
        others = {id_ for ids in self.compared if ids != group for id_ in ids[:-1]} - set(group)
        return [hit for hit in hits if hit.chunk.document_id not in others]

    async def knowing_rivals(self, reader: EditionReader, documents: Collection[str]) -> "VersionScope":
        """The same, aware of editions beside ``documents`` that are in force too. Nothing to tell where the
        change is asked for, which cites both, or where the person named the documents."""
        if self.asked is None or self.compared or not (rivals := self.editions.rivals(documents)):
            return self
        return replace(self, editions=self.editions.knowing(await reader.alike(rivals)))

    def beside(self, documents: Collection[str]) -> list[tuple[str, str]]:
        """Names with days of editions of one paper that are both in force on the day asked, older first."""
        if self.asked is None or self.compared:
            return []
        pairs = dict.fromkeys(pair for id_ in documents for pair in self.editions.beside(id_))
        return [
            (self._named(older), self._named(newer))
            for older, newer in pairs
            if all(self.editions.validity(id_).meets(self.asked) for id_ in (older, newer))
        ]

    def _named(self, document_id: str) -> str:
        edition = self.editions.get(document_id)
        name = "" if edition is None else edition.name.rpartition(".")[0] or edition.name
        return f"{name} ({self.label(document_id)})"

    def _nearest(self, hits: Sequence[Hit]) -> tuple[str, ...]:
        """The compared documents that the best hit among them is of."""
        groups = {id_: ids for ids in self.compared for id_ in ids}
        found = [hit for hit in hits if hit.chunk.document_id in groups]
        if not found:
            return ()
        best = max(found, key=lambda hit: (hit.exact_reference, hit.score))
        return groups[best.chunk.document_id]


NO_VERSIONS = VersionScope()


def version_scope(
    editions: Editions,
    ask: VersionAsk,
    today: date,
    *,
    as_of: date | None,
    documents: Sequence[str],
    every: bool = False,
) -> VersionScope:
    """``as_of`` is the day that the person gave beside the question, ``documents`` what they named.

    Documents that were named are searched whatever their days, unless a day was asked for as well; with
    ``every`` all are.
    """
    if not editions or every:
        asked_for = None if as_of is None else Span.of(as_of)
        return VersionScope(editions, today, asked_for, named=as_of is not None)
    now = Span.of(today if as_of is None else as_of)
    compared = _compared(editions, ask, now, documents) if ask.change else ()
    whole = bool(compared) and not ask.topic
    if whole:  # the newest change, not a mixture
        compared = tuple(
            sorted(compared, key=lambda ids: editions.validity(ids[-1]).first or date.min, reverse=True)
        )
    given = as_of is not None or (ask.on is not None and not compared)
    asked: Span | None = now
    if as_of is None and ask.on is not None and not compared:
        asked = ask.on
    elif not given and documents:
        asked = None
    excluded = frozenset() if asked is None else editions.outside(asked)
    return VersionScope(
        editions=editions,
        today=today,
        asked=asked,
        named=given,
        excluded=excluded.difference(*compared[: 1 if whole else None]),
        compared=compared[:1] if whole else compared,
        whole=whole,
    )


def _compared(
    editions: Editions, ask: VersionAsk, now: Span, documents: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Versions in force at the times that the question names, if it names several; else pairs whose newer one
    began in the time that it names, else those whose newer one is in force, else those still to come."""
    pairs = [
        pair for pair in editions.pairs() if not documents or (pair[0] in documents and pair[1] in documents)
    ]
    if len(ask.named) > 1:
        chains = _chains(pairs)
        between = [
            tuple(id_ for id_ in chain if any(editions.validity(id_).meets(span) for span in ask.named))
            for chain in chains
        ]
        if found := tuple(ids for ids in between if len(ids) > 1):
            return found
    begun = [
        pair
        for pair in pairs
        if (first := editions.validity(pair[1]).first) is not None
        and any(span.first <= first <= span.last for span in ask.named)
    ]
    if begun:
        return tuple(begun)
    current = [pair for pair in pairs if editions.validity(pair[1]).meets(now)]
    if current:
        return tuple(current)
    return tuple(pair for pair in pairs if (editions.validity(pair[1]).first or date.min) > now.last)


def _chains(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Pairs joined where one's newer is another's older, older first."""
    newer = dict(pairs)
    heads = [older for older, _ in pairs if older not in newer.values()]
    chains = []
    for head in heads:
        chain = [head]
        while chain[-1] in newer and newer[chain[-1]] not in chain:
            chain.append(newer[chain[-1]])
        chains.append(tuple(chain))
    return chains
