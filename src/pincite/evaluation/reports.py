"""The HTML report of each measurement, from its JSON."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pincite.core.catalogue import say
from pincite.core.types import GateDecision
from pincite.evaluation.page import facts, figure, heading, note, page, section, table, to_read
from pincite.evaluation.plots import Bar, bars_svg, differences_svg, stacks_svg
from pincite.evaluation.rankings import FIGURES, FURTHER

Report = Mapping[str, Any]


def retrieval_page(report: Report, made_with: Mapping[str, object], language: str = "en") -> str:
    """Figures, plots and failures of ``eval retrieval``."""
    t = partial(_say, language)
    names = [*report["sets"], "mean"]
    values = {
        name: {**(report["sets"].get(name) or report["mean"]), **report["further"].get(name, {})}
        for name in names
    }
    rows = [
        [name, f"{values[name].get('queries', 0):.0f}" if name != "mean" else ""]
        + [_with_interval(values[name][key], report["intervals"][name][key]) for key in (*FIGURES, *FURTHER)]
        for name in names
        if name in report["intervals"]
    ]
    bars = [
        Bar(name, key, values[name][key], *report["intervals"][name][key])
        for name in names
        if name in report["intervals"]
        for key in FIGURES
    ]
    head = [t("set"), t("questions"), *FIGURES, *FURTHER]
    parts = [
        section(t("figures"), [table(head, rows), figure(bars_svg(bars, t("figures"))), _intervals(language)])
    ]
    return _page("retrieval_title", report, made_with, parts, _rank_failures(report, language), language)


def gate_page(report: Report, made_with: Mapping[str, object], language: str = "en") -> str:
    """Decisions a kind of question, and what was wrongly passed or refused."""
    t = partial(_say, language)
    body = [*_decisions(report, language), _intervals(language)]
    parts = [section(t("figures"), body)]
    if "second_line" in report:
        parts.append(section("gate.second_line", _decisions(report["second_line"], language)))
    return _page("gate_title", report, made_with, parts, _gate_failures(report, language), language)


def _decisions(report: Report, language: str) -> list[str]:
    """A table and a picture of what is said to each kind of question."""
    t = partial(_say, language)
    rows = {**report["sets"], "mean": report["mean"]}
    decisions = [decision.value for decision in GateDecision]
    cells = [
        [f"{name} · {_kind(kind, language)}"]
        + [_with_interval(shares[key], report["intervals"][name][kind][key]) for key in decisions]
        for name, kinds in rows.items()
        for kind, shares in kinds.items()
    ]
    stacks = [
        (f"{name} · {_kind(kind, language)}", {key: shares[key] for key in decisions})
        for name, kinds in rows.items()
        for kind, shares in kinds.items()
    ]
    return [table([t("set"), *decisions], cells), figure(stacks_svg(stacks, t("figures")))]


def answers_page(report: Report, made_with: Mapping[str, object], language: str = "en") -> str:
    """Shares of evidence found, cited and refused, and the answers to read."""
    t = partial(_say, language)
    rows_of = report["summary"]
    summary = {name: row for name, row in rows_of.items() if isinstance(row, dict) and "cases" in row}
    bars = [
        Bar(f"{name} ({row['cases']})", key, row[key], *row["interval"][key])
        for name, row in summary.items()
        for key in row["interval"]
    ]
    bars += _quality(rows_of.get("quality", {}), t("quality"))
    rows = [[bar.group, bar.name, _with_interval(bar.value, (bar.low, bar.high))] for bar in bars]
    body = [table([t("set"), "", ""], rows), figure(bars_svg(bars, t("figures"))), _intervals(language)]
    body += [
        note(", ".join(f"{level} {share:.1%}" for level, share in row["risk"].items()))
        for row in summary.values()
        if "risk" in row
    ]
    parts = [section(t("figures"), body)]
    return _page("answers_title", report, made_with, parts, _answer_failures(report, language), language)


def _quality(found: Report, title: str) -> list[Bar]:
    """The figures of the answers that have one."""
    means = {
        name: row for name, row in found.items() if isinstance(row, dict) and row.get("mean") is not None
    }
    bars = [
        Bar(f"{title} ({row['answers']})", name, row["mean"], *row["interval"]) for name, row in means.items()
    ]
    faulty = found.get("unsupported_facts")
    if faulty and faulty["share"] is not None:
        group = f"{title} ({found['answered']})"
        bars.append(Bar(group, "unsupported_facts", faulty["share"], *faulty["interval"]))
    return bars


def chunking_page(report: Report, made_with: Mapping[str, object], language: str = "en") -> str:
    """Recall of each way to cut, and the questions that each misses."""
    t = partial(_say, language)
    presets = report["presets"]
    bars = [Bar("", name, row["recall@5"], *row["interval"]) for name, row in presets.items()]
    rows = [
        [name, _with_interval(row["recall@5"], row["interval"])]
        + [f"{row[key]:.0f}" for key in ("chunks", "avg_chars", "top5_chars")]
        for name, row in presets.items()
    ]
    head = ["", "recall@5", "chunks", "chars/chunk", "chars/5"]
    body = [table(head, rows), figure(bars_svg(bars, "recall@5")), _intervals(language)]
    if report["compared"]:
        body += _differences(
            {f"{name} - {row['against']}": row for name, row in report["compared"].items()}, language
        )
    return _page(
        "chunking_title",
        report,
        made_with,
        [section(t("figures"), body)],
        _missed(report, language),
        language,
    )


def _page(
    title: str,
    report: Report,
    made_with: Mapping[str, object],
    parts: Sequence[str],
    failures: Sequence[str],
    language: str,
) -> str:
    t = partial(_say, language)
    shown = [*parts]
    if report.get("comparison"):
        comparison = report["comparison"]
        body = [note(t("comparison_note")), *_differences(comparison["mean"], language)]
        for name, rows in comparison["sets"].items():
            body += [heading(name), _difference_table(rows, language)]
        shown.append(section(t("comparison"), body))
    shown.append(section(t("failures"), failures or [note(t("no_failures"))]))
    shown.append(section(t("made_with"), [facts(made_with)]))
    return page(t(title), language, shown)


def _differences(rows: Mapping[str, Report], language: str) -> list[str]:
    drawn = [(name, row["difference"], *row["interval"]) for name, row in rows.items()]
    return [_difference_table(rows, language), figure(differences_svg(drawn, _say(language, "difference")))]


def _difference_table(rows: Mapping[str, Report], language: str) -> str:
    t = partial(_say, language)
    cells = [
        [
            name,
            f"{100 * row['first']:.1f}",
            f"{100 * row['second']:.1f}",
            f"{100 * row['difference']:+.1f}",
            f"{100 * row['interval'][0]:+.1f} … {100 * row['interval'][1]:+.1f}",
            f"{row['p_value']:.4f}",
            str(row["pairs"]),
        ]
        for name, row in rows.items()
    ]
    return table(["", t("first"), t("second"), t("difference"), t("interval"), "p", t("pairs")], cells)


def _rank_failures(report: Report, language: str) -> list[str]:
    t = partial(_say, language)
    parts = []
    for name, failed in _by_set(report):
        parts.append(heading(f"{name} ({len(failed)})"))
        for one in failed:
            rank = t("not_found") if one["rank"] is None else f"{t('rank')} {one['rank']}"
            blocks = [(t("expected"), _texts(one["expected"])), (t("found"), _texts(one["found"]))]
            parts.append(to_read(f"{one['question']} — {rank} ({one['id']})", blocks))
    return parts


def _gate_failures(report: Report, language: str) -> list[str]:
    parts = []
    for name, failed in _by_set(report):
        parts.append(heading(f"{name} ({len(failed)})"))
        for one in failed:
            score = "–" if one["score"] is None else f"{one['score']:.3f}"
            verdict = f"{_kind(one['kind'], language)}, {one['decision']}, {score}"
            head = f"{one['question']} — {verdict} ({one['id']})"
            parts.append(to_read(head, [(_say(language, "found"), _texts(one["found"]))]))
    return parts


def _answer_failures(report: Report, language: str) -> list[str]:
    t = partial(_say, language)
    return [
        to_read(
            f"{one['question']} — {one['kind']}, {one['status']} ({one['id']})",
            [
                (t("expected"), one["must_contain"]),
                (t("answered"), [text for text in (one["answer"], one["reason"], *one["warnings"]) if text]),
                (t("found"), _texts(one["found"])),
            ],
        )
        for one in report["failures"]
    ]


def _missed(report: Report, language: str) -> list[str]:
    parts = []
    for name, failed in _by_set(report):
        parts.append(heading(f"{name} ({len(failed)})"))
        parts += [
            to_read(f"{one['question']} ({one['id']})", [(_say(language, "expected"), one["must_contain"])])
            for one in failed
        ]
    return parts


def _by_set(report: Report) -> Iterator[tuple[str, Sequence[Report]]]:
    yield from ((name, failed) for name, failed in report["failures"].items() if failed)


def _texts(found: Sequence[Report]) -> list[str]:
    texts = []
    for one in found:
        score = "" if one.get("score") is None else f" · {one['score']:.3f}"
        texts.append(f"{one['title']}{score}\n{one['text']}".strip())
    return texts


def _kind(kind: str, language: str) -> str:
    return _say(language, kind) if kind in ("answerable", "unanswerable") else kind


def _with_interval(value: float, interval: Sequence[float]) -> str:
    low, high = interval
    return f"{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def _intervals(language: str) -> str:
    return note(_say(language, "intervals_note"))


def _say(language: str, key: str) -> str:
    return say(f"evaluation.{key}", language)
