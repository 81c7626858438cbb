"""The texts that `bench.chunking` cuts: prose and documents from ``../shared`` (else ``samples/library``),
Markdown built from them, and hostile texts of any length."""

import json
import os
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples" / "library"
DATA = Path(os.environ.get("PINCITE_EVAL_DATA", ROOT.parent / "shared" / "data"))
DOCUMENTS = DATA.parent / "documents"

PROSE = {"ko": ("ko_law",), "zh": ("zh_cmrc", "zh_drcd"), "en": ("en_xquad",)}
BIG_FILE = 5_000_000
"""Bytes of UTF-8, as issue 3 asks."""


def texts() -> dict[str, str]:
    """Name to text. The first three are prose; ``5 MB`` is all the others in turn."""
    passages = {language: _passages(language) for language in PROSE}
    found = {f"prose {language}": "\n\n".join(parts) for language, parts in passages.items()}
    found["markdown"] = _markdown([part for parts in passages.values() for part in parts])
    for path in sorted(DOCUMENTS.glob("*_full.md")) + sorted(DOCUMENTS.glob("zh_*.md")):
        found[path.stem] = path.read_text(encoding="utf-8")
    whole = "\n\n".join(found.values())
    times = BIG_FILE // len(whole.encode()) + 1
    found["5 MB"] = "\n\n".join([whole] * times).encode()[:BIG_FILE].decode(errors="ignore")
    return found


def prose(text: str, length: int) -> str:
    """``text`` over and over, up to ``length`` characters."""
    return (text + "\n\n") * (length // (len(text) + 2)) + text[: length % (len(text) + 2)]


HOSTILE: dict[str, Callable[[int], str]] = {
    "one table": lambda length: _filled(
        "| 이름 | 한도 |\n|---|---|\n", "| fire {n} | 보험금 {n} |\n", length
    ),
    "only headings": lambda length: _filled("", "## 제{n}절 Heading\n\n", length),
    "headings and text": lambda length: _filled(
        "", "## Heading {n}\n\n" + "A line of text. " * 5 + "\n\n", length
    ),
    "one line of words": lambda length: ("word " * (length // 5 + 1))[:length],
    "one line of Hangul": lambda length: ("가나다라마바사" * (length // 7 + 1))[:length],
    "only newlines": lambda length: "\n" * length,
    "newlines and a letter": lambda length: "\n" * (length - 1) + "x",
    "nested brackets": lambda length: "[" * (length // 2) + "]" * (length // 2),
    "open links": lambda length: ("![a](" * (length // 5 + 1))[:length],
    "open parentheses": lambda length: ("[a](" + "(" * (length - 4))[:length],
    "open fences": lambda length: ("```\n~~~\n" * (length // 8 + 1))[:length],
    "back-ticks": lambda length: ("` `` ``` " * (length // 9 + 1))[:length],
    "dollars": lambda length: ("$$ $ " * (length // 5 + 1))[:length],
    "lone dollars": lambda length: ("$5 and a_b " * (length // 11 + 1))[:length],
    "inline formulas": lambda length: ("$x_1$ \\(a + b\\) " * (length // 16 + 1))[:length],
    "open inline formulas": lambda length: ("\\( $ \\$ " * (length // 8 + 1))[:length],
    "wide letters": lambda length: (
        ("부" + " " * 997 + "x\n" + "별" + "\u3000" * 998 + "\n") * (length // 1999 + 1)
    )[:length],
    "pipes": lambda length: ("|" * 99 + "\n") * (length // 100),
    "HTML tables": lambda length: ("<table><tr><td>" * (length // 15 + 1))[:length],
    "article marks": lambda length: _filled("", "제{n}조(보험금) 회사는 제{n}조에 따라 지급한다.\n", length),
    "setext headings": lambda length: _filled("", "Part {n}\n=====\nText.\n-----\n", length),
    "rules": lambda length: ("---\n***\n" * (length // 8 + 1))[:length],
    "blank lines of blanks": lambda length: ("    \n" * (length // 5 + 1))[:length],
    "capitals": lambda length: ("THE GENERAL TERMS\n" * (length // 18 + 1))[:length],
    "one address": lambda length: "https://example.org/" + "a" * (length - 20),
    "combining marks": lambda length: ("e" + "\u0301" * (length - 1))[:length],
}
"""Name to a text of about that many characters. 10 million characters of nothing but headings are more than
500,000 of them; numbers return to 0 after 999, as those of clauses in a collection do."""


def _passages(language: str) -> list[str]:
    parts: list[str] = []
    for name in PROSE[language]:
        path = DATA / name / "corpus.jsonl"
        if path.exists():
            parts += [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    if parts:
        return parts
    found = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob(f"{language}_*.md")))
    words = " ".join(part for part in found.split("\n\n") if not part.startswith(("#", "|"))).split()
    words *= 60_000 // len(words) + 1
    return [" ".join(words[first : first + 90]) for first in range(0, len(words), 90)]


def _markdown(parts: list[str]) -> str:
    """A chapter every twelve passages, a section every three, a table of twelve rows every five."""
    blocks: list[str] = []
    words = cycle(word for part in parts for word in part.split()[:3])
    for number, part in enumerate(parts):
        if number % 12 == 0:
            blocks.append(f"# Chapter {number // 12 + 1}")
        if number % 3 == 0:
            blocks.append(f"## {part[:30].strip()}")
        blocks.append(part)
        if number % 5 == 0:
            rows = (f"| {next(words)} | {next(words)} {next(words)} | {row * 10} |" for row in range(12))
            blocks.append("\n".join(["| name | about | limit |", "| --- | --- | ---: |", *rows]))
    return "\n\n".join(blocks)


def _filled(head: str, line: str, length: int) -> str:
    count = length // len(line.format(n=100)) + 1
    return (head + "".join(line.format(n=n % 1000) for n in range(1, count + 1)))[:length]
