"""One small adapter an operation of the chunker's vectors: the vector in, what does not agree out."""

from collections.abc import Callable
from typing import Any

from pincite.chunking import ChunkingConfig, preview, split_parent_child, split_with_diagnostics
from pincite.chunking.config import parent_child_configs
from pincite.chunking.heuristic import chapter_languages, find_boundaries, outside_protected
from pincite.chunking.layout import read_layout
from pincite.chunking.marks import MarkKind, find_marks
from pincite.chunking.normalize import normalize_line_endings
from pincite.chunking.outline import read_outline
from pincite.chunking.preview import MAX_CHARS, rounded
from pincite.chunking.profile import profile_document
from pincite.chunking.recursive import Units, overlap_starts
from pincite.chunking.strategy import Tier, chunk_stats, select_chain
from pincite.chunking.tables import count_columns, find_tables
from pincite.chunking.tokens import approx_tokens, chars_for_tokens
from pincite.chunking.trail import level_of, merge_trails, shared_trail
from pincite.chunking.validate import validate
from pincite.core.errors import PinciteError
from pincite.core.types import TextChunk
from pincite.text.images import find_images
from pincite.text.language import detect_language
from tests.vectors.forms import JSON, config_of, problems_of, text_of

Adapter = Callable[[JSON, JSON], list[str]]
"""The vector's input with its configuration, and its expectations."""


def differing(expect: JSON, got: JSON) -> list[str]:
    """Keys of ``expect`` whose value is another one here. An expectation without a counterpart fails."""
    return [
        f"{key}: wanted {expect[key]!r}, got {got.get(key)!r}"
        for key in expect
        if got.get(key) != expect[key]
    ]


# --- recursive splitter ---------------------------------------------------------------------------


def split_text(given: JSON, expect: JSON) -> list[str]:
    text = text_of(given)
    chunks, _ = split_with_diagnostics(text, config_of(given.get("config")))
    return problems_of(text, chunks, expect)


def _unit_places(text: str, size: int, separators: tuple[str, ...]) -> list[tuple[int, int]]:
    units = Units(read_layout(text), 0, len(text), size, separators)
    found: list[tuple[int, int]] = []
    while not found or found[-1][1] < len(text):
        found.append(units.at(found[-1][1] if found else 0)[:2])
    return found


def split_by_separators(given: JSON, expect: JSON) -> list[str]:
    """Here a separator ends the piece before it; there it is a piece of its own."""
    config = given["config"]
    separators = tuple(config["separators"])
    pieces: list[str] = []
    for start, end in _unit_places(given["text"], config["size_guard"], separators):
        piece = given["text"][start:end]
        mark = next((s for s in separators if piece.endswith(s)), "")
        body = piece.removesuffix(mark)
        pieces += [part for part in (body, mark) if part]
    pieces = pieces or [""]
    return differing(expect, {"pieces": pieces, "count": len(pieces)})


def units(given: JSON, expect: JSON) -> list[str]:
    text = given["text"]
    places = _unit_places(text, 1, tuple(given["config"]["separators"]))
    with_places = any(not isinstance(unit, str) for unit in expect["units"])
    got = [[text[a:b], a, b] if with_places else text[a:b] for a, b in places]
    return differing(expect, {"units": got})


def overlap_boundary(given: JSON, expect: JSON) -> list[str]:
    window = given["window"]
    lowest = given.get("min_end", 0)
    starts = overlap_starts(read_layout(window), 0, len(window), len(window) - lowest)
    place = next(starts, None)
    return differing(expect, {"tail": None if place is None else window[place:]})


def compute_overlap(given: JSON, expect: JSON) -> list[str]:
    text, start = given["unit_text"], given["unit_start"]
    window = min(given["overlap"], given["chunk_size"] - given["next_length"])
    place = next(overlap_starts(read_layout(text), 0, len(text), window), None) if window > 0 else None
    kept = "" if place is None else text[place:]
    span = None if place is None else [start + place, start + len(text)]
    return differing(expect, {"text": kept, "length": len(kept), "span": span})


