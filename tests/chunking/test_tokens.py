import pytest

from pincite.chunking import ChunkingConfig, split, split_parent_child, split_with_diagnostics
from pincite.chunking.tokens import approx_tokens, chars_for_tokens


@pytest.mark.feature("CH-06")
@pytest.mark.parametrize(
    ("tokens", "language", "chars"),
    [
        (1000, "en", 3600),
        (0, "en", 0),
        (512, "zh", 783),
        (100, "de", 405),
        (100, "xx", 270),
        (512, "ko", 875),
    ],
)
def test_characters_for_tokens(tokens: int, language: str, chars: int) -> None:
    assert chars_for_tokens(tokens, language) == chars


@pytest.mark.feature("CH-06")
@pytest.mark.feature("CH-07")
@pytest.mark.feature("CH-08")
@pytest.mark.parametrize(
    ("text", "hint", "size"),
    [
        ("보험금을 지급합니다.", (), 171),
        ("内容内容。", (), 153),
        ("plain English text", (), 360),
        ("plain", ("zh",), 153),
    ],
)
def test_the_limit_follows_the_language(text: str, hint: tuple[str, ...], size: int) -> None:
    _, diagnostics = split_with_diagnostics(text * 50, ChunkingConfig(token_limit=100, languages=hint))
    assert diagnostics.chunk_size == size


def test_a_high_limit_changes_nothing() -> None:
    assert split_with_diagnostics("가", ChunkingConfig(token_limit=10_000))[1].chunk_size == 512


def _syllables(text: str) -> int:
    return sum(not char.isspace() for char in text)


@pytest.mark.feature("CH-07")
def test_a_tokenizer_makes_the_limit_exact() -> None:
    text = "## 제1장 총칙\n\n" + "".join(
        f"### 제{i}조(조항)\n\n" + "회사는 보험금을 지급합니다. " * (i * 3) + "\n\n" for i in range(1, 12)
    )
    config = ChunkingConfig(token_limit=120)
    chunks = split(text, config, count_tokens=_syllables)
    assert max(_syllables(chunk.embedding_text()) for chunk in chunks) <= 120
    assert all(f"제{i}조" in "".join(c.context_header for c in chunks) for i in range(1, 12))
    assert all(chunk.content == text[chunk.start : chunk.end] for chunk in chunks)
    assert len(chunks) > len(split(text))


def test_a_trail_that_takes_the_whole_limit_is_not_counted() -> None:
    text = "".join(
        f"### 제{i}조({'아주 긴 제목 ' * 9})\n\n본문입니다. {'그렇습니다. ' * 20}\n\n" for i in (1, 2)
    )
    chunks = split(text, ChunkingConfig(token_limit=40), count_tokens=_syllables)
    assert max(_syllables(chunk.content) for chunk in chunks) <= 40


def test_a_protected_span_passes_the_limit_alone() -> None:
    text = "```\n" + "code line\n" * 30 + "```\n"
    chunks = split(text, ChunkingConfig(token_limit=50), count_tokens=_syllables)
    assert [chunk.content for chunk in chunks] == [text]


def test_dense_passages_are_cut_until_they_fit() -> None:
    text = "가" * 5 + "나다라 마바사. " * 10 + "　" + "字" * 60
    dense = {"字": 9}
    chunks = split(
        text, ChunkingConfig(token_limit=60), count_tokens=lambda t: sum(dense.get(c, 1) for c in t)
    )
    assert max(sum(dense.get(c, 1) for c in chunk.content) for chunk in chunks) <= 60


def test_one_character_is_the_least() -> None:
    chunks = split("가나다", ChunkingConfig(token_limit=1), count_tokens=lambda text: 5 * len(text))
    assert [chunk.content for chunk in chunks] == ["가", "나", "다"]


@pytest.mark.parametrize(
    ("chars", "language", "tokens"),
    [
        (0, "en", 0),
        (1, "en", 1),
        (2, "zh", 1),
        (7, "mixed", 2),
        (512, "zh", 301),
        (100, "de", 22),
        (19, "ko", 10),
    ],
)
def test_tokens_for_characters(chars: int, language: str, tokens: int) -> None:
    assert approx_tokens(chars, language) == tokens


