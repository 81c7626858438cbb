"""How passages are found, judged and joined, and what an answer does without them."""

from typing import Literal

from pydantic import Field

from pincite.core.settings.section import Section


class RetrievalSettings(Section):
    """Hybrid search; DESIGN.md sections 6 and 13."""

    top_k: int = Field(10, ge=0, description="Results asked for; a leg fetches top_k times its factor.")
    rerank_top_k: int = Field(8, ge=0, description="Passages that the answer may use.")
    rrf_k: int = Field(60, gt=0, description="Rank constant of reciprocal rank fusion (Cormack 2009).")
    dense_weight: float = Field(0.7, ge=0, description="Weight of the dense leg in the fusion. 0 takes 0.7.")
    lexical_weight: float = Field(0.3, ge=0, description="Weight of the lexical legs together. 0 takes 0.3.")
    vector_threshold: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Least nearness (0 is beside the point, 1 says the same) of a hit that no word finds; 0 "
        "keeps all.",
    )
    keyword_threshold: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Least share of the question's words in a hit that no vector finds; 0 keeps all.",
    )
    expansion: bool = Field(
        True, description="Where vectors cannot help and words find little, other wordings are searched."
    )
    store_timeout: float = Field(30.0, gt=0, description="Seconds a store may take.")
    store_parallelism: int = Field(4, ge=1, description="Stores asked at once.")


class GateLines(Section):
    """Lines of the gate for the scores of one reranker."""

    pass_score: float = Field(ge=0, le=1, description="As `gate.pass_score`.")
    abort_score: float = Field(ge=0, le=1, description="As `gate.abort_score`.")


class GateSettings(Section):
    """Corrective retrieval; reference 001 part 2."""

    pass_score: float = Field(
        0.3, ge=0, le=1, description="Reranker probability from which an answer is given."
    )
    abort_score: float = Field(
        0.1, ge=0, le=1, description="Below it the question is refused without a model."
    )
    max_retries: int = Field(2, ge=0, description="Rewrites between the two before refusing.")
    second_line: bool = Field(
        True,
        description="What passes must also hold what the question asks for: an amount, a percentage, a phone "
        "number, the year that it names. Otherwise it is refused.",
    )
    second_line_score: float = Field(
        0.15,
        ge=0,
        le=1,
        description="Takes the place of gate.pass_score where the best passage holds the kind of value "
        "asked. It is for the bundled ranker; calibrated lines of another have one at the same place between "
        "them.",
    )
    by_reranker: dict[str, GateLines] = Field(
        {}, description="Other lines for a reranker, by its identity; `pincite doctor` shows that."
    )


class RankingSettings(Section):
    """Composite score and diversity; reference 000, stage CHUNK_RERANK."""

    model_weight: float = Field(0.6, ge=0, description="Share of the reranker in the composite score.")
    base_weight: float = Field(0.3, ge=0, description="Share of the convex base score.")
    source_weight: float = Field(0.1, ge=0, description="Share of the kind of source.")
    mmr_lambda: float = Field(0.7, ge=0, le=1, description="1 is relevance alone, 0 diversity alone.")
    rerank_threshold: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Reranker probability that passages after the first must reach. 0 keeps all.",
    )
    faq_priority: bool = Field(True, description="FAQ entries come before documents and are boosted.")
    faq_boost: float = Field(
        1.2, ge=0, description="Factor of an FAQ entry's score, which stays at most 1. Up to 1 there is none."
    )
    faq_direct: float = Field(
        0.9, ge=0, le=1, description="Score from which an FAQ entry is the answer, word for word."
    )
    wiki_boost: float = Field(1.3, ge=0, description="As faq_boost, of wiki pages.")


class MergingSettings(Section):
    """How hits become passages; reference 000, stage CHUNK_MERGE."""

    short_passage: int = Field(
        350, ge=0, description="Passages shorter than this grow by neighbours, in characters."
    )
    grown_passage: int = Field(850, ge=0, description="Most that a grown passage holds, in characters.")
    sibling_window: int = Field(2, ge=0, description="Neighbours looked at on each side.")
    near_duplicate: float = Field(0.85, ge=0, le=1, description="Shared tokens from which two are the same.")


class AnswerSettings(Section):
    """What an answer does when it cannot be grounded, what it remembers, and what it says of places."""

    fallback: Literal["refuse", "fixed", "model"] = Field(
        "refuse",
        description="Without evidence: a refusal, a fixed sentence, or an ungrounded model answer.",
    )
    fixed_response: str = Field("", description="The sentence of fallback=fixed.")
    rounds: int = Field(
        5, ge=0, description="Turns of a conversation that are remembered; 0 turns memory off."
    )
    boxes_seconds: float = Field(
        2.0,
        ge=0,
        description="Most seconds that an answer waits for the boxes of its citations on pages of PDFs; 0 "
        "tells pages alone. A page of text takes 0.05 s, a scan as long as its OCR, once.",
    )
