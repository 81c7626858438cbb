"""Calibrations in one JSON file of the library directory, where a person can read and delete them."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pincite.core.errors import ConfigurationError
from pincite.ports.calibration import Calibration

FILE = "calibration.json"

_Stamp = tuple[int, int, int]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reranker: str
    base_id: str
    base: str
    pass_score: float = Field(ge=0, le=1)
    abort_score: float = Field(ge=0, le=1)
    cost: float = Field(gt=0)
    day: str
    file: str
    data: str
    answerable: int = Field(ge=0)
    unanswerable: int = Field(ge=0)
    answerable_p10: float
    unanswerable_p90: float
    chunks: int = Field(ge=0)

    @model_validator(mode="after")
    def _in_order(self) -> "_Row":
        if self.abort_score > self.pass_score:
            raise ValueError("abort_score is above pass_score")
        return self


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    calibrations: list[_Row] = []


class FileCalibrations:
    """`Calibrations` in ``directory``. A changed file is read again; the check takes some microseconds."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._stamp: _Stamp | None = None
        self._known: dict[tuple[str, str], Calibration] = {}

    def of(self, reranker: str, base_id: str) -> Calibration | None:
        return self._read().get((reranker, base_id))

    def list(self) -> Sequence[Calibration]:
        return sorted(self._read().values(), key=lambda one: (one.base, one.base_id, one.reranker))

    def keep(self, calibrations: Sequence[Calibration]) -> None:
        known = dict(self._read())
        known.update({(one.reranker, one.base_id): one for one in calibrations})
        rows = [_Row(**asdict(one)) for one in known.values()]
        partial = self._path.with_name(f"{FILE}.{uuid4().hex}.partial")
        try:
            partial.write_text(_File(calibrations=rows).model_dump_json(indent=2) + "\n", encoding="utf-8")
            partial.replace(self._path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise ConfigurationError(
                f"The calibration cannot be written to {self._path}: {error.strerror}.",
                hint="Check that the library directory can be written.",
            ) from error

    def _read(self) -> dict[tuple[str, str], Calibration]:
        try:
            found = self._path.stat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            if stamp != self._stamp:
                rows = _File.model_validate_json(self._path.read_bytes()).calibrations
                self._known = {(row.reranker, row.base_id): Calibration(**row.model_dump()) for row in rows}
                self._stamp = stamp
        except FileNotFoundError:
            self._known, self._stamp = {}, None
        except (OSError, ValidationError) as error:
            raise ConfigurationError(
                f"{self._path} cannot be read as calibrations.",
                hint="Mend the file, or delete it and run `pincite calibrate --apply` again.",
            ) from error
        return self._known
