import re
from itertools import pairwise

import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.chunking.boundaries import cut_finders, overlap_candidates


def _sentences(text: str) -> list[str]:
    finder = cut_finders((), text)[-1]
    assert finder.accepts is not None
    ends = [m.end() for m in finder.pattern.finditer(text) if finder.accepts(text, *m.span())]
    bounds = [0, *(end for end in ends if end < len(text)), len(text)]
    return [text[a:b].strip() for a, b in pairwise(bounds)]


@pytest.mark.parametrize(
    "sentence",
    [
        "물은 100도에서 끓는다.[1]", "끓는다.[1][2]", "끓는다.[주 1]", "끓는다.¹", "끓는다.[1](#cite-1)",
        "끓는다.[\\[1\\]](https://ko.example/a#c)", "끓는다.[[1]](#c)", "끓는다.\\[1\\]", "Water boils.[1]", "It boils.[^3]",
        "It boils.[1–3]", "It boils.”[1]", "Is it so?[a]", "It boils.[citation needed]", "It boils.<sup>[1]</sup>",
    ],
)  # fmt: skip
def test_the_marks_of_notes_belong_to_the_sentence_before(sentence: str) -> None:
    assert _sentences(f"{sentence} 얼음은 녹는다.") == [sentence, "얼음은 녹는다."]
    assert _sentences(f"Before. {sentence} Ice melts.") == ["Before.", sentence, "Ice melts."]


@pytest.mark.parametrize("note", ["[1]", "[1][2]", "[注1]", "¹", "[1](#c)"])
def test_chinese_notes_need_no_blank(note: str) -> None:
    text = f"水在一百度沸腾。{note}冰在零度融化。{note}" * 12
    for separators in (("。",), ()):
        config = ChunkingConfig(chunk_size=40, chunk_overlap=15, strategy="recursive", separators=separators)
        for chunk in split(text, config):
            assert chunk.content.startswith(("水", "冰"))
            assert chunk.content.endswith(note)


def test_a_link_after_a_sentence_is_no_note() -> None:
    assert _sentences("见下文。[保险法](http://x)规定。") == ["见下文。", "[保险法](http://x)规定。"]


@pytest.mark.feature("RC-08")
@pytest.mark.parametrize(
    "text",
    [
        "이 법은 2026. 4. 20. 시행하고 끝낸다.", "2026.4.20. 시행한다.", "'26. 4. 20. 개정한다.", "12. 25. 쉰다.", "2026. 4. 시행한다.",
        "이는 제43조의2. 그리고 간다.", "이는 제 43 조. 그리고 간다.", "제43조제2항. 그리고 간다.", "순서는 1. 가입 2. 청구이다.", "顺序是 1. 申请 2. 审核。",
        "See no. 5 of it.", "As fig. 3 shows.", "In fig. 3 it is.", "Smith et al. Wrote it.", "At 5 p.m. Monday it is.", "It is 5 a.m. KST now.",
        "Siehe Nr. 5 davon.", "Das bzw. Jenes gilt.", "John Smith Jr. Came.", "Nach Abs. 2 gilt es.", "Also z. B. Wasser.", "Also z.B. Wasser.",
        "In der i. d. R. Regel so.", "Am 20. Mai 2026 war es.", "Im 19. Jahrhundert war es.", "Under Dr. Miller it works.", "By U.S. Law it is.",
        "J. K. Rowling wrote it.", "Acme Corp. Files it.", "On Jan. 5 it is.", "3.1. Scope of it.", "Article 5. The text.", "가. 나이이다.", "IV. Results here.",
        "See pp. 3 to 5.", "Version ver. 3 is it.",
    ],
)  # fmt: skip
def test_what_a_full_stop_does_not_end(text: str) -> None:
    assert _sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The answer is no. Then we go.", 2), ("It was in 2019. The end came.", 2), ("as in Article 5. The text is.", 2),
        ("He is 19. She left.", 2), ("Am 20.4.2026. Danach nicht.", 2), ("그렇다. 다음은 이렇다.", 2), ("Wait... what? Yes!", 3),
        ("가격은 5원. 끝이다.", 2), ("modern art. The rest.", 2), ("in the par. The rest.", 2),
    ],
)  # fmt: skip
def test_sentences_still_end(text: str, count: int) -> None:
    assert len(_sentences(text)) == count


@pytest.mark.feature("RC-08")
def test_an_overlap_knows_the_same_sentence_ends() -> None:
    for text in (
        "The report was written in the year under Dr. Miller and it works e.g. like this. " * 9,
        "이 법은 공포 후 2026. 4. 20. 시행하고 제43조의2. 그리고 제 43 조. 에 따라 지급한다. " * 9,
        "Das Gesetz gilt bzw. galt nach Nr. Fünf und z. B. nach Herrn Dr. Müller so weiter. " * 9,
    ):
        first = text.split()[0]
        for size, overlap in ((200, 60), (200, 100), (100, 50)):
            config = ChunkingConfig(chunk_size=size, chunk_overlap=overlap, strategy="recursive")
            assert all(chunk.content.startswith(first) for chunk in split(text, config))


def test_overlaps_prefer_paragraphs_to_lines_to_sentences() -> None:
    text = "Eins. Zwei\nDrei.\n\nVier. Fünf"
    places = [text[place:].split()[0] for place in overlap_candidates(text, 0, len(text))]
    assert re.sub("[.]", "", places[0]) == "Vier"
    assert places[-1] == "Fünf"
