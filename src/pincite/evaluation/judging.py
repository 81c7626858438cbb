"""The judge of meaning beside the check without a model, on labelled cases and on answers.

Both say of the same claims what they think; the figures tell what the judge adds and what it costs in false
alarms (row VF-14).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pincite.evaluation.statistics import wilson
from pincite.pipeline.verified import Verdict, Verified
from pincite.ports.judge import Judgement, Pair, Relation, SemanticJudge
from pincite.verification import Passage, compare_polarity, verify_answer

MEANT: Final = {"same": Relation.ENTAILED, "reversed": Relation.CONTRADICTED, "unrelated": Relation.NEUTRAL}
"""Labels of pairs of sentences in the words of the judge."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A case as it is labelled, as the check sees it and as the judge does."""

    id: str
    language: str
    wanted: str
    checked: str
    judged: str


async def rate_pairs(pairs: Sequence[Mapping[str, Any]], judge: SemanticJudge) -> list[Rated]:
    """Relations of labelled pairs (``source``, ``statement``, ``relation``). Raises JudgeFailed."""
    said = await judge.judge([Pair(pair["source"], pair["statement"]) for pair in pairs])
    words = {relation: word for word, relation in MEANT.items()}
    return [
        Rated(
            str(pair["id"]),
            pair["lang"],
            pair["relation"],
            compare_polarity(pair["source"], pair["statement"]),
            words[one.relation],
        )
        for pair, one in zip(pairs, said, strict=True)
    ]


async def rate_answers(
    cases: Sequence[Mapping[str, Any]], judge: SemanticJudge, *, score: float
) -> list[Rated]:
    """``fault`` or ``pass`` of labelled answers: the judge sees a fault where a claim contradicts the
    passages with at least ``score``. Raises JudgeFailed."""
    rated = []
    for case in cases:
        passages = [Passage(**passage) for passage in case["passages"]]
        report = verify_answer(case["answer"], passages)
        premise = "\n".join(f"{passage.heading}\n{passage.text}".strip() for passage in passages)
        claims = [claim.text for claim in report.claims if claim.text.strip()]
        said = await judge.judge([Pair(premise, claim) for claim in claims])
        rated.append(
            Rated(
                str(case["id"]),
                case["lang"],
                _fault(case["expect"]["risk_level"] != "pass"),
                _fault(report.risk_level != "pass"),
                _fault(any(_contradicts(one, score) for one in said)),
            )
        )
    return rated


def judge_figures(rated: Sequence[Rated], alarm: str) -> dict[str, dict[str, Any]]:
    """Of ``check``, ``judge`` and ``both`` (either sees it): how often right, and of the label ``alarm`` the
    recall and the false alarms; shares in [0, 1] with 95 % intervals."""
    seen = {
        "check": [one.checked for one in rated],
        "judge": [one.judged for one in rated],
        "both": [alarm if alarm in (one.checked, one.judged) else one.checked for one in rated],
    }
    wanted = [one.wanted for one in rated]
    return {who: _figures(wanted, found, alarm) for who, found in seen.items()}


def judge_agreement(answers: Iterable[Verified]) -> dict[str, Any]:
    """How the claims of answers fared: verdict of the check to relation of the judge to claims."""
    table: dict[str, Counter[str]] = {verdict.value: Counter() for verdict in Verdict}
    for verified in answers:
        for claim in verified.claims:
            if claim.judgement is not None:
                table[claim.verdict.value][claim.judgement.relation.value] += 1
    counts = {
        verdict: {relation.value: found[relation.value] for relation in Relation}
        for verdict, found in table.items()
    }
    return {"claims": sum(sum(row.values()) for row in counts.values()), "verdicts": counts}


def _contradicts(one: Judgement, score: float) -> bool:
    return one.relation is Relation.CONTRADICTED and one.probability >= score


def _fault(found: bool) -> str:
    return "fault" if found else "pass"


def _figures(wanted: Sequence[str], found: Sequence[str], alarm: str) -> dict[str, Any]:
    pairs = list(zip(wanted, found, strict=True))
    rows = {
        "right": [want == see for want, see in pairs],
        "recall": [see == alarm for want, see in pairs if want == alarm],
        "false_alarms": [see == alarm for want, see in pairs if want != alarm],
    }
    return {
        name: {
            "share": sum(row) / len(row),
            "cases": len(row),
            "interval": wilson(sum(row), len(row)).to_json(),
        }
        for name, row in rows.items()
        if row
    }
