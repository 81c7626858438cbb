"""Where a whole kind of vectors is answered otherwise by design: what such a vector expects of us instead."""

import re
from typing import Any

from tests.vectors.forms import JSON, text_of

_HANGUL = re.compile("[가-힣]")


def ours(vector: JSON) -> tuple[str, JSON] | None:
    """The rule (a key of ``[chunker_rules]`` in deviations.toml) and the expectations under it, or None."""
    op, expect = vector["op"], vector["expect"]
    if op == "resolve_chain" and expect.get("profile_present") is False:
        return "profile_always", expect | {"profile_present": True}
    if op == "detect_language" and _HANGUL.search(vector["input"].get("text", "")):
        return "korean_is_ko", expect | {"lang": "ko"}
    if op == "preview_endpoint" and "truncated_to" in expect:
        return "truncated_to_what_is_there", expect | {"truncated_to": expect["returned"]}
    if op not in ("split", "split_heading", "split_heuristic"):
        return None
    if any(_repeats_header(chunk) for chunk in expect.get("chunks", ())):
        return "table_header_field", _table_facts(vector)
    if _longest(expect) > vector["config"]["chunk_size"]:
        rest = {
            key: value for key, value in expect.items() if key in ("content_equals_slice", "restores_source")
        }
        return "never_above_size", rest | {"max_chunk_chars": vector["config"]["chunk_size"]}
    return None


def _repeats_header(chunk: JSON) -> bool:
    return len(chunk["content"]) > int(chunk["end"]) - int(chunk["start"])


def _table_facts(vector: JSON) -> JSON:
    """Every row is whole and is shown with the header that the reference shows it with, and the source can
    be restored. Where the cuts lie differs: a header is never a chunk without a row, and its length counts
    once."""
    text, headers = text_of(vector["input"]), {}
    for chunk in vector["expect"]["chunks"]:
        repeated = chunk["content"][: len(chunk["content"]) - (chunk["end"] - chunk["start"])]
        for row in re.findall(r"^\|.*\|$", text[chunk["start"] : chunk["end"]], re.MULTILINE):
            if repeated:
                headers[row] = repeated
    kept = {key: value for key, value in vector["expect"].items() if key != "chunks"}
    return {
        "restores_source": True,
        "content_equals_slice": True,
        "row_needs_header": headers,
        "rows_whole": True,
    } | kept


def _longest(expect: JSON) -> int:
    spans: list[Any] = expect.get("spans") or [(c["start"], c["end"]) for c in expect.get("chunks", ())]
    return max((end - start for start, end in spans), default=0)
