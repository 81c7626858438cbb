"""A chat model on loopback that says a word each so many seconds.

    python -m bench.streaming_model TOKENS SECONDS

Prints its port. Speaks what a client of ``/chat/completions`` reads, and nothing else.
"""

import asyncio
import json
import sys

WORD = "지급합니다 "


def _event(delta: dict[str, str], finish: str | None = None) -> bytes:
    chunk = {
        "id": "bench",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "bench",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return f"data: {json.dumps(chunk)}\n\n".encode()


async def main(tokens: int, seconds: float) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                sizes = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
                await reader.readexactly(int(sizes[0].split(b":")[1]) if sizes else 0)
                writer.write(
                    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
                )
                loop = asyncio.get_running_loop()
                began = loop.time()
                for number in range(tokens):
                    # By the clock, so that a late token does not delay those after it.
                    await asyncio.sleep(max(0.0, began + number * seconds - loop.time()))
                    writer.write(_event({"content": WORD}))
                    await writer.drain()
                writer.write(_event({}, "stop") + b"data: [DONE]\n\n")
                await writer.drain()
                writer.close()
                return
        except (ConnectionError, asyncio.IncompleteReadError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))
