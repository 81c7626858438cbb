"""What became of each row of an FAQ table, for people."""

from typing import TYPE_CHECKING, Any

from pincite.cli.context import Options, console

if TYPE_CHECKING:
    from pincite.faq import ImportReport


def print_report(options: Options, report: "ImportReport") -> None:
    """Of a dry run what would be done, then rows that failed and why, warnings, and the counts."""
    told = report.to_json()
    if report.dry_run:
        for step in told["entries"]:
            action = options.say(f"step_{step['action']}")
            console.print(f"{action:9} {_row(options, step)}  {step['question']}", markup=False)
        for removal in told["removals"]:
            console.print(f"{options.say('step_remove'):9} {removal['question']}", markup=False)
    for error in told["errors"]:
        line = options.say("failed_line", name=f"{_row(options, error)}  {error['question']}")
        console.print(line, style="red", markup=False)
        console.print(f"        {error['reason']}", markup=False)
    for warning in told["warnings"]:
        line = f"{options.say('warning')} {_row(options, warning)}  {warning['reason']}"
        console.print(line, style="yellow", markup=False)
    for sentence in filter(None, (told["broken"], told["held_back"])):
        console.print(sentence, style="red", markup=False)
    if told["ignored_columns"]:
        line = options.say("columns_unread", names=", ".join(told["ignored_columns"]))
        console.print(line, style="yellow", markup=False)
    if told["errors"]:
        console.print(options.say("next_rows"), style="dim", markup=False)
    counts = {name: told[name] for name in ("added", "updated", "removed", "unchanged", "failed")}
    key = "would_import" if report.dry_run else "imported"
    console.print(options.say(key, **counts), style="bold", markup=False)


def _row(options: Options, place: dict[str, Any]) -> str:
    if place.get("sheet"):
        return options.say("row_of_sheet", row=place["row"], sheet=place["sheet"])
    return options.say("row", row=place["row"])
