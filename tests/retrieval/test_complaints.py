"""What people complained of in systems like this one, through the real library: real encoder, real index."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite.blocking import Library
from tests.libraries import settings_for

SEOUL = """# 도시 안내

## 제1조(수도)
서울은 대한민국의 수도이며 인구는 약 940만 명이다.

## 제2조(항구)
부산은 대한민국의 가장 큰 항구 도시이다.
"""
VERIFICATION = """# Control software

## VA001 Start-up
The start-up sequence opens the inlet valve and waits for pressure.

## VA004 verification logic
The VA004 verification logic compares two sensor readings and trips the pump when they differ by more than 5 bar.

## VA009 Shut-down
The shut-down sequence closes the inlet valve after the pump has stopped.
"""
LEAVE_ZH = """# 员工手册

## 第五条 年假
员工每年享有十五天带薪年假，须提前两周申请。

## 第六条 病假
员工请病假须提交医院证明。
"""
LEAVE_EN = """# Employee handbook

## Article 5 Annual leave
Employees have fifteen days of paid annual leave a year and apply for it two weeks ahead.

## Article 6 Sick leave
Employees on sick leave hand in a certificate of the hospital.
"""
DOCUMENTS = {"cities.md": SEOUL, "control.md": VERIFICATION, "leave_zh.md": LEAVE_ZH, "leave_en.md": LEAVE_EN}


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library of all documents."""
    directory = tmp_path_factory.mktemp("complaints")
    folder = write(directory / "documents", **DOCUMENTS)
    with pincite.open(settings=settings_for(directory / "library")) as library:
        assert len(library.knowledge_base().add(folder).ready) == len(DOCUMENTS)
    return directory / "library"


@pytest.fixture(scope="module")
def library(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """For who only asks."""
    copy = tmp_path_factory.mktemp("asked") / "library"
    shutil.copytree(made, copy)
    with pincite.open(settings=settings_for(copy)) as opened:
        yield opened


@pytest.fixture
def changing(made: Path, tmp_path: Path) -> Iterator[Library]:
    shutil.copytree(made, tmp_path / "library")
    with pincite.open(settings=settings_for(tmp_path / "library")) as opened:
        yield opened


def shown(answer: pincite.Answer) -> list[tuple[str, float]]:
    return [(source.content, source.score) for source in answer.sources]


@pytest.mark.feature("HY-16")
@pytest.mark.parametrize(
    ("query", "words"),
    [("서울", "서울은"), ("부산", "부산은"), ("年假", "年假"), ("病假", "病假"), ("hospital", "hospital")],
)
def test_a_word_finds_its_passage_whatever_clings_to_it(library: Library, query: str, words: str) -> None:
    first = library.retrieve(query).sources[0]
    assert words in first.content
    assert first.match_type in ("hybrid", "lexical")


@pytest.mark.parametrize("query", ["VA004 verification logic", "VA004  verification logic"])
def test_an_extra_blank_changes_nothing(library: Library, query: str) -> None:
    plain = library.retrieve("VA004 verification logic")
    assert shown(library.retrieve(query)) == shown(plain)
    assert "VA004" in plain.sources[0].content


@pytest.mark.parametrize(
    "query", ["  VA004 verification\tlogic ", "va004 VERIFICATION logic", "ＶＡ００４ verification logic"]
)
def test_neither_does_another_way_to_write_it(library: Library, query: str) -> None:
    assert "VA004" in library.retrieve(query).sources[0].content


@pytest.mark.feature("HY-15")
@pytest.mark.feature("RR-05")
def test_a_threshold_of_zero_keeps_everything(library: Library) -> None:
    everything = library.retrieve("서울", top_k=50)
    assert len(everything.sources) >= 4
    assert shown(library.retrieve("서울", top_k=50, threshold=0)) == shown(everything)
    assert shown(library.retrieve("서울", top_k=50, threshold=0.0)) == shown(everything)


@pytest.mark.feature("RR-05")
@pytest.mark.parametrize("threshold", [0.05, 0.2, 0.5, 0.8])
def test_what_is_shown_reaches_the_threshold(library: Library, threshold: float) -> None:
    query = "What does the VA004 verification logic compare?"
    everything = library.retrieve(query, top_k=50)
    found = library.retrieve(query, top_k=50, threshold=threshold)
    reaching = [source for source in everything.sources if (source.rerank_score or 0) >= threshold]
    assert found.sources
    assert all((source.rerank_score or 0) >= threshold for source in found.sources)
    assert {source.chunk_id for source in found.sources} <= {source.chunk_id for source in reaching}
    for source in found.to_json()["sources"]:
        assert source["rerank_score"] >= threshold


@pytest.mark.feature("RR-15")
def test_below_the_threshold_nothing_is_shown_where_the_best_is_hopeless(library: Library) -> None:
    assert library.retrieve("xylophone zebra", threshold=0.99).sources == ()


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_a_threshold_is_a_probability(library: Library, threshold: float) -> None:
    with pytest.raises(pincite.PinciteError, match="threshold"):
        library.retrieve("서울", threshold=threshold)


def test_a_threshold_without_a_reranker_and_a_scope_that_is_not_asked_are_refused(library: Library) -> None:
    with pytest.raises(pincite.PinciteError, match="reranker"):
        library.retrieve("서울", threshold=0.3, rerank=False)
    with pytest.raises(pincite.PinciteError, match="no knowledge base"):
        library.retrieve("서울", scopes={"nowhere": ["x"]})


@pytest.mark.parametrize(
    "greeting",
    [
        "안녕하세요",
        "안녕",
        "감사합니다!",
        "hello",
        "Hi there!",
        "thank you",
        "Good morning",
        "你好",
        "谢谢",
        "早上好",
        "👋",
    ],
)
def test_a_greeting_gets_no_citation(library: Library, greeting: str) -> None:
    answer = library.ask(greeting)
    assert answer.citations == ()
    assert answer.sources == ()
    assert "<kb" not in answer.answer


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("员工每年有几天年假？", "How many days of annual leave do employees have a year?"),
        ("请病假要交什么？", "What must be handed in for sick leave?"),
    ],
)
def test_equal_questions_in_two_languages_both_hit(library: Library, chinese: str, english: str) -> None:
    places = []
    for query in (chinese, english):
        answer = library.ask(query)
        assert not answer.is_refusal
        places.append(answer.sources[0].place)
    wanted = ("第五条", "Article 5") if "年假" in chinese else ("第六条", "Article 6")
    assert all(any(name in place for name in wanted) for place in places)
    # And each finds the other language's clause among the first five.
    for query in (chinese, english):
        found = [source.place for source in library.retrieve(query).sources[:5]]
        assert all(any(name in place for place in found) for name in wanted)


