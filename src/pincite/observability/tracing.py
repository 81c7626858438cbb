"""Spans to an OpenTelemetry collector (extra ``otel``): OTLP over HTTP, in batches, in its own thread."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version

import anyio.to_thread
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, Status, StatusCode

from pincite.core.settings import ObservabilitySettings
from pincite.ports.tracing import Attribute

EXPORT_SECONDS = 5.0
"""One export with its retries: so long a closing library waits for a collector that is gone."""


class OtlpTracer:
    """`Tracer`. Its provider is its own and not the global one, which belongs to a host that has traces too;
    what the environment says (``OTEL_TRACES_SAMPLER``, ``OTEL_BSP_…``, ``OTEL_EXPORTER_OTLP_HEADERS``) counts
    where the settings say nothing."""

    def __init__(self, settings: ObservabilitySettings) -> None:
        exporter = OTLPSpanExporter(
            endpoint=settings.otlp_url, headers=settings.otlp_headers or None, timeout=EXPORT_SECONDS
        )
        resource = Resource.create({SERVICE_NAME: settings.service, SERVICE_VERSION: version("pincite")})
        self._provider = TracerProvider(resource=resource)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("pincite", version("pincite"))

    @contextmanager
    def span(self, name: str, attributes: Mapping[str, Attribute]) -> Iterator["OtlpSpan"]:
        # Errors are noted by their codes: their messages may name documents.
        with self._tracer.start_as_current_span(
            name, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            yield OtlpSpan(span)

    async def aclose(self) -> None:
        await anyio.to_thread.run_sync(self._provider.shutdown)


class OtlpSpan:
    """`Span` of OpenTelemetry."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def note(self, attributes: Mapping[str, Attribute]) -> None:
        self._span.set_attributes(attributes)

    def fail(self, code: str) -> None:
        self._span.set_attribute("error.type", code)
        self._span.set_status(Status(StatusCode.ERROR, code))
