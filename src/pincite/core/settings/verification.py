"""How answers are checked, and what a fault leads to."""

from typing import Literal

from pydantic import Field

from pincite.core.settings.section import Section


class VerificationSettings(Section):
    """Every answer is checked without a model; critic and judge ask one besides (DESIGN.md 8, 13)."""

    release: Literal["immediate", "verified"] = Field(
        "immediate",
        description="When the text of a streamed conversation is shown: as it is written, or once it is "
        "checked. A request may say otherwise; POST /answer holds back unless it does.",
    )
    critic: bool = Field(
        False,
        description="An answer with an error of generation or of units is written once more, with a hint; "
        "the second one stays only if it is better.",
    )
    judge: Literal["off", "model", "local"] = Field(
        "off",
        description="A second opinion on meaning, beside the check: of the chat model, or of a local "
        "cross-encoder for natural language inference.",
    )
    judge_model: str = Field("", description="Of local: the directory with the model in ONNX.")
    judge_score: float = Field(
        0.8,
        ge=0,
        le=1,
        description="Probability from which a contradiction that the judge sees is warned of.",
    )
    judge_characters: int = Field(2_000, ge=100, description="Most characters of a source that it reads.")
    judge_parallelism: int = Field(4, ge=1, description="Calls of the model at once.")
    judge_timeout: float = Field(30.0, gt=0, description="Seconds that judging one answer may take.")
    judge_threads: int = Field(0, ge=0, description="CPU threads of local. 0 takes every core.")
