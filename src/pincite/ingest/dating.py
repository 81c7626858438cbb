"""The days of validity that a file names itself (시행일, effective_from, 施行日期)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from pincite.core.catalogue import say
from pincite.core.errors import InvalidInput
from pincite.core.validity import Edition, Editions, Validity
from pincite.ports.documents import DayField
from pincite.ports.records import DocumentRecord
from pincite.text.days import stated_validity


def days_of_file(metadata: Mapping[str, str]) -> dict[DayField, date]:
    """First and last day by the file's own metadata, where it says."""
    stated = stated_validity(metadata)
    fields: tuple[DayField, ...] = ("effective_from", "effective_to")
    return {field: stated[field] for field in fields if field in stated}


def usable_days(
    stated: Mapping[DayField, date], document: DocumentRecord, others: Editions, language: str
) -> tuple[dict[DayField, date], tuple[str, ...]]:
    """Those of ``stated`` that contradict neither each other nor what is known, and what to warn of.

    A file is never refused for its days: what cannot be used is left out and said.
    """
    held = others.get(document.id) or Edition(document.id, document.filename, supersedes=document.supersedes)
    own = Validity(
        held.own.first or stated.get("effective_from"), held.own.last or stated.get("effective_to")
    )
    days = dict(stated)
    warnings: list[str] = []
    if stated:
        try:
            others.check(replace(held, own=own))
        except InvalidInput as error:
            days, own = {}, held.own
            warnings.append(say("ingest.days_unusable", language, reason=error.message))
    if held.supersedes is not None and own.first is None:
        warnings.append(say("ingest.supersedes_without_day", language))
    return days, tuple(warnings)
