"""What every `SearchIndex` must do. Subclass the suite, say how an index is made, and run it with pytest.

class TestMyIndex(SearchIndexContract):
    async def make_index(self, dimension):
        return await open_my_index(dimension=dimension)
"""

from pincite.testing.index_finding import FindingContract
from pincite.testing.index_points import (
    BIGRAMS,
    DIMENSION,
    EVERYTHING,
    MORPHEMES,
    dense,
    lexical,
    numbers,
    point,
    point_id,
    unit,
)
from pincite.testing.index_writing import WritingContract

__all__ = [
    "BIGRAMS",
    "DIMENSION",
    "EVERYTHING",
    "MORPHEMES",
    "SearchIndexContract",
    "dense",
    "lexical",
    "numbers",
    "point",
    "point_id",
    "unit",
]


class SearchIndexContract(FindingContract, WritingContract):
    """The contract of `pincite.ports.index.SearchIndex`."""
