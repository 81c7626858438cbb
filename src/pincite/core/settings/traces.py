"""What is kept of answers."""

from typing import Literal

from pydantic import Field

from pincite.core.settings.section import Section


class TraceSettings(Section):
    """A line an answer: what was asked, found, said and checked; `pincite traces` reads them."""

    enabled: bool = Field(True, description="Keep a line of each answer in the folder `trace`.")
    redact: tuple[Literal["email", "phone", "resident_id", "chinese_id", "card"], ...] = Field(
        (),
        description="Personal data that is covered before a line is written, for good: email, phone, "
        "resident_id (주민등록번호), chinese_id (身份证号), card.",
    )
    retention_days: int = Field(
        365, ge=0, description="Days that lines are kept; the worker removes older ones. 0 keeps all."
    )
