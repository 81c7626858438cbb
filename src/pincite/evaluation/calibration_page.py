"""The HTML report of ``pincite calibrate``."""

from collections.abc import Mapping
from functools import partial

from pincite.core.catalogue import say
from pincite.evaluation.calibration import Outcome, Scored, distributions
from pincite.evaluation.histogram import histogram
from pincite.evaluation.measuring import Measured
from pincite.evaluation.page import facts, figure, heading, note, page, section, standalone, table, warning
from pincite.evaluation.plots import histogram_svg


def calibration_page(measured: Measured, made_with: Mapping[str, object], language: str = "en") -> str:
    """Both distributions, what the lines of today and the proposed ones do, and the questions to read."""
    t = partial(_say, language)
    picture = _picture(measured, language)
    warnings = [warning(say(key, language, **values)) for key, values in measured.told]
    return page(
        t("calibration_title"),
        language,
        [
            *warnings,
            section(
                t("distributions"),
                [figure(picture), _numbers(measured)],
            ),
            section(t("lines"), [_lines(measured, language), note(t("intervals_note"))]),
            section(t("failures"), _failures(measured, language)),
            section(t("made_with"), [facts({**_facts(measured), **made_with})]),
        ],
    )


def calibration_picture(measured: Measured, language: str = "en") -> str:
    """Both distributions with the proposed lines, as an SVG file."""
    return standalone(_picture(measured, language))


def _picture(measured: Measured, language: str) -> str:
    t = partial(_say, language)
    outcome = measured.proposal.outcome
    lines = {t("abort_score"): outcome.abort_score, t("pass_score"): outcome.pass_score}
    names = (t("answerable"), t("unanswerable"))
    return histogram_svg(histogram(measured.scored), lines, t("distributions"), names)


def _numbers(measured: Measured) -> str:
    rows = distributions(measured.scored)
    head = ["", *next(iter(rows.values()))]
    return table(head, [[name, *(f"{value:g}" for value in row.values())] for name, row in rows.items()])


def _lines(measured: Measured, language: str) -> str:
    t = partial(_say, language)
    columns = {t("in_force"): measured.in_force, t("proposed"): measured.proposal.outcome}
    interval = measured.proposal.interval
    rows = [
        [t("pass_score"), *(f"{one.pass_score:.4g}" for one in columns.values())],
        [f"{t('pass_score')}, {t('interval')}", "", f"{interval.low:.4g}–{interval.high:.4g}"],
        [t("abort_score"), *(f"{one.abort_score:.4g}" for one in columns.values())],
    ]
    rows += [[t(name), *(_share(one, name) for one in columns.values())] for name in measured.in_force.shares]
    return table(["", *columns], rows)


def _share(outcome: Outcome, name: str) -> str:
    share, interval = outcome.shares[name]
    return f"{share:.1%} ({interval.low:.1%}–{interval.high:.1%})"


def _failures(measured: Measured, language: str) -> list[str]:
    """On the wrong side of the proposed pass line, farthest first."""
    line = measured.proposal.outcome.pass_score
    below = sorted((one for one in measured.scored if one.answerable and one.score < line), key=_score)
    above = sorted((one for one in measured.scored if not one.answerable and one.score >= line), key=_score)
    parts = []
    for name, wrong in (("answerable_below", below), ("unanswerable_above", above[::-1])):
        if wrong:
            parts.append(heading(f"{_say(language, name)} ({len(wrong)})"))
            rows = [[one.question, one.group, one.id, f"{one.score:.3f}"] for one in wrong]
            parts.append(table(["", "", "", ""], rows))
    return parts or [note(_say(language, "no_failures"))]


def _score(scored: Scored) -> float:
    return scored.score


def _facts(measured: Measured) -> dict[str, object]:
    return {
        "reranker": measured.reranker,
        "bases": ", ".join(f"{one.base} ({one.chunks} chunks)" for one in measured.proposed),
        "questions": f"{measured.golden.name}, sha256 {measured.golden.digest[:16]}…",
        "cost of a wrong pass": measured.proposal.cost,
        "area under the curve": f"{measured.proposal.separation:.3f}",
        "passed by a named clause": len(measured.by_rule),
        "about other documents": measured.missing,
        "day": measured.proposed[0].day,
    }


def _say(language: str, key: str) -> str:
    return say(f"evaluation.{key}", language)
