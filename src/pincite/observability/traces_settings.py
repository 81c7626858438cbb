"""Which configuration gave an answer: a fingerprint, and the settings that are none of the defaults."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Any

from pydantic import BaseModel

from pincite.core.settings import Settings
from pincite.core.types import JSON
from pincite.pipeline.profile import Profile, profile_values

NOT_OF_ANSWERS = frozenset(
    {
        "data_dir",
        "models_dir",
        "language",
        "ingest",
        "ocr",
        "vision",
        "enrichment",
        "fetch",
        "storage",
        "stream",
        "server",
        "observability",
        "traces",
    }
)
"""Settings that change no answer to a question over documents that are there. A new section counts as one
that does until it is named here."""

DIGITS = 12
"""Hex digits of a fingerprint that are shown; two of a thousand configurations share one in 10^9 cases."""

_PASSWORD = re.compile(r"^(https?://)[^/@]*@")


@dataclass(frozen=True)
class Configuration:
    settings: Settings
    models: Mapping[str, str]
    """Role to identity."""

    @cached_property
    def values(self) -> JSON:
        """What is set otherwise than by default, without secrets: section to name to value."""
        public = _public(self.settings)
        return {name: value for name, value in public.items() if name not in NOT_OF_ANSWERS}

    def of(self, profile: Profile) -> JSON:
        """As a line keeps it, for an answer by ``profile``."""
        own = profile_values(profile)
        values = json.dumps([self.values, dict(self.models), own], sort_keys=True, ensure_ascii=True)
        return {
            "fingerprint": hashlib.sha256(values.encode()).hexdigest()[:DIGITS],
            "pincite": version("pincite"),
            **self.models,
            "values": self.values,
        }


def _public(section: BaseModel) -> JSON:
    """What is no default, without fields that are never shown, and without passwords in addresses."""
    found = {}
    for name, field in type(section).model_fields.items():
        value = getattr(section, name)
        if field.repr and value != field.get_default(call_default_factory=True, validated_data={}):
            written = _written(value)
            if written not in ({}, None):
                found[name] = written
    return found


def _written(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _public(value)
    if isinstance(value, Mapping):
        return {str(key): _written(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_written(item) for item in value]
    return _PASSWORD.sub(r"\1", value) if isinstance(value, str) else value
