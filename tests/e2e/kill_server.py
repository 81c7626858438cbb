"""The process of the kill test: the real API with its worker, parser processes and index process.

Only the models are quick ones, so that a hundred starts take minutes and not an hour: the encoder, the chat
model that enriches, the vision model that describes pictures. Pictures are not read by tesseract.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pincite import wiring
from pincite.api.server import serve
from pincite.core.settings import Settings
from pincite.core.types import Message
from pincite.ports.models import Embedder
from pincite.text.analyzers import analyze
from tests.enrichment.standins import ScriptedModel
from tests.ingest.standins import HashEmbedder

analyze("보험금 claims 保险金")  # loads the analyzers once, in the server that all processes are forked from

SECONDS = 0.02
"""As a model takes, so that kills fall into every stage."""
_OF_THIS_RUN = re.compile(r"data-\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Marks of a prompt and ids of documents, on which no reply may depend."""


async def _as_long_as_a_model() -> None:
    await asyncio.sleep(SECONDS)


async def _quick_embedder(settings: Settings, progress: object = None) -> Embedder:
    embedder = HashEmbedder()
    embedder.before = _as_long_as_a_model
    return embedder


def _reply(messages: Sequence[Message]) -> str:
    """Does what it is asked, whatever that is; the same text always has the same reply."""
    text = _OF_THIS_RUN.sub("", messages[-1].content)
    word = hashlib.sha256(text.encode()).hexdigest()[:12]
    return json.dumps({"questions": [f"What of {word}?"], "summary": f"About {word}.", "columns": {}})


class QuickChat(ScriptedModel):
    """`ChatModel` that is closed like a client."""

    async def aclose(self) -> None:
        return None


class QuickVision:
    """`VisionModel` that tells pictures apart."""

    identity = "quick-eyes"

    async def describe(self, picture: bytes, language: str) -> str:
        await _as_long_as_a_model()
        return f"A chart called {hashlib.sha256(picture).hexdigest()[:12]}."

    async def read(self, picture: bytes) -> str:
        return ""

    async def aclose(self) -> None:
        return None


def run(library: Path, address: Path) -> None:
    """Serve ``library`` and write the address into the file ``address``."""
    for name, stand_in in (
        ("configured_embedder", _quick_embedder),
        ("_chat_model", lambda _settings: QuickChat(_reply, before=_as_long_as_a_model)),
        ("vision_model", lambda _settings: QuickVision()),
    ):
        assert hasattr(wiring, name)
        setattr(wiring, name, stand_in)
    no_server: Any = {"base_url": "http://127.0.0.1:9", "model": "quick"}
    settings = Settings(
        data_dir=library,
        chat=no_server,
        vision=no_server,
        ocr={"engine": "off"},
        fetch={"allowed_hosts": ["127.0.0.1"], "ports": []},
    )

    async def main() -> None:
        async with await wiring.open_library(settings=settings) as opened:
            await serve(opened, "127.0.0.1", 0, ready=lambda url: _tell(address, url))

    asyncio.run(main())


def _tell(address: Path, url: str) -> None:
    half = address.with_suffix(".half")
    half.write_text(url.split(" ")[0], encoding="ascii")
    half.rename(address)
