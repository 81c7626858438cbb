"""What is kept of conversations besides their messages."""

from pydantic import Field

from pincite.core.settings.section import Section


class HistorySettings(Section):
    """Search over conversations by meaning."""

    index: bool = Field(
        False,
        description="Finished questions with their answers are indexed into a base of their own, which no "
        "question asks; what is deleted goes from there too.",
    )