def protected_spans(given: JSON, expect: JSON) -> list[str]:
    text = text_of(given)
    spans = read_layout(text).spans
    return differing(
        expect, {"spans": [list(span) for span in spans], "texts": [text[a:b] for a, b in spans]}
    )


def extract_images(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"refs": [{"url": i.url, "alt": i.alt} for i in find_images(given["text"])]})


def embedding_content(given: JSON, expect: JSON) -> list[str]:
    chunk = TextChunk(0, 0, 0, given["content"], given["context_header"])
    return differing(expect, {"text": chunk.embedding_text()})


def index_content(given: JSON, expect: JSON) -> list[str]:
    title = given["title"].strip()
    return differing(
        expect, {"text": f"{title}\n{given['embedding_content']}" if title else given["embedding_content"]}
    )


# --- tables ---------------------------------------------------------------------------------------


def header_tracker(given: JSON, expect: JSON) -> list[str]:
    """The tracker of the reference reads unit by unit; ours finds the tables of a whole text. The states
    after each unit are what the tables of the text so far say."""
    problems: list[str] = []
    text, before, known = "", "", 0
    for unit, state in zip(given["units"], expect["after_each"], strict=True):
        start = len(text)
        text += unit if unit.endswith("\n") else unit + "\n"
        tables, _ = find_tables(text, [])
        here = next((table for table in reversed(tables) if table.end > start), None)
        header = here.header if here else ""
        got = {
            "header": header,
            "flush_before_unit": bool(before) and here is not None and len(tables) > known,
            "pending_break": bool(header) and unit.endswith("\n\n"),
        }
        problems += differing(state, got)
        before, known = header, len(tables)
    return problems


def column_count(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"columns": count_columns(given["line"])})


# --- headings -------------------------------------------------------------------------------------


def hierarchy(given: JSON, expect: JSON) -> list[str]:
    headings = read_outline("\n".join(given["lines"])).headings
    lines = headings[-1].trail.split("\n") if headings else []
    plain = " > ".join(line.lstrip("#").strip() for line in lines)
    depth = level_of(lines[-1]) if lines else 0
    return differing(expect, {"plain": plain, "hashes": "\n".join(lines), "depth": depth})


def is_heading(given: JSON, expect: JSON) -> list[str]:
    headings = read_outline(given["line"]).headings
    got: JSON = {"match": any(heading.level for heading in headings)}
    if headings:
        line = headings[-1].trail.rpartition("\n")[2]
        got |= {"level": level_of(line), "title": line.lstrip("#").strip(), "text": line.lstrip("#").strip()}
    return differing(expect, got)


def common_prefix(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"prefix": shared_trail(given["a"], given["b"])})


def merge_breadcrumbs(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"merged": merge_trails(given["parent"], given["child"])})


# --- heuristics -----------------------------------------------------------------------------------


def _kind(kind: MarkKind) -> Adapter:
    return lambda given, expect: differing(expect, {"match": find_marks(given["line"], []).get(0) is kind})


def _chapter(language: str) -> Adapter:
    def adapter(given: JSON, expect: JSON) -> list[str]:
        headings = read_outline(given["line"]).headings
        return differing(expect, {"match": any(h.language == language and not h.level for h in headings)})

    return adapter


def chapter_patterns_for_langs(given: JSON, expect: JSON) -> list[str]:
    """The reference has one pattern for each of three languages. Korean is ours."""
    known = chapter_languages(given["languages"] or ())
    return differing(expect, {"count": len(known - {"ko"})})


def boundaries(given: JSON, expect: JSON) -> list[str]:
    found = find_boundaries(read_layout(text_of(given)), given.get("languages") or ())
    return differing(expect, {"boundaries": [{"pos": b.position, "priority": b.priority} for b in found]})