@pytest.mark.parametrize("remove", ["document", "base"])
def test_what_is_deleted_leaves_no_hit(changing: Library, remove: str) -> None:
    assert "서울은" in changing.retrieve("서울").sources[0].content
    if remove == "document":
        changing.knowledge_base().remove("cities.md")
        left = changing.retrieve("서울은 대한민국의 수도", top_k=50).sources
        assert left
    else:
        changing.delete_base("documents")
        left = changing.retrieve("서울은 대한민국의 수도", top_k=50).sources
        assert not left
    assert all("서울" not in source.content for source in left)
    assert changing.ask("서울은 어느 나라의 수도인가요?").is_refusal


def test_a_document_that_comes_again_is_found_once(changing: Library, tmp_path: Path) -> None:
    base = changing.knowledge_base()
    base.remove("cities.md")
    base.add(write(tmp_path / "again", **{"cities.md": SEOUL}))
    contents = [source.content for source in changing.retrieve("서울", top_k=50).sources]
    assert sum("서울은" in content for content in contents) == 1


def test_a_tag_of_one_base_holds_there_alone(changing: Library, tmp_path: Path) -> None:
    other = changing.knowledge_base("other")
    other.add(write(tmp_path / "a", **{"seoul.md": SEOUL}), tags=["city"])
    harbour = "# 항만 안내\n\n인천은 항구 도시이고, 대한민국의 수도에서 가장 가까운 바다이다."
    other.add(write(tmp_path / "b", **{"harbour.md": harbour}), tags=["port"])
    found = changing.retrieve("대한민국의 수도", scopes={"other": ["port"]}, top_k=50).sources
    documents = {(source.base_id == other.id, source.document) for source in found}
    assert {document for is_other, document in documents if not is_other}, "the other bases are whole"
    texts = [source.content for source in found if source.base_id == other.id]
    assert texts and all("서울은" not in text for text in texts)
