"""What is added to the text of a document: what its pictures show, what its tables hold, questions that it
answers, summaries."""

from pincite.enrichment.asking import Asker, Enricher
from pincite.enrichment.graph import names_of
from pincite.enrichment.modes import SWITCHES, EnrichmentModes, changed_switches
from pincite.enrichment.notes import indexed_questions, questions_of, summaries_of

__all__ = [
    "SWITCHES",
    "Asker",
    "Enricher",
    "EnrichmentModes",
    "changed_switches",
    "indexed_questions",
    "names_of",
    "questions_of",
    "summaries_of",
]
