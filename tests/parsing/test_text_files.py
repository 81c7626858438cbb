"""Markdown, front matter, titles."""

import pytest

from pincite.parsing import parse


def title(text: str, name: str = "folder/leave-policy.md") -> str:
    return parse(text.encode(), name).title


def test_front_matter_becomes_metadata() -> None:
    parsed = parse(
        b"---\ntitle: Leave\nowner:\n  team: HR\ntags: [a, b]\ndate: 2026-01-02\n---\n\n# Policy\n\nText.\n",
        "x.md",
    )
    assert parsed.markdown == "# Policy\n\nText.\n"
    assert parsed.title == "Leave"
    assert dict(parsed.metadata) == {
        "title": "Leave", "owner.team": "HR", "tags": "a, b", "date": "2026-01-02", "encoding": "utf-8"
    }  # fmt: skip


def test_titles_come_from_front_matter_heading_or_name() -> None:
    assert title("# The *Leave* Policy\n\nText.") == "The Leave Policy"
    assert title("## Scope\n\n# Leave\n\nText.") == "Leave"
    assert title("Only text.") == "leave-policy"
    assert title("```\n# comment\n```\nText.") == "leave-policy"
    assert title("---\ntitle: '제1조 목적'\n---\n# 민법\n\n### 제1조 목적\n\n본문.") == "민법"
    assert len(title("# " + "long " * 60)) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nA rule, then text.\n\n---\n\nMore.\n",
        "---\nnot yaml: [\n---\nText.\n",
        "Text.\n\n---\n\nkey: value\n\n---\n\nMore.\n",
        "# Title\n---\nkey: value\n---\nText.\n",
    ],
)
def test_rules_that_are_no_front_matter_stay(text: str) -> None:
    assert parse(text.encode(), "a.md").markdown == text


def test_glued_files_lose_every_front_matter_block() -> None:
    parts = [
        f"---\nnumber: {n}\ntitle: Part {n}\n---\n# Act\n\n## Article {n}\n\nText {n}." for n in range(1, 4)
    ]
    parsed = parse("".join(parts).encode(), "act.md")
    assert "number:" not in parsed.markdown
    assert parsed.markdown.count("# Act") == 3
    assert "Text 1.\n\n# Act" in parsed.markdown
    assert parsed.title == "Act"


def test_marks_and_line_ends_of_windows() -> None:
    parsed = parse("\ufeff# 제목\r\n\r\n본문\r\n".encode(), "a.md")
    assert parsed.markdown == "# 제목\n\n본문\n"
    assert parsed.title == "제목"


def test_plain_text_is_unchanged() -> None:
    text = "  indented\n\n\n# not touched *at all*\n\ttab\n"
    parsed = parse(text.encode(), "notes.txt")
    assert parsed.markdown == text
    assert parsed.title == "notes"
    assert parsed.pages == ()
