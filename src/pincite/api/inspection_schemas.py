"""What `explain` adds to an answer: each candidate, stage by stage."""

from typing import Literal

from pydantic import BaseModel, Field

from pincite.pipeline.explaining import Outcome


class LegOut(BaseModel):
    leg: Literal["dense", "morphemes", "bigrams", "clause", "graph"]
    wording: int = Field(description="0 is the question itself; others are its other wordings.")
    rank: int
    score: float = Field(
        description="As the index gave it: a cosine, a sum of term weights, or a weight in the graph."
    )


class CandidateOut(BaseModel):
    """One candidate of the pool; each is there once."""

    chunk_id: str
    document: str | None = Field(description="Null for what was not read because it left before the pool.")
    place: str | None
    outcome: Outcome = Field(description="`used`, or the one reason for which it left.")
    by: str | None = Field(description="Chunk that stands for it: of a copy, a duplicate, a merged passage.")
    legs: list[LegOut]
    rrf: float | None
    pool_rank: int | None = Field(description="By base score, exact clauses first.")
    base: float | None
    cosine: float | None
    nearness: float | None = Field(description="The cosine on the scale of its encoder.")
    lexical: dict[str, float] = Field(description="BM25, normalised, by lexical field.")
    exact_reference: bool = Field(description="It holds a clause that the question names.")
    rerank: float | None = Field(description="The reranker's probability.")
    composite: float | None = Field(description="What orders the reranked, boosts included.")
    boosted: bool
    rerank_rank: int | None
    answer_rank: int | None


class AttemptOut(BaseModel):
    query: str
    wordings: list[str]
    query_type: str | None
    strategy: str | None
    found: int = Field(description="Candidates of all legs.")
    pool: int = Field(description="Those that were scored.")
    top_score: float | None


class GateOut(BaseModel):
    pass_score: float
    abort_score: float
    max_retries: int
    scores: list[float] = Field(description="Best probability of each attempt.")
    decision: Literal["pass", "refuse"]
    reason: str | None


class NodeOut(BaseModel):
    name: str
    kind: str
    description: str
    chunk_ids: list[str] = Field(description="Hits that name it.")


class RelationOut(BaseModel):
    source: str
    target: str
    description: str
    chunk_ids: list[str] = Field(description="Hits that tell it.")


class GraphOut(BaseModel):
    """What the names of the question led to in the graphs of the bases."""

    entities: list[str] = Field(description="Names in the question that a graph knows.")
    nodes: list[NodeOut]
    relations: list[RelationOut]


class ExplanationOut(BaseModel):
    """What became of each candidate, in the attempt that the answer stands on."""

    attempts: list[AttemptOut]
    judged: int = Field(description="Place in `attempts`, from 0.")
    gate: GateOut | None = Field(description="Null for a search, which has no gate.")
    stage_ms: dict[str, float]
    candidates: list[CandidateOut]
    graph: GraphOut | None = Field(None, description="Null where the question names nothing that one knows.")
