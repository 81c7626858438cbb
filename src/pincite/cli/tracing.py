"""``pincite traces``: what was answered, summed up, shown, made again, covered and removed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.options import (
    LANGUAGE_HELP,
    LARGEST,
    LIBRARY_HELP,
    AsJson,
    Commands,
    Yes,
    set_language,
    set_library,
)
from pincite.core.catalogue import say
from pincite.core.errors import InvalidInput

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary
    from pincite.observability.traces_reading import Selection
    from pincite.observability.traces_replay import Replay
    from pincite.observability.traces_store import TraceStore

traces = Commands(invoke_without_command=True)

Since = Annotated[str | None, typer.Option("--since", help="First day or moment, in UTC: 2026-03-01.")]
Until = Annotated[str | None, typer.Option("--until", help="Last day (all of it), or a moment, in UTC.")]
QueryType = Annotated[str | None, typer.Option("--type", help="Type of question, e.g. structured_lookup.")]
Strategy = Annotated[str | None, typer.Option("--route", help="bm25_heavy, dense_heavy or hybrid.")]
Risk = Annotated[
    list[str] | None,
    typer.Option("--risk", help="pass, warn, soft_fail, hard_fail; may be given again."),
]
Refused = Annotated[bool | None, typer.Option("--refused/--answered", help="Refusals alone, or none.")]
Reason = Annotated[str | None, typer.Option("--reason", help="Reason of the refusal, e.g. refused_no_topic.")]
Failure = Annotated[str | None, typer.Option("--failure", help="Failure type, e.g. retrieval_gap.")]
Retried = Annotated[bool | None, typer.Option("--retried/--at-once", help="Searched again, or not.")]
OfBase = Annotated[str | None, typer.Option("--base", "-b", help="Answers that searched this base.")]
Session = Annotated[str | None, typer.Option("--session", help="Id of a conversation.")]
User = Annotated[str | None, typer.Option("--user", help="Key of who asked.")]
Fingerprint = Annotated[
    str | None, typer.Option("--settings", help="Fingerprint of the settings, or its beginning.")
]
TraceId = Annotated[str, typer.Argument(help="Id of the trace, or its first eight letters or more.")]


def register(app: typer.Typer) -> None:
    app.add_typer(traces, name="traces")


@traces.callback()
def summary(
    context: typer.Context,
    since: Since = None,
    until: Until = None,
    query_type: QueryType = None,
    strategy: Strategy = None,
    risk: Risk = None,
    refused: Refused = None,
    reason: Reason = None,
    failure: Failure = None,
    retried: Retried = None,
    base: OfBase = None,
    session: Session = None,
    user: User = None,
    settings: Fingerprint = None,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare",
            metavar="A B",
            help="Two periods (2026-03-01..2026-03-31) or two fingerprints of settings.",
        ),
    ] = None,
    golden: Annotated[
        Path | None,
        typer.Option("--golden", help="Golden questions, to compare the types of questions with."),
    ] = None,
    as_json: AsJson = False,
    library: Annotated[str | None, typer.Option("--library", metavar="DIR", help=LIBRARY_HELP)] = None,
    language: Annotated[
        str | None, typer.Option("--language", metavar="ko|en|zh", help=LANGUAGE_HELP)
    ] = None,
) -> None:
    """Sum up what was answered (types, routes, refusals, retries, risk, failures, times), or look at answers.

    Example: `pincite traces --compare 2026-02-01..2026-02-28 2026-03-01..2026-03-31`
    """
    from pincite.cli import tracing_output as output

    options: Options = context.obj
    set_library(options, library)
    set_language(options, language)
    chosen = _selection(
        since,
        until,
        query_type,
        strategy,
        risk,
        refused,
        reason,
        failure,
        retried,
        base,
        session,
        user,
        settings,
    )
    if context.invoked_subcommand is not None:
        return
    store = _store(options)
    if compare is not None:
        from pincite.observability.traces_reading import narrowed

        if golden is not None:
            raise InvalidInput(
                "Give either --compare or --golden.", hint="Each compares with something else."
            )
        found = store.compare(*(narrowed(chosen, word) for word in compare))
    else:
        found = store.summary(chosen)
        if golden is not None:
            found["golden"] = _against_golden(golden, found)
    if as_json:
        print_json(found)
    elif compare is not None:
        output.print_comparison(options, found, compare)
    else:
        output.print_summary(options, found)


@traces.command("list")
def list_traces(
    context: typer.Context,
    since: Since = None,
    until: Until = None,
    query_type: QueryType = None,
    strategy: Strategy = None,
    risk: Risk = None,
    refused: Refused = None,
    reason: Reason = None,
    failure: Failure = None,
    retried: Retried = None,
    base: OfBase = None,
    session: Session = None,
    user: User = None,
    settings: Fingerprint = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=LARGEST, help="How many to show at most.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Answers, the newest first.

    Example: `pincite traces list --risk hard_fail --since 2026-03-01`
    """
    from pincite.cli import tracing_output as output

    options: Options = context.obj
    chosen = _selection(
        since,
        until,
        query_type,
        strategy,
        risk,
        refused,
        reason,
        failure,
        retried,
        base,
        session,
        user,
        settings,
    )
    found = _store(options).list(chosen, limit=limit)
    if as_json:
        print_json(found)
    else:
        output.print_list(options, found)


