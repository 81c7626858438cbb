"""One HTML page that needs nothing else: style inside, pictures inside, no script, no address.

Every function takes plain text and escapes it; only `figure` and `section` take markup made here.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

_STYLE = """
:root{color-scheme:light dark;--ink:#1c1f23;--soft:#5d6670;--line:#d5dae0;--paper:#fff;--yes:#1f6f8b;
--no:#b3541e;--mark:#7a1fa2;--wash:#f4f6f8;--mid:#8a7a1c}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#9aa4ae;--line:#3a424b;--paper:#16191d;
--yes:#5bb0cd;--no:#e08a55;--mark:#c98ae6;--wash:#1e2329;--mid:#cdbb55}}
*{box-sizing:border-box}body{margin:0 auto;max-width:960px;padding:24px 16px 64px;background:var(--paper);
color:var(--ink);font:16px/1.55 system-ui,"Noto Sans KR","Noto Sans SC",sans-serif}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem}p.note{color:var(--soft);font-size:.9rem}p.warn{border-left:4px solid var(--no);
padding:.2rem .8rem;background:var(--wash)}.wide{overflow-x:auto}table{border-collapse:collapse;
font-size:.9rem;font-variant-numeric:tabular-nums}th,td{padding:.3rem .7rem;text-align:right;
border-bottom:1px solid var(--line)}th:first-child,td:first-child{text-align:left}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer}blockquote{margin:.4rem 0;padding:.3rem .8rem;background:var(--wash);
white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9rem}figure{margin:1rem 0}
svg{width:100%;height:auto}svg text{fill:var(--ink);font-size:12px}svg .small{font-size:10px;fill:var(--soft)}
svg .group{font-weight:600}svg .yes,svg .bar,svg .pass,svg .better{fill:var(--yes)}
svg .no,svg .refuse,svg .worse{fill:var(--no)}svg .rewrite{fill:var(--mid)}svg .same{fill:var(--soft)}
svg .yes-text{fill:var(--yes)}svg .no-text{fill:var(--no)}svg .on{fill:var(--paper);font-size:11px}
svg .axis{stroke:var(--line)}svg .mark{stroke:var(--mark);stroke-width:2;stroke-dasharray:5 3}
svg .whisker{stroke:var(--ink);stroke-width:1.5}svg .whisker.better{stroke:var(--yes)}
svg .whisker.worse{stroke:var(--no)}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Even a passage that held markup could load nothing."""


def page(title: str, language: str, parts: Iterable[str]) -> str:
    """The whole document."""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def standalone(svg: str) -> str:
    """A picture from `pincite.evaluation.plots` as a file of its own."""
    head, mark, rest = svg.partition(">")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{mark}<style>{_STYLE}</style>{rest}\n'


def section(title: str, parts: Iterable[str]) -> str:
    return f"<section><h2>{escape(title)}</h2>\n" + "\n".join(parts) + "</section>"


def heading(words: str) -> str:
    return f"<h3>{escape(words)}</h3>"


def note(words: str) -> str:
    return f'<p class="note">{escape(words)}</p>'


def warning(words: str) -> str:
    return f'<p class="warn" role="alert">{escape(words)}</p>'


def figure(svg: str) -> str:
    """``svg`` is from `pincite.evaluation.plots`."""
    return f"<figure>{svg}</figure>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def facts(rows: Mapping[str, object]) -> str:
    """Names and values, a row each."""
    return table(("", ""), [(name, str(value)) for name, value in rows.items()])


def to_read(summary: str, parts: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Something to open: headings, each with its texts."""
    blocks = "".join(
        heading(name) + "".join(f"<blockquote>{escape(text)}</blockquote>" for text in texts)
        for name, texts in parts
        if texts
    )
    return f"<details><summary>{escape(summary)}</summary>{blocks}</details>"
