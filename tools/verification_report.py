"""How right the checker is on labelled cases: ``python -m tools.verification_report``.

Reads ``verification.jsonl`` and ``polarity_pairs.jsonl`` of the folder ``PINCITE_CASES`` (default
``tests/cases``) in the format of ``tests/cases/README.md``. The exit code is 0 whatever comes out, 2 where
there are no cases.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.verification import Passage, compare_polarity, verify_answer

LEVELS = ("pass", "warn", "soft_fail", "hard_fail")
RELATIONS = ("same", "reversed", "unrelated")
GOALS = {
    "risk level right": 97.0,
    "false hard_fail": 0.0,
    "recall of faults": 97.0,
    "unsupported exact": 92.0,
    "relation right": 93.0,
    "false reversed": 2.0,
}
"""Issue 7, in percent; those of what is false are upper limits."""
DEFAULT = Path("tests/cases")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case: what was labelled and what came out. ``listed`` is None for a pair of sentences."""

    id: str
    language: str
    category: str
    wanted: str
    found: str
    listed: bool | None = None
    text: str = ""

    @property
    def right(self) -> bool:
        return self.wanted == self.found and self.listed is not False


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of one file, none where it is missing."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def check_answers(cases: Iterable[dict[str, Any]]) -> Iterator[Outcome]:
    """The checker's level and unsupported strings beside those labelled."""
    for case in cases:
        report = verify_answer(case["answer"], [Passage(**passage) for passage in case["passages"]])
        listed = sorted(report.unsupported) == sorted(case["expect"]["unsupported"])
        text = f"{case['answer']!r}: {list(report.unsupported)} instead of {case['expect']['unsupported']}"
        wanted = case["expect"]["risk_level"]
        yield Outcome(case["id"], case["lang"], case["category"], wanted, report.risk_level, listed, text)


def check_pairs(pairs: Iterable[dict[str, Any]]) -> Iterator[Outcome]:
    """The relation of each pair of sentences beside the labelled one."""
    for pair in pairs:
        found = compare_polarity(pair["source"], pair["statement"])
        text = f"{pair['source']} / {pair['statement']}"
        yield Outcome(pair["id"], pair["lang"], "pair", pair["relation"], found, text=text)


def figures(answers: Sequence[Outcome], pairs: Sequence[Outcome]) -> dict[str, tuple[int, int]]:
    """The measures of issue 7 as ``(how many, of how many)``."""
    faults = [one for one in answers if one.wanted != "pass"]
    unreversed = [one for one in pairs if one.wanted != "reversed"]
    return {
        "risk level right": (sum(one.wanted == one.found for one in answers), len(answers)),
        "false hard_fail": (
            sum(one.found == "hard_fail" != one.wanted for one in answers),
            sum(one.wanted != "hard_fail" for one in answers),
        ),
        "recall of faults": (sum(one.found != "pass" for one in faults), len(faults)),
        "unsupported exact": (sum(bool(one.listed) for one in answers), len(answers)),
        "relation right": (sum(one.wanted == one.found for one in pairs), len(pairs)),
        "false reversed": (sum(one.found == "reversed" for one in unreversed), len(unreversed)),
    }


def confusion(outcomes: Sequence[Outcome], labels: Sequence[str], title: str) -> Iterator[str]:
    """One row for each label wanted, one column for each found."""
    counts = Counter((one.wanted, one.found) for one in outcomes)
    yield f"{title:30}" + "".join(f"{label:>11}" for label in labels)
    for wanted in labels:
        row = "".join(f"{counts[wanted, found] or '.':>11}" for found in labels)
        yield f"  wanted {wanted:21}{row}"


def by_group(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Right of all, by category (rows) and language (columns); a case with a wrong list is not right."""
    languages = sorted({one.language for one in outcomes})
    yield f"{'category':30}" + "".join(f"{language:>11}" for language in (*languages, "all"))
    for category in sorted({one.category for one in outcomes}):
        mine = [one for one in outcomes if one.category == category]
        cells = [[one for one in mine if one.language == language] for language in languages]
        yield f"  {category:28}" + "".join(f"{_share(cell):>11}" for cell in (*cells, mine))


def _share(outcomes: Sequence[Outcome]) -> str:
    return f"{sum(one.right for one in outcomes)}/{len(outcomes)}" if outcomes else "."


def lines(answers: Sequence[Outcome], pairs: Sequence[Outcome]) -> Iterator[str]:
    """The whole report."""
    if answers:
        yield from confusion(answers, LEVELS, f"answers ({len(answers)})")
        for language in sorted({one.language for one in answers}):
            mine = [one for one in answers if one.language == language]
            yield from confusion(mine, LEVELS, f"  {language} ({len(mine)})")
        yield ""
        yield from by_group(answers)
        yield ""
    if pairs:
        yield from confusion(pairs, RELATIONS, f"pairs ({len(pairs)})")
        for language in sorted({one.language for one in pairs}):
            mine = [one for one in pairs if one.language == language]
            yield from confusion(mine, RELATIONS, f"  {language} ({len(mine)})")
        yield ""
    for title, (many, of) in figures(answers, pairs).items():
        if of:
            sign = "≤" if title.startswith("false") else "≥"
            yield f"{title:30}{100 * many / of:>8.1f} %   {many} of {of}   ({sign} {GOALS[title]:g} %)"
    wrong = [one for one in (*answers, *pairs) if not one.right]
    if wrong:
        yield ""
        yield from (
            f"{one.id} {one.category}: {one.found} instead of {one.wanted}; {one.text}" for one in wrong
        )


def main() -> int:
    folder = Path(os.environ.get("PINCITE_CASES") or DEFAULT)
    answers = list(check_answers(read_cases(folder / "verification.jsonl")))
    pairs = list(check_pairs(read_cases(folder / "polarity_pairs.jsonl")))
    if not answers and not pairs:
        print(
            f"{folder} holds neither verification.jsonl nor polarity_pairs.jsonl; "
            "PINCITE_CASES names the folder"
        )
        return 2
    for line in lines(answers, pairs):
        print(line)
    if "--judge" in sys.argv[1:]:
        from tools.judge_report import judge_lines  # opens a model

        cases = (read_cases(folder / name) for name in ("verification.jsonl", "polarity_pairs.jsonl"))
        print("\n".join(judge_lines(*cases)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
