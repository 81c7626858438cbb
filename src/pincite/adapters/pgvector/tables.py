"""The tables of one index, and what is said to them in SQL."""

from collections.abc import Mapping
from dataclasses import dataclass

from pincite.adapters.edge.points import LEXICAL_NAMES, Conditions

HNSW_LARGEST = 2_000
"""Numbers of a vector up to which pgvector builds a graph of them."""
HNSW_LARGEST_HALF = 4_000
"""Up to here it builds one of 16-bit numbers; the scores are those of the whole numbers all the same."""
INLINE_LARGEST = 1_000
"""Numbers of a vector that are kept in the row itself: 4 KB, half a page. Beyond, a scan reads each from its
place outside."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Names of the tables of the index ``number`` under ``prefix``, for vectors of ``dimension`` numbers."""

    prefix: str
    number: int
    dimension: int

    @property
    def points(self) -> str:
        return f"{self.prefix}_{self.number}_points"

    def terms(self, field: str) -> str:
        """The table of a lexical field: a row a term and chunk that holds it."""
        return f"{self.prefix}_{self.number}_{field}"

    @property
    def graph_type(self) -> str | None:
        """The type of the numbers in the graph; None where there is none and search is always exact."""
        if self.dimension <= HNSW_LARGEST:
            return f"vector({self.dimension})"
        return f"halfvec({self.dimension})" if self.dimension <= HNSW_LARGEST_HALF else None

    def creation(self) -> list[str]:
        """Statements that make them all."""
        storage = "PLAIN" if self.dimension <= INLINE_LARGEST else "EXTERNAL"
        statements = [
            f"""CREATE TABLE {self.points} (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id uuid NOT NULL UNIQUE,
                base_id text COLLATE "C" NOT NULL,
                document_id text COLLATE "C" NOT NULL,
                version_id text COLLATE "C" NOT NULL,
                tags text[] NOT NULL,
                vector vector({self.dimension}) STORAGE {storage},
                morphemes int[] NOT NULL,
                bigrams int[] NOT NULL)""",
            *(f"CREATE INDEX ON {self.points} ({name})" for name in ("base_id", "document_id", "version_id")),
            f"CREATE INDEX ON {self.points} USING gin (tags)",
            *(
                f"""CREATE TABLE {self.terms(field)} (
                    term int NOT NULL, point bigint NOT NULL, weight real NOT NULL,
                    PRIMARY KEY (term, point) INCLUDE (weight))"""
                for field in LEXICAL_NAMES
            ),
        ]
        if self.graph_type is not None:
            kind = self.graph_type.partition("(")[0]
            statements.append(
                f"CREATE INDEX ON {self.points} USING hnsw ((vector::{self.graph_type}) {kind}_cosine_ops)"
            )
        return statements

    def removal(self) -> str:
        names = (self.points, *(self.terms(field) for field in LEXICAL_NAMES))
        return f"DROP TABLE IF EXISTS {', '.join(names)}"

    # --- writing --------------------------------------------------------------------------------------

    def insertion(self) -> str:
        """$1 to $8: number, id, base, document, version, tags, vector, and the terms of both fields."""
        return f"""INSERT INTO {self.points}
            (number, id, base_id, document_id, version_id, tags, vector, morphemes, bigrams)
            OVERRIDING SYSTEM VALUE
            VALUES ($1, $2::uuid, $3, $4, $5, $6, $7::real[]::vector, $8, $9)"""

    def term_insertion(self, field: str) -> str:
        return f"""INSERT INTO {self.terms(field)} (term, point, weight)
            SELECT * FROM unnest($1::int[], $2::bigint[], $3::real[])"""

    def numbers(self) -> str:
        """$1 new numbers of points."""
        return f"""SELECT nextval(pg_get_serial_sequence('{self.points}', 'number')) AS number
            FROM generate_series(1, $1::int)"""

    def deletion(self, where: str) -> str:
        """Points that ``where`` meets, with their terms; how many there were."""
        of_fields = ", ".join(
            f"""{field}_gone AS (DELETE FROM {self.terms(field)} t
                USING (SELECT number, unnest({field}) AS term FROM gone) g
                WHERE t.term = g.term AND t.point = g.number)"""
            for field in LEXICAL_NAMES
        )
        held = ", ".join(LEXICAL_NAMES)
        return f"""WITH gone AS (DELETE FROM {self.points} WHERE number IN
                (SELECT number FROM {self.points} WHERE {where}) RETURNING number, {held}),
            {of_fields} SELECT count(*) FROM gone"""

    # --- finding --------------------------------------------------------------------------------------

    def nearest(self, where: str) -> str:
        """$1 the vector, $2 the limit; every distance is computed: adding zero keeps the graph out."""
        return f"""SELECT id::text, 1 - (vector <=> $1::real[]::vector) AS score FROM {self.points}
            WHERE vector IS NOT NULL AND {where} ORDER BY (vector <=> $1::real[]::vector) + 0 LIMIT $2"""

    def cosines(self) -> str:
        """$1 the vector, $2 the ids."""
        return f"""SELECT id::text, 1 - (vector <=> $1::real[]::vector) AS score FROM {self.points}
            WHERE id = ANY($2::uuid[]) AND vector IS NOT NULL"""

    def nearest_by_graph(self, where: str) -> str:
        """As `nearest`, through the graph. Only for a `graph_type`."""
        kind = self.graph_type
        return f"""SELECT id::text, 1 - (vector <=> $1::real[]::vector) AS score FROM (
            SELECT id, vector FROM {self.points} WHERE {where}
            ORDER BY vector::{kind} <=> $1::real[]::{kind} LIMIT $2) AS found WHERE vector IS NOT NULL"""

    def by_words(self, field: str, where: str) -> str:
        """$1 the terms, $2 their weights, $3 the limit. ``where`` may be "" for all."""
        scope = f"WHERE t.point IN (SELECT number FROM {self.points} WHERE {where})" if where else ""
        return f"""SELECT p.id::text, found.score FROM (
            SELECT t.point, sum(q.weight * t.weight::float8) AS score
            FROM unnest($1::int[], $2::float8[]) AS q(term, weight)
            JOIN {self.terms(field)} t ON t.term = q.term {scope}
            GROUP BY t.point ORDER BY score DESC LIMIT $3) AS found
            JOIN {self.points} p ON p.number = found.point"""


def matching(conditions: Conditions, first: int = 1) -> tuple[str, list[list[str]]]:
    """A condition in SQL whose parameters begin with ``$first``, and their values. "" if all points match."""
    parts: list[str] = []
    values: list[list[str]] = []

    def add(fields: Mapping[str, list[str]], pattern: str) -> None:
        for name, wanted in fields.items():
            parameter = f"${first + len(values)}::text[]"
            meets = f"tags && {parameter}" if name == "tags" else f"{name} = ANY({parameter})"
            parts.append(pattern.format(meets))
            values.append(wanted)

    add(conditions.get("must", {}), "{}")
    add(conditions.get("must_not", {}), "NOT ({})")
    return " AND ".join(parts), values
