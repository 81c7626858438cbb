"""The language of a person: by option before or after the command, by the settings, by the terminal."""

from pathlib import Path

import pytest

from pincite.cli.language import language_of_environment
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "zh_TW.Big5", "LC_ALL": ""}, "zh"),
        ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "KO-kr"}, "ko"),
        ({}, "en"),
    ],
)
def test_the_locale_names_a_language(environment: dict[str, str], language: str) -> None:
    assert language_of_environment(environment) == language


SENTENCES = {
    "ko": ("없음 지식 베이스가 없습니다.", "이름을 확인하세요."),
    "en": ("There is no knowledge base '없음'.", "Check the name;"),
    "zh": ("没有知识库 '없음'。", "请检查名称；"),
}


@pytest.mark.parametrize("language", ["ko", "en", "zh"])
def test_an_error_is_said_in_the_language_that_is_asked_for(
    pincite: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    message, hint = SENTENCES[language]
    for words in (
        ("--language", language, "kb", "show", "없음"),
        ("kb", "show", "없음", "--language", language),
        ("kb", "show", "--language", language, "없음"),
    ):
        said = pincite(*words)
        assert said.code == 3
        assert message.replace("'", "") in said.err.replace("'", "")
        assert hint in said.err
        assert pincite(*words, "--json").json()["hint"].startswith(hint)

    monkeypatch.setenv("LC_ALL", {"ko": "ko_KR.UTF-8", "en": "en_US.UTF-8", "zh": "zh_CN.UTF-8"}[language])
    assert hint in pincite("kb", "show", "없음").err
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PINCITE_LANGUAGE", language)
    assert hint in pincite("kb", "show", "없음").err
    monkeypatch.delenv("PINCITE_LANGUAGE")
    (tmp_path / "pincite.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
    assert hint in pincite("kb", "show", "없음", library=tmp_path).err


def test_a_wrong_call_is_said_in_the_language_of_the_person(pincite: Run) -> None:
    assert "인자가 없습니다" in pincite("--language", "ko", "ask").err
    assert "没有选项 --nonsense" in pincite("--language", "zh", "ask", "x", "--nonsense").err
    unknown = pincite("kb", "list", "--language", "fr")
    assert unknown.code == 2
    assert "Use one of ko, en, zh." in unknown.err


def test_what_came_of_files_is_told_in_the_language_of_the_reader(pincite: Run, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.md").write_text("# 밸브\n\n밸브는 12바에서 열린다.", encoding="utf-8")
    (folder / "cp949.txt").write_bytes("보험금은 청구한 날부터 3영업일 안에 지급한다.\n".encode("cp949") * 5)
    (folder / "empty.txt").write_text("")
    added = pincite("--language", "ko", "add", folder)
    assert added.code == 6
    assert "준비됨  a.md" in added.out
    assert "empty_document: 파일이" in added.out
    assert "글이 있는 파일을 추가하세요." in added.out
    assert "다음: 실패한 파일을 고쳐" in added.out
    assert "준비 2 · 실패 1" in added.out

    listed = pincite("--language", "zh", "document", "list", "--status", "failed")
    assert "请添加含有文本的文件。" in listed.out, (
        "the hint belongs to the reader, the failure was stored in Korean"
    )
    assert "파일" not in listed.out
    shown = pincite("document", "show", "empty.txt")
    assert "empty_document: The file" in shown.out
    assert "Add a file that holds text." in shown.out
    assert "time line" in shown.out
    assert "convert" in shown.out and " ms" in shown.out
    row = pincite("kb", "show", "documents", "--json", "--language", "zh").json()
    failed = next(one for one in row if one["filename"] == "empty.txt")
    assert failed["error_hint"] == "请添加含有文本的文件。"
    decoded = next(one for one in row if one["filename"] == "cp949.txt")
    assert any("949" in warning for warning in decoded["warnings"])
    assert {stage["name"] for stage in decoded["stages"]} >= {"convert", "chunk", "embedding"}
    assert all(stage["milliseconds"] >= 0 for stage in decoded["stages"])


def test_heads_and_counts_are_in_the_language_too(pincite: Run, tmp_path: Path) -> None:
    assert pincite("--language", "ko", "kb", "list").out.startswith("아직 지식 베이스가 없습니다.")
    file = tmp_path / "a.md"
    file.write_text("# A\n\n" + "The valve opens. " * 60, encoding="utf-8")
    assert "청크" in pincite("--language", "ko", "chunk", file).out
    compared = pincite("--language", "zh", "chunk", file, "--diff", "chunk_size=200").out
    assert "层级" in compared and "分块" in compared and "重新嵌入" in compared