@traces.command("show")
def show(context: typer.Context, trace: TraceId, as_json: AsJson = False) -> None:
    """One answer: what was asked, found, said and checked, and how long each part took.

    Example: `pincite traces show 2a271329`
    """
    from pincite.cli import tracing_output as output

    found = _store(context.obj).get(trace)
    if as_json:
        print_json(found)
    else:
        output.print_trace(context.obj, found)


@traces.command("replay")
def replay(
    context: typer.Context,
    trace: TraceId,
    verify_only: Annotated[
        bool,
        typer.Option("--verify-only", help="Check the answer of the day on its passages again; ask nothing."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ask the question of a trace again, of the library and the settings of today; what is otherwise.

    Example: `pincite traces replay 2a271329`
    """
    from pincite.cli import tracing_output as output

    options: Options = context.obj
    if verify_only:
        from pincite.observability.traces_replay import verify_again

        found = verify_again(_store(options).get(trace))
    else:

        async def work(library: "AsyncLibrary") -> "Replay":
            return await library.replay(trace)

        found = run_with_library(options, work, busy=not as_json)
    if as_json:
        print_json(found.to_json())
    else:
        output.print_replay(options, found)


@traces.command("redact")
def redact(
    context: typer.Context,
    trace: Annotated[list[str] | None, typer.Argument(help="Ids of traces, or their beginnings.")] = None,
    session: Session = None,
    user: User = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind", help="email, phone, resident_id, chinese_id, card; may be given again. All if none."
        ),
    ] = None,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Cover personal data in questions, answers and passages, for good, and take out who asked.

    Example: `pincite traces redact --session 0b6e1c1a-…`
    """
    from pincite.observability.personal_data import KINDS

    options: Options = context.obj
    if not yes:
        _ask_first(options, "confirm_redact", as_json)
    done = _store(options).redact(ids=trace or (), session=session, user=user, kinds=kind or KINDS)
    if as_json:
        print_json({"traces": done.traces, "covered": done.covered, "removed": done.removed})
        return
    _tell(options, "done_redacted", count=len(done.traces), places=done.covered)
    if done.removed:
        _tell(options, "done_removed", count=done.removed)


@traces.command("prune")
def prune(
    context: typer.Context,
    days: Annotated[
        int | None,
        typer.Option("--days", min=1, max=36_500, help="Days to keep; else `traces.retention_days`."),
    ] = None,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Remove traces that are older than the settings keep them; a worker does so by itself.

    Example: `pincite traces prune --days 90`
    """
    options: Options = context.obj
    kept = days or options.settings().traces.retention_days
    if kept and not yes:
        _ask_first(options, "confirm_prune", as_json, days=kept)
    removed = _store(options).prune(kept)
    if as_json:
        print_json({"removed": list(removed)})
    else:
        _tell(options, "done_pruned", count=len(removed))


def _store(options: Options) -> "TraceStore":
    from pincite.observability.traces_store import TraceStore

    return TraceStore(options.settings().data_dir)


def _selection(
    since: str | None,
    until: str | None,
    query_type: str | None,
    strategy: str | None,
    risk: list[str] | None,
    refused: bool | None,
    reason: str | None,
    failure: str | None,
    retried: bool | None,
    base: str | None,
    session: str | None,
    user: str | None,
    settings: str | None,
) -> "Selection":
    from pincite.observability.traces_reading import Selection, moment
    from pincite.observability.traces_summary import RISKS

    for level in risk or ():
        if level not in RISKS:
            raise InvalidInput(f"There is no risk {level!r}.", hint=f"Use one of {', '.join(RISKS)}.")
    return Selection(
        since=moment(since) if since else None,
        until=moment(until, end=True) if until else None,
        query_type=query_type,
        strategy=strategy,
        risk=tuple(risk or ()),
        refused=refused,
        refusal=reason,
        failure=failure,
        retried=retried,
        base=base,
        session=session,
        user=user,
        settings=settings,
    )


def _against_golden(golden: Path, found: dict[str, Any]) -> dict[str, Any]:
    """How the types of the questions asked differ from those that answers are measured by (row RT-10)."""
    from collections import Counter

    from pincite.evaluation.golden import read_golden
    from pincite.observability.traces_comparing import distance
    from pincite.observability.traces_summary import shares
    from pincite.routing import classify_query

    cases = read_golden(golden).cases
    counts = Counter(classify_query(case.question).query_type.value for case in cases)
    types = shares(counts, len(cases))
    asked = {name: row["share"] for name, row in found["types"].items() if name != "none"}
    expected = {name: row["share"] for name, row in types.items()}
    return {"questions": len(cases), "types": types, "distance": distance(asked, expected)}


def _ask_first(options: Options, key: str, as_json: bool, **values: object) -> None:
    """Raises typer.Abort where nobody is there, or they do not want it."""
    if as_json:
        raise typer.Abort
    typer.confirm(say(f"traces.{key}", options.spoken, **values), abort=True, err=True)


def _tell(options: Options, key: str, **values: object) -> None:
    console.print(say(f"traces.{key}", options.spoken, **values), markup=False)
