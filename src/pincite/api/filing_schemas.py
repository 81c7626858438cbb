"""Bodies about how documents are filed: days, folders, tags, values, batches."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from pincite.api.chunk_schemas import ChunkingIn
from pincite.api.schemas import Body, Day
from pincite.core.errors import PinciteError
from pincite.filing import BatchResult, Selection, document_query, tag_change

Scalar = str | bool | int | float


class DocumentPatch(Body):
    """What to change; what is absent stays, `null` takes a day away."""

    tags: list[str] | None = Field(None, description="All tags, in the place of those it has.")
    add_tags: list[str] = Field(default_factory=list)
    remove_tags: list[str] = Field(default_factory=list)
    rename_tags: dict[str, str] = Field(default_factory=dict, description="Old tag to new.")
    folder: str | None = Field(None, description='Where it is filed, with slashes; "" is the top.')
    custom: dict[str, Scalar | None] = Field(
        default_factory=dict, description="Values of your own; null takes one away."
    )
    effective_from: Day | None = Field(None, description="First day on which it is in force.")
    effective_to: Day | None = Field(None, description="Last day on which it is in force.")
    supersedes: str | None = Field(
        None, description="The document that it takes the place of: id, file name or title; null is none."
    )

    def given(self) -> dict[str, Any]:
        """Arguments of `pincite.filing.document_change`, and ``supersedes`` by name."""
        said = self.model_fields_set
        values: dict[str, Any] = {
            "tags": tag_change(
                tags=self.tags, add=self.add_tags, remove=self.remove_tags, rename=self.rename_tags
            ),
            "folder": self.folder,
            "custom": self.custom,
        }
        values |= {name: getattr(self, name) for name in ("effective_from", "effective_to") if name in said}
        if "supersedes" in said:
            values["supersedes"] = self.supersedes or ""
        return values


class SelectionIn(Body):
    """Which documents. Names and the rest restrict each other; something must be given."""

    documents: list[str] = Field(default_factory=list, description="Ids, file names or titles.")
    folder: str | None = Field(None, description='"" is the whole base.')
    below: bool = Field(True, description="With the folders below.")
    tags: list[str] = Field(default_factory=list, description="Any of them.")
    status: list[str] = Field(default_factory=list)
    name: str = Field("", description="Part of file name, title or source.")
    custom: dict[str, Scalar] = Field(default_factory=dict, description="All of these values.")

    def selection(self) -> Selection:
        """Raises InvalidInput."""
        query = document_query(
            folder=self.folder,
            below=self.below,
            tags=self.tags,
            statuses=self.status,
            name=self.name,
            custom=self.custom,
        )
        return Selection(tuple(self.documents), query)


class BatchIn(Body):
    action: Literal["change", "delete", "reparse"]
    select: SelectionIn
    change: DocumentPatch = Field(default_factory=DocumentPatch, description="For `change`.")
    chunking_config: ChunkingIn | None = Field(None, description="For `reparse`, as of one document.")


class BatchError(BaseModel):
    code: str
    message: str
    hint: str

    @classmethod
    def of(cls, error: PinciteError) -> "BatchError":
        return cls(code=error.code, message=error.message, hint=error.hint)


class BatchRow(BaseModel):
    id: str | None = Field(description="Null where a name means no document, or several.")
    filename: str = Field(description="Of such a name, the name.")
    status: str | None
    error: BatchError | None = Field(None, description="Absent where it was done.")


class BatchOut(BaseModel):
    """One that fails does not keep the others from it."""

    done: int
    failed: int
    results: list[BatchRow]

    @classmethod
    def of(cls, results: list[BatchResult]) -> "BatchOut":
        return cls(
            done=sum(result.error is None for result in results),
            failed=sum(result.error is not None for result in results),
            results=[
                BatchRow(
                    id=None if result.document is None else result.document.id,
                    filename=result.filename,
                    status=None if result.document is None else result.document.status.value,
                    error=None if result.error is None else BatchError.of(result.error),
                )
                for result in results
            ],
        )


class FolderOut(BaseModel):
    path: str = Field(description='"" is the top.')
    documents: int = Field(description="In it, without the folders below.")


class TagOut(BaseModel):
    tag: str
    documents: int


class FilingOut(BaseModel):
    """How the documents of a base are filed, and where they stand."""

    total: int
    by_status: dict[str, int]
    folders: list[FolderOut]
    tags: list[TagOut]