@pytest.mark.feature("CH-07")
def test_the_paragraphs_in_a_trail_count_too() -> None:
    text = "제1조(목적) 정한다.\n제2조(지급) 다음과 같다.\n" + "".join(
        f"{mark} 회사는 지급합니다.\n1. 가입금액을 지급한다\n가. " + "나이를 더한다 " * 9 + "\n"
        for mark in "①②③④⑤"
    )
    for limit in range(70, 150, 9):
        chunks = split(text, ChunkingConfig(token_limit=limit), count_tokens=_syllables)
        assert max(_syllables(chunk.embedding_text()) for chunk in chunks) <= limit


def _rows(count: int) -> str:
    return "".join(f"| 항목 {i} | {'가나다 ' * (i % 4)}| {i},000원 |\n" for i in range(count))


@pytest.mark.feature("CH-07")
@pytest.mark.parametrize(
    "before",
    ["", "## 제1장 총칙\n\n### 제2절 보험금의 지급\n\n", "제1조(목적) 정한다.\n제2조(지급) 다음과 같다.\n"],
)
@pytest.mark.parametrize(
    "head",
    [
        "| 이름 | 설명 | 금액 |\n|---|---|---|\n",
        "| 이름 | 보험금의 지급사유와 설명 | 금액 |\n| 아주 긴 이름 둘 | 가입금액 및 보험료 | 단위 원 |\n|---|---|---|\n",
    ],
)
def test_the_repeated_table_header_counts(before: str, head: str) -> None:
    text = before + "표는 다음과 같다.\n\n" + head + _rows(60) + "\n뒤의 글이다. " * 40
    for limit in (110, 128, 200):
        chunks = split(text, ChunkingConfig(token_limit=limit, chunk_size=2000), count_tokens=_syllables)
        assert max(_syllables(chunk.embedding_text()) for chunk in chunks) <= limit
        rows = [chunk for chunk in chunks if chunk.content.startswith("| 항목")]
        assert rows
        assert all(chunk.table_header == head for chunk in rows)


@pytest.mark.parametrize("length", [18, 40])
def test_a_header_that_leaves_no_room_is_not_repeated(length: int) -> None:
    text = f"| {'긴 이름 ' * length}| 값 |\n|---|---|\n" + "| 항목의 이름과 설명 | 1,000원 |\n" * 30
    config = ChunkingConfig(token_limit=60, chunk_size=2000, chunk_overlap=0)
    chunks = split(text, config, count_tokens=_syllables)
    rows = [chunk for chunk in chunks if chunk.content.startswith("| 항목")]
    assert {chunk.table_header for chunk in rows} == {""}
    assert max(_syllables(chunk.embedding_text()) for chunk in rows) <= 60
    assert len(rows) < 15


def test_a_header_gives_way_to_a_row_that_fits_without_it_only() -> None:
    head = "| 이름과 설명 | 금액 |\n|---|---|\n"
    text = head + f"| 하나 | 1 |\n| {'긴 설명 ' * 14}| 2 |\n| 셋 | 3 |\n" * 6
    chunks = split(text, ChunkingConfig(token_limit=60, chunk_size=2000), count_tokens=_syllables)
    assert max(_syllables(chunk.embedding_text()) for chunk in chunks) <= 60
    assert {chunk.table_header for chunk in chunks[1:]} == {head, ""}


def test_a_long_trail_beside_a_header() -> None:
    text = f"### 제1조({'아주 긴 제목 ' * 9})\n\n글이다.\n\n| 이름 | 금액 |\n|---|---|\n" + _rows(30)
    chunks = split(text, ChunkingConfig(token_limit=50, chunk_size=2000), count_tokens=_syllables)
    assert max(_syllables(chunk.content) for chunk in chunks) <= 50


@pytest.mark.feature("PC-01")
def test_children_keep_the_limit_with_their_headers() -> None:
    text = "| 이름 | 설명 | 금액 |\n|---|---|---|\n" + _rows(60)
    config = ChunkingConfig(
        token_limit=60, enable_parent_child=True, parent_chunk_size=1000, child_chunk_size=400
    )
    found = split_parent_child(text, config, count_tokens=_syllables)
    assert max(_syllables(child.embedding_text()) for child in found.children) <= 60
