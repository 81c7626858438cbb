"""Does a claim repeat its passage word for word?"""

from pincite.text.quantities import Quantity, same_value
from pincite.text.sentences import split_sentences
from pincite.verification.evidence import Evidence
from pincite.verification.holding import remembered
from pincite.verification.wording import SHORTEST_QUOTE, flat_text, frame_of

MOST_FIGURES = 12
"""A statement with more figures than this is a table cast in one line."""


def quoted_from(claim: str, evidence: Evidence) -> tuple[str, ...]:
    """Ids of the passages that ``claim`` repeats word for word, in their order.

    A quotation is made of whole sentences, items or table rows of one passage in their order; items between
    them may be left out (an opening sentence and its third item). White space, punctuation, list marks,
    cell borders and polite endings count for nothing.
    """
    known = evidence.quoting.get(claim)
    return (
        remembered(evidence.quoting, claim, lambda _: _quoted_from(claim, evidence))
        if known is None
        else known
    )


def read_quotations(evidence: Evidence) -> None:
    """Look up the sentences of the passages themselves, which answers repeat most."""
    for passage in evidence.passages:
        for sentence in split_sentences(passage.text):
            quoted_from(sentence.text, evidence)


def _quoted_from(claim: str, evidence: Evidence) -> tuple[str, ...]:
    flat = flat_text(claim)
    if len(flat) < SHORTEST_QUOTE:
        return ()
    return tuple(dict.fromkeys(evidence.passages[place].id for place in evidence.quotable.holders(flat)))


def is_misquoted(text: str, figure: Quantity, figures: tuple[Quantity, ...], evidence: Evidence) -> bool:
    """Whether ``text`` repeats statements of the passages in all but this figure of its ``figures``."""
    if len(figures) > MOST_FIGURES:
        return False
    frame = frame_of(text, figures)
    if len(frame) < SHORTEST_QUOTE:
        return False
    place = figures.index(figure)
    twins = [
        known[place]
        for known in evidence.frames.get((frame, len(figures)), ())
        if known[place].kind == figure.kind
    ]
    return bool(twins) and not any(same_value(figure, twin) for twin in twins)
