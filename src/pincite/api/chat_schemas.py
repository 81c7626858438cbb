"""Bodies of a turn of a conversation."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from pincite.api.attachment_schemas import Attachments, Images
from pincite.api.schemas import Body, Day

Language = Literal["ko", "en", "zh"]
Release = Literal["immediate", "verified"]
Name = Annotated[str, Field(min_length=1, max_length=300)]


class TurnIn(Body):
    """Names as in reference 000's ``knowledge-qa``; ours beside them."""

    query: str = Field(description="The question.", examples=["입원일당은 얼마인가요?"])
    bases: list[Name] = Field(
        default=[], max_length=100, description="Bases to ask; those of the session, else all, if empty."
    )
    documents: list[Name] = Field(default=[], max_length=1_000, description="Ids or file names.")
    tags: list[Name] = Field(default=[], max_length=100, description="Documents with any of these tags.")
    language: Language | None = Field(None, description="Of the answer; that of the question if unset.")
    as_of: Day | None = Field(None, description="Day whose versions answer.")
    top_k: int | None = Field(None, ge=1, le=100, description="Passages that the model sees at most.")
    history_rounds: int | None = Field(
        None, ge=0, le=50, description="Turns that are remembered; the setting if unset, 0 for none."
    )
    assistant: Name | None = Field(
        None, description="Name or id of who answers; that of the session, else the default one, if unset."
    )
    web: bool | None = Field(
        None,
        description="Search the web too; unset leaves this and the next two to assistant and settings.",
    )
    web_fetch: bool | None = Field(None, description="Read the best pages of the web in full.")
    data_analysis: bool | None = Field(
        None, description="Let the model ask CSV and Excel files among the sources by SQL."
    )
    quoted_context: str = Field("", max_length=20_000, description="Text that the question refers to.")
    images: Images
    attachments: Attachments
    release: Release | None = Field(
        None,
        description="verified tells no text before it is checked; `verification.release` if unset.",
    )


class StopIn(Body):
    message_id: str = Field(description="The answer to stop.")


class StopOut(BaseModel):
    success: bool = True
    message: str


class RegenerateIn(Body):
    """What is absent is as it was asked before."""

    bases: list[Name] = Field(default=[], max_length=100)
    documents: list[Name] = Field(default=[], max_length=1_000)
    tags: list[Name] = Field(default=[], max_length=100)
    language: Language | None = None
    as_of: Day | None = None
    top_k: int | None = Field(None, ge=1, le=100)
    history_rounds: int | None = Field(None, ge=0, le=50)
    assistant: Name | None = None
    web: bool | None = None
    web_fetch: bool | None = None
    data_analysis: bool | None = None
    release: Release | None = None
