"""A collector of OpenTelemetry on loopback that reads OTLP over HTTP and keeps what it is sent."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span


@dataclass
class Collector:
    url: str = ""
    spans: list[Span] = field(default_factory=list)
    services: set[str] = field(default_factory=set)
    headers: list[dict[str, str]] = field(default_factory=list)
    raw: bytes = b""

    def take(self, body: bytes, headers: dict[str, str]) -> None:
        self.headers.append(headers)
        self.raw += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            told = {one.key: one.value.string_value for one in resource.resource.attributes}
            self.services.add(told["service.name"])
            for scope in resource.scope_spans:
                self.spans.extend(scope.spans)

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def one(self, name: str) -> Span:
        (span,) = self.named(name)
        return span


def attributes(span: Span) -> dict[str, object]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            collector.take(body, {key.lower(): value for key, value in self.headers.items()})
            answer = ExportTraceServiceResponse().SerializeToString()
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    collector.url = f"http://127.0.0.1:{server.server_address[1]}/v1/traces"
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
