"""Writes the API description without a server: the types of the web application come from it."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from pincite.api.app import create_app
from pincite.core.settings import Settings
from pincite.library import AsyncLibrary

PLACE = Path(".cache/openapi.json")


def description() -> dict[str, Any]:
    """OpenAPI 3.1 of a server as it is set up without settings."""
    library = cast(AsyncLibrary, SimpleNamespace(settings=Settings.model_construct()))
    return create_app(library).openapi()


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(description(), ensure_ascii=False, sort_keys=True), encoding="utf-8")
