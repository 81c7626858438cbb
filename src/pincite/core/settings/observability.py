"""Who is told what a library does."""

from pydantic import Field

from pincite.core.settings.section import Section


class ObservabilitySettings(Section):
    """Spans of the stages for an OpenTelemetry collector (extra `otel`). Without an address nothing is
    measured and nothing of OpenTelemetry is loaded. Spans hold no words of questions, answers or documents.
    """

    otlp_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="Where OTLP over HTTP takes traces, e.g. http://127.0.0.1:4318/v1/traces.",
    )
    otlp_headers: dict[str, str] = Field(
        {}, description="Headers of these requests, e.g. Authorization of a hosted collector.", repr=False
    )
    service: str = Field("pincite", min_length=1, description="Name under which the collector lists it.")