def boundaries_outside_protected(given: JSON, expect: JSON) -> list[str]:
    layout = read_layout(text_of(given))
    found = find_boundaries(layout, given.get("languages") or ())
    return differing(expect, {"before": len(found), "after": len(outside_protected(layout, found))})


# --- strategy -------------------------------------------------------------------------------------


def _chain(tiers: tuple[Tier, ...]) -> list[str]:
    """Without the clause tier, which stands before the tiers of the reference (DESIGN.md section 5)."""
    return [tier.value for tier in tiers if tier is not Tier.CLAUSE]


def profile(given: JSON, expect: JSON) -> list[str]:
    text = text_of(given)
    found = profile_document(text)
    got = {
        "total_chars": found.total_chars,
        "total_lines": found.total_lines,
        "md_heading_counts": {str(level): count for level, count in found.heading_counts.items()},
        "md_heading_total": found.heading_total,
        "dominant_heading_level": found.dominant_heading_level,
        "numbered_section_count": found.numbered_sections,
        "all_caps_count": found.all_caps_lines,
        "all_caps_short_lines": found.all_caps_lines,
        "blank_run_count": found.blank_runs,
        "form_feed_count": found.form_feeds,
        "visual_separator_count": found.rules,
        "repeated_footer_count": found.footers,
        "german_chapter_count": found.chapters.get("de", 0),
        "english_chapter_count": found.chapters.get("en", 0),
        "chinese_chapter_count": found.chapters.get("zh", 0),
        "has_code": found.has_code,
        "has_tables": found.has_tables,
        "language": found.language,
        "detected_language": found.language,
        "tier_chain": _chain(select_chain("auto", found)),
    }
    return differing(expect, got)


def resolve_chain(given: JSON, expect: JSON) -> list[str]:
    text = "# A\nbody\n## B\nbody\n## C\nbody"
    diagnostics = split_with_diagnostics(text, ChunkingConfig(strategy=given["strategy"]))[1]
    chain: Any = _chain(diagnostics.tier_chain)
    if expect["chain"] == "by profile" and chain == ["heading", "legacy"]:
        chain = "by profile"
    return differing(expect, {"chain": chain, "profile_present": diagnostics.profile.heading_total == 3})


def validate_lengths(given: JSON, expect: JSON) -> list[str]:
    return differing(
        expect, {"reason": validate(given["chunk_lengths"], given["total_chars"], given["chunk_size"])}
    )


def ensure_defaults(given: JSON, expect: JSON) -> list[str]:
    config = config_of(given)
    diagnostics = split_with_diagnostics("", config)[1]
    return differing(
        expect,
        {
            "chunk_size": diagnostics.chunk_size,
            "chunk_overlap": diagnostics.chunk_overlap,
            "separators": list(config.separators),
        },
    )


def line_endings(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"text": normalize_line_endings(given["text"])})


def _described(config: ChunkingConfig) -> JSON:
    diagnostics = split_with_diagnostics("", config)[1]
    return {
        "chunk_size": config.chunk_size,
        "chunk_overlap": config.chunk_overlap,
        "strategy": config.strategy,
        "token_limit": config.token_limit,
        "languages": list(config.languages),
        "separators": list(config.separators),
        "effective_chunk_size": diagnostics.chunk_size,
        "effective_chunk_overlap": diagnostics.chunk_overlap,
    }


def derive_parent_child(given: JSON, expect: JSON) -> list[str]:
    sizes = {"parent_chunk_size": given["parent_size"], "child_chunk_size": given["child_size"]}
    config = config_of(given["base"], **{name: size for name, size in sizes.items() if size})
    parent, child = parent_child_configs(config)
    return [
        *differing(expect.get("parent", {}), _described(parent)),
        *differing(expect.get("child", {}), _described(child)),
    ]


