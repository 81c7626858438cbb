"""The report over a folder of documents."""

from pathlib import Path

import pytest
from tools.chunk_report import main, report

from pincite.chunker import Chunker
from pincite.core.settings import ChunkingSettings

ARTICLES = "# Terms\n\n" + "\n\n".join(
    f"## Article {number} Valve\n\n" + "The valve opens at 12 bar. " * 12 for number in range(1, 6)
)


def test_a_row_tells_tier_sizes_and_where_chunks_begin(tmp_path: Path) -> None:
    (tmp_path / "terms.md").write_text(ARTICLES, encoding="utf-8")
    row = report(tmp_path / "terms.md", Chunker(ChunkingSettings()), {"chunk_overlap": 0})
    assert row.chunks >= 5
    assert row.tier
    assert row.smallest <= row.average <= row.largest <= 512
    assert row.at_structure == row.at_block == 1.0
    prose = "The valve opens at 12 bar. " * 100
    (tmp_path / "prose.txt").write_text(prose, encoding="utf-8")
    row = report(tmp_path / "prose.txt", Chunker(ChunkingSettings()), {})
    assert row.at_structure == pytest.approx(1 / row.chunks), "only the first"


def test_an_article_mark_of_plain_text_is_structure(tmp_path: Path) -> None:
    articles = "\n\n".join(
        f"제{number}조(지급) 회사는 " + "보험금을 지급합니다. " * 20 for number in range(1, 6)
    )
    (tmp_path / "terms.txt").write_text(articles, encoding="utf-8")
    row = report(tmp_path / "terms.txt", Chunker(ChunkingSettings()), {"chunk_overlap": 0})
    assert row.tier == "clause"
    assert row.at_structure == 1.0


def test_every_file_has_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "terms.md").write_text(ARTICLES, encoding="utf-8")
    (tmp_path / "setup.exe").write_bytes(b"MZ\0\1" * 50)
    assert main([str(tmp_path), "chunk_size=300"]) == 0
    printed = capsys.readouterr().out
    assert "terms.md" in printed
    assert "not read: unsupported_format" in printed
    assert printed.splitlines()[-1].startswith("2 files, ")
    assert main([str(tmp_path / "nowhere")]) == 2
