"""Bodies about the search index."""

from pydantic import BaseModel, Field

from pincite.api.schemas import Body
from pincite.ingest.reindexing import IndexState


class ReindexIn(Body):
    bases: list[str] = Field(default=[], max_length=1000, description="Names or ids of bases; all if empty.")


class IndexStateOut(BaseModel):
    """How the search index of one base stands."""

    id: str
    base: str = Field(description="Its name.")
    identity: str | None = Field(description="The encoder of its vectors; null without any.")
    encoder: str = Field(description="The encoder of the settings.")
    current: bool = Field(
        description="Whether it is searched by meaning; else words alone find, until it is built anew."
    )
    building: bool = Field(description="Whether a new index is being built.")
    done: int = Field(description="Chunks in the new index, of `total`; 0 of 0 where none is built.")
    total: int

    @classmethod
    def of(cls, state: IndexState) -> "IndexStateOut":
        return cls(
            id=state.base_id,
            base=state.base,
            identity=state.identity,
            encoder=state.encoder,
            current=state.current,
            building=state.building,
            done=state.done,
            total=state.total,
        )
