"""Which of the optional sources take part in a question: as it says itself, else its assistant, else the
settings."""

from dataclasses import dataclass, replace

from pincite.core.errors import InvalidInput
from pincite.core.settings import Settings
from pincite.pipeline.state import ChatRequest

WEB, DATA_ANALYSIS = "web", "data_analysis"
"""Named in ``degraded`` when one was wanted and is not there, or failed."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What is set up."""

    web: bool = False
    pages: bool = False
    """Whether pages of the web can be read."""
    tables: bool = False
    """Whether spreadsheets can be asked: they, a model that writes queries, and what runs them."""


def switched(request: ChatRequest, settings: Settings, reach: Reach) -> tuple[ChatRequest, tuple[str, ...]]:
    """``request`` with its switches decided, and the names of those that are wanted and have nothing behind
    them.

    Raises:
        InvalidInput: the person asks for what is not set up. An assistant or a setting does without.
    """
    profile = request.profile
    if request.web and not reach.web:
        raise InvalidInput(
            "No search on the web is set up.", hint="Set `web.url` to the address of a SearXNG of yours."
        )
    if request.data_analysis and not reach.tables:
        raise InvalidInput(
            "Spreadsheets cannot be asked here: that needs a chat model and DuckDB.",
            hint='Set `chat.base_url` and `chat.model`, and `pip install "pincite[data]"`.',
        )
    web = _first(request.web, profile.web, settings.web.enabled)
    analysis = _first(request.data_analysis, profile.data_analysis, settings.analysis.enabled)
    decided = replace(
        request,
        web=web and reach.web,
        web_fetch=web and reach.pages and _first(request.web_fetch, profile.web_fetch, settings.web.fetch),
        data_analysis=analysis and reach.tables,
    )
    lacking = ((WEB, web and not reach.web), (DATA_ANALYSIS, analysis and not reach.tables))
    return decided, tuple(name for name, lacks in lacking if lacks)


def _first(asked: bool | None, assistant: bool | None, setting: bool) -> bool:
    return next(said for said in (asked, assistant, setting) if said is not None)
