"""What all sections of the settings share."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Frozen, and an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)
