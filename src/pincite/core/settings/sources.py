"""What is asked besides the index: the web, and the tables of spreadsheets."""

from pydantic import Field

from pincite.core.settings.section import Section


class WebSettings(Section):
    """Search on the web; reference 000, stages CHUNK_SEARCH_PARALLEL and WEB_FETCH. Off without ``url``."""

    url: str = Field(
        "",
        description="Address of a SearXNG of yours (e.g. http://127.0.0.1:8888) that answers in JSON: its "
        "settings.yml lists json under search.formats.",
    )
    api_key: str = Field(
        "", description="Sent as a bearer token, for a proxy before it that wants one.", repr=False
    )
    enabled: bool = Field(
        False, description="Questions go to the web too, unless an assistant or a request says otherwise."
    )
    fetch: bool = Field(
        True,
        description="The best pages are read, not only what the search says of them; never private ones.",
    )
    results: int = Field(10, ge=1, le=50, description="Results taken of a search.")
    fetch_top: int = Field(3, ge=0, le=20, description="Pages that are read; reference 000 has the same.")
    max_characters: int = Field(
        8_000, ge=500, description="Most characters kept of a page; reference 000 has as many bytes."
    )
    timeout: float = Field(10.0, gt=0, description="Seconds that a search may take.")
    fetch_seconds: float = Field(
        15.0,
        gt=0,
        description="Seconds until a page is there and read; then what the search says of it stays.",
    )


class AnalysisSettings(Section):
    """Questions to CSV and Excel files by SQL; reference 000, stage DATA_ANALYSIS. It needs a chat model and
    the extra ``data``."""

    enabled: bool = Field(
        False,
        description="The model may ask spreadsheets among the sources, unless an assistant or a request says "
        "otherwise.",
    )
    seconds: float = Field(
        20.0, gt=0, description="Seconds to load a file and ask it, for each begun 10 MB of it."
    )
    memory_mb: int = Field(1024, ge=256, description="Megabytes of memory that this may take.")
    max_rows: int = Field(50, ge=1, le=1_000, description="Rows of a result that an answer sees.")
