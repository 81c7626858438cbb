"""From what happens in a request to what a client reads: bus, writer, log, reader, SSE."""