def parent_child(given: JSON, expect: JSON) -> list[str]:
    parent, child = given["parent"], given["child"]
    config = config_of(
        parent,
        enable_parent_child=True,
        parent_chunk_size=parent["chunk_size"],
        child_chunk_size=child["chunk_size"],
    )
    assert parent_child_configs(config)[1].chunk_overlap == child["chunk_overlap"], "child overlap is derived"
    found = split_parent_child(text_of(given), config)
    children = [
        {"content": c.content, "parent_index": c.parent_index, "seq": c.seq, "start": c.start, "end": c.end}
        for c in found.children
    ]
    return differing(expect, {"parents": len(found.parents), "children": children})


def approx(given: JSON, expect: JSON) -> list[str]:
    length = given["length"] if "length" in given else len(given["text"])
    tokens = approx_tokens(length, given["lang"])
    low, high = expect.get("range", [tokens, tokens])
    return differing({k: v for k, v in expect.items() if k != "range"}, {"tokens": tokens}) + (
        [] if low <= tokens <= high else [f"{tokens} is not in {low} to {high}"]
    )


def chars(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"chars": chars_for_tokens(given["tokens"], given["lang"])})


def language(given: JSON, expect: JSON) -> list[str]:
    return differing(expect, {"lang": detect_language(text_of(given))})


# --- preview --------------------------------------------------------------------------------------


def preview_endpoint(given: JSON, expect: JSON) -> list[str]:
    """The facts behind the route: errors carry its statuses."""
    text, stop = given.get("text", "가" * given.get("text_chars", 0)), None
    config = ChunkingConfig()
    if "chunk_count" in given:
        text, config = "문장이다.\n\n" * given["chunk_count"], ChunkingConfig(chunk_size=8, chunk_overlap=0)
    if "elapsed_s" in given:
        text, stop = "문장이다.\n\n" * 100, lambda: True
    try:
        found = preview(text, config, should_stop=stop, max_chars=MAX_CHARS)
    except PinciteError as error:
        body = {"limit": MAX_CHARS} if str(MAX_CHARS) in error.message else {}
        return differing(expect, {"status": error.status, "body_has": body})
    got = {"status": 200, "returned": len(found.chunks), "stats_count": found.stats.count}
    return differing(expect, got | {"truncated_to": found.truncated_to})


def preview_stats(given: JSON, expect: JSON) -> list[str]:
    stats = rounded(chunk_stats(given["lengths"]))
    return differing(expect, {key: getattr(stats, key) for key in expect})


OPS: dict[str, Adapter] = {
    "split": split_text,
    "split_by_separators": split_by_separators,
    "units": units,
    "overlap_boundary": overlap_boundary,
    "compute_overlap": compute_overlap,
    "protected_spans": protected_spans,
    "extract_images": extract_images,
    "embedding_content": embedding_content,
    "index_content": index_content,
    "header_tracker": header_tracker,
    "column_count": column_count,
    "hierarchy": hierarchy,
    "is_heading": is_heading,
    "common_prefix": common_prefix,
    "merge_breadcrumbs": merge_breadcrumbs,
    "split_heading": split_text,
    "split_heuristic": split_text,
    "pattern:numbered_section": _kind(MarkKind.NUMBERED),
    "pattern:all_caps_heading": _kind(MarkKind.CAPS),
    "pattern:visual_separator": _kind(MarkKind.RULE),
    "pattern:page_footer": _kind(MarkKind.FOOTER),
    "pattern:chapter_de": _chapter("de"),
    "pattern:chapter_en": _chapter("en"),
    "pattern:chapter_zh": _chapter("zh"),
    "chapter_patterns_for_langs": chapter_patterns_for_langs,
    "boundaries": boundaries,
    "boundaries_outside_protected": boundaries_outside_protected,
    "profile": profile,
    "resolve_chain": resolve_chain,
    "validate": validate_lengths,
    "ensure_defaults": ensure_defaults,
    "normalize_line_endings": line_endings,
    "derive_parent_child": derive_parent_child,
    "parent_child": parent_child,
    "approx_tokens": approx,
    "approx_tokens_from_length": approx,
    "chars_for_tokens": chars,
    "detect_language": language,
    "preview_endpoint": preview_endpoint,
    "preview_stats": preview_stats,
}
