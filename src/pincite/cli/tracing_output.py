"""Traces and what they come to, as a person reads them in a terminal."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.table import Table

from pincite.cli.context import Options, console
from pincite.core.catalogue import say

if TYPE_CHECKING:
    from pincite.observability.traces_replay import Replay

Summary = Mapping[str, Any]


def print_summary(options: Options, found: Summary) -> None:
    t = partial(_say, options)
    _print_head(options, found)
    if not found["answers"]:
        return
    for name in ("types", "strategies", "languages"):
        _print_shares(options, t(name), found[name])
    if "golden" in found:
        _print_golden(options, found)
    answerability = found["answerability"]
    rows = [(t("refused"), answerability["refused"], _percent(answerability["share"]))]
    rows.append((t("ungrounded"), answerability["ungrounded"], ""))
    _print_rows(options, t("answerability"), rows)
    _print_shares(options, t("reasons"), answerability["reasons"])
    _print_retries(options, found["retries"])
    _print_risk(options, found["risk"])
    for name in ("failure_types", "degraded"):
        _print_rows(options, t(name), [(key, number, "") for key, number in found[name].items()])
    critic = found["critic"]
    rows = [(name, number, "") for name, number in critic["actions"].items()]
    if critic["improved"] or critic["not_improved"]:
        rows += [(t(name), critic[name], "") for name in ("improved", "not_improved")]
    _print_rows(options, t("critic"), rows)
    _print_times(options, found["latency"])
    _print_rows(options, t("settings"), [(key, number, "") for key, number in found["settings"].items()])


def print_comparison(options: Options, found: Summary, names: Sequence[str]) -> None:
    t = partial(_say, options)
    for name, side in zip(names, ("first", "second"), strict=True):
        console.print(f"{t(side)}: {name}", style="bold", markup=False)
        _print_head(options, found[side])
    table = Table(
        t("compared"), t("first"), t("second"), t("difference"), t("interval"), box=None, title_justify="left"
    )
    for name, row in found["differences"].items():
        shown = _percent if row["interval"] or not _is_measure(name) else _figure
        low, high = row["interval"] or (None, None)
        table.add_row(
            name,
            shown(row["first"]),
            shown(row["second"]),
            shown(row["difference"], sign=True),
            "" if low is None else f"{_percent(low, sign=True)} … {_percent(high, sign=True)}",
        )
    console.print(table)


def print_list(options: Options, found: Sequence[Summary]) -> None:
    if not found:
        console.print(_say(options, "no_answers"), markup=False)
    for trace in found:
        outcome = trace["refusal"] if trace["is_refusal"] else trace["risk_level"] or "-"
        kind = (trace.get("route") or {}).get("query_type") or "-"
        again = f" ↻{trace['retries']}" if trace["retries"] else ""
        line = f"{_moment(trace['at'])}  {trace['trace_id'][:8]}  {kind:17} {outcome}{again}"
        seconds = f"{trace['elapsed_ms'] / 1000:.1f} s"
        console.print(f"{line}  {seconds}  {_one_line(trace['query'])}", markup=False)


def print_trace(options: Options, trace: Summary) -> None:
    t = partial(_say, options)
    route = trace["route"]
    console.print(f"{trace['trace_id']}  {_moment(trace['at'])}", style="bold", markup=False)
    told = (route["query_type"], route["strategy"], trace["language"], ", ".join(trace["searched"]))
    console.print(" · ".join(part for part in told if part), style="dim", markup=False)
    console.print(f"\n{t('question')}\n{trace['query']}", markup=False)
    for rewrite in trace["rewrites"]:
        console.print(f"↻ {rewrite}", style="dim", markup=False)
    console.print(f"\n{t('answer')}\n{trace['checked'] or trace['answer']}", markup=False)
    if trace["refusal_reason"]:
        console.print(trace["refusal_reason"], style="yellow", markup=False)
    if trace["risk_level"]:
        console.print(f"\n{t('claims')} ({trace['risk_level']})", markup=False)
    for claim in trace["claims"]:
        faults = ", ".join(f"{one['text']} ({one['level']}, {one['failure']})" for one in claim["findings"])
        line = f"  {claim['verdict']:12} {_one_line(claim['text'])}"
        console.print(f"{line}  {faults}".rstrip(), style="red" if faults else None, markup=False)
    for name in ("sources", "nearest"):
        if trace[name]:
            console.print(f"\n{t(name)}", markup=False)
        for source in trace[name]:
            score = "    -" if source["rerank_score"] is None else f"{source['rerank_score']:.3f}"
            console.print(f"  {score}  {source['label']}  {source['chunk_id']}", style="cyan", markup=False)
    spent = {"total": trace["elapsed_ms"], **trace["stage_ms"]}
    console.print(f"\n{t('latency')}", markup=False)
    for stage, ms in spent.items():
        console.print(f"  {stage:24} {ms:10,.1f}", style="dim", markup=False)
    for call in trace["model_calls"]:
        line = f"  {call['stage']:24} {call['ms']:10,.1f}  {call['model']}  {call['error'] or ''}"
        console.print(line.rstrip(), style="dim", markup=False)
    if trace["redacted"]:
        console.print(t("is_redacted", at=trace["redacted"]["at"]), style="yellow", markup=False)


def print_replay(options: Options, found: "Replay") -> None:
    t = partial(_say, options)
    if found.redacted:
        console.print(t("may_differ"), style="yellow", markup=False)
    if found.lacking:
        console.print(t("lacking", names=", ".join(found.lacking)), style="yellow", markup=False)
    if found.altered:
        console.print(t("altered", ids=", ".join(found.altered)), style="yellow", markup=False)
    if found.same:
        console.print(t("same_verdicts" if found.verify_only else "same"), style="green", markup=False)
        return
    console.print(t("otherwise", names=", ".join(found.differences)), style="bold", markup=False)
    for name, difference in found.differences.items():
        console.print(f"\n{name}", style="bold", markup=False)
        _print_difference(difference)


def _print_difference(difference: Mapping[str, Any]) -> None:
    if "diff" in difference:
        lines = [line for line in difference["diff"] if not line.startswith("@@")]
        for line in lines:
            console.print(f"  {line}", style=_colour(line), markup=False)
    elif "added" in difference:
        for sign, side in (("-", "removed"), ("+", "added")):
            for one in difference[side]:
                console.print(f"  {sign} {one}", style=_colour(sign), markup=False)
        if difference["moved"]:
            console.print("  ↕", markup=False)
    elif difference.keys() == {"then", "now"}:
        console.print(f"  - {difference['then']}", style=_colour("-"), markup=False)
        console.print(f"  + {difference['now']}", style=_colour("+"), markup=False)
    else:
        for name, one in difference.items():
            console.print(f"  {name}: {one['then']} → {one['now']}", markup=False)


def _colour(line: str) -> str | None:
    return {"-": "red", "+": "green"}.get(line[:1])


def _print_head(options: Options, found: Summary) -> None:
    if found["answers"]:
        period = {"first": _moment(found["first"]), "last": _moment(found["last"])}
        console.print(_say(options, "answers", count=found["answers"], **period), markup=False)
    else:
        console.print(_say(options, "no_answers"), markup=False)
    if found["damaged"]:
        console.print(_say(options, "damaged", count=found["damaged"]), style="yellow", markup=False)


def _print_shares(options: Options, title: str, rows: Mapping[str, Any]) -> None:
    _print_rows(
        options, title, [(name, row["answers"], _percent(row["share"])) for name, row in rows.items()]
    )


def _print_rows(options: Options, title: str, rows: Sequence[tuple[str, Any, str]]) -> None:
    if not rows:
        return
    table = _table(title, _say(options, "count"), _say(options, "share"))
    for name, number, share in rows:
        table.add_row(name, str(number), share)
    console.print(table)


def _print_golden(options: Options, found: Summary) -> None:
    t, golden = partial(_say, options), found["golden"]
    table = _table(t("golden", distance=_percent(golden["distance"])), t("in_operation"), t("in_golden"))
    for name in dict.fromkeys([*found["types"], *golden["types"]]):
        shares = [side.get(name, {}).get("share", 0.0) for side in (found["types"], golden["types"])]
        table.add_row(name, *map(_percent, shares))
    console.print(table)


def _print_retries(options: Options, retries: Summary) -> None:
    t = partial(_say, options)
    rows = [(t("crag_retry_rate"), "", _percent(retries["crag_retry_rate"]))]
    rows += [(f"↻ {count}", str(number), "") for count, number in retries["by_count"].items() if count != "0"]
    rows.append((t("answered_after_retry"), str(retries["answered_after_retry"]), ""))
    _print_rows(options, t("retries"), rows)


def _print_risk(options: Options, risk: Summary) -> None:
    t = partial(_say, options)
    rows = [(level, row["answers"], _percent(row["share"])) for level, row in risk["levels"].items()]
    rows.append((t("escalation_required"), risk["escalation_required"], ""))
    if risk["groundedness"] is not None:
        rows.append((t("groundedness"), "", _percent(risk["groundedness"])))
    _print_rows(options, t("risk"), rows)


def _print_times(options: Options, latency: Summary) -> None:
    t = partial(_say, options)
    for name, rows in (("latency", latency["stages"]), ("model_calls", latency["model_calls"])):
        if not rows:
            continue
        failed = (t("failed"),) if name == "model_calls" else ()
        table = _table(t(name), t("count"), "p50", "p95", "max", *failed)
        for stage, row in rows.items():
            figures = [f"{row[key]:,.1f}" for key in ("p50", "p95", "max")]
            table.add_row(stage, str(row["answers"]), *figures, *([str(row["failed"])] if failed else []))
        console.print(table)
    if latency["model_calls"]:
        calls = latency["model_calls_an_answer"]
        told = {key: calls[key] for key in ("p50", "p95", "max")}
        console.print(t("calls_an_answer", **told), style="dim", markup=False)


def _table(title: str, *columns: str) -> Table:
    table = Table(title, *columns, box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _is_measure(name: str) -> bool:
    return "elapsed_ms" in name or "model calls" in name


def _percent(share: float | None, *, sign: bool = False) -> str:
    return "-" if share is None else f"{100 * share:{'+' if sign else ''}.1f} %"


def _figure(value: float | None, *, sign: bool = False) -> str:
    return "-" if value is None else f"{value:{'+' if sign else ''},.1f}"


def _moment(at: str) -> str:
    return f"{at[:10]} {at[11:19]}Z"


def _one_line(text: str, longest: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _say(options: Options, key: str, **values: object) -> str:
    return say(f"traces.{key}", options.spoken, **values)
