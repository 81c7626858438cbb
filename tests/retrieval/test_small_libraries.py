"""What a person tries first: a handful of short files, and questions that they answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite import Library
from pincite.core.errors import EmbeddingFailed
from pincite.retrieval.hybrid import HybridRetriever

FILES = {
    "배송.md": "# 배송 안내\n\n배송은 결제 후 3일 걸립니다. 제주도는 2일 더 걸립니다.",
    "환불.md": "# 환불 안내\n\n환불은 수령 후 7일 안에 신청합니다.",
    "shipping.md": "# Shipping\n\nShipping takes 4 days after payment.",
    "差旅.md": "# 差旅制度\n\n## 第五条 出差补助\n\n出差补助每日180元。",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("small")
    with pincite.open(folder / "library") as opened:
        base = opened.knowledge_base()
        for name, text in FILES.items():
            (folder / name).write_text(text, encoding="utf-8")
            base.add(folder / name)
        yield opened


@pytest.mark.parametrize(
    ("question", "held", "document"),
    [
        ("배송은 며칠 걸리나요?", "3일", "배송.md"),
        ("환불은 언제까지 신청하나요?", "7일", "환불.md"),
        ("How long does shipping take?", "4 days", "shipping.md"),
        ("出差补助是多少？", "180元", "差旅.md"),
    ],
)
@pytest.mark.parametrize("named", [False, True])
def test_an_answer_is_given_in_a_small_library_and_in_one_document_of_it(
    library: Library, question: str, held: str, document: str, named: bool
) -> None:
    answer = library.ask(question, documents=(document,) if named else ())
    assert held in answer.answer, (answer.refusal_reason, answer.top_scores)


@pytest.mark.parametrize(
    "question", ["대통령 임기는 몇 년인가요?", "What is the weather tomorrow?", "推荐几家好吃的火锅店"]
)
def test_what_a_small_library_does_not_hold_is_refused(library: Library, question: str) -> None:
    assert library.ask(question).is_refusal


@pytest.mark.feature("HY-14")
def test_without_the_encoder_words_alone_are_evidence(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> tuple[None, EmbeddingFailed]:
        return None, EmbeddingFailed("The encoder does not answer.")

    monkeypatch.setattr(HybridRetriever, "_embed", fail)
    answer = library.ask("환불은 언제까지 신청하나요?")
    assert answer.degraded == ("embedding",)
    assert "7일" in answer.answer


def test_one_file_alone_answers(tmp_path: Path) -> None:
    (tmp_path / "policy.md").write_text(
        "# Travel policy\n\n## Article 2 Daily allowance\nThe daily allowance is 45 euros.\n",
        encoding="utf-8",
    )
    with pincite.open(tmp_path / "library") as library:
        library.knowledge_base().add(tmp_path / "policy.md")
        assert "45 euros" in library.ask("What is the daily allowance?").answer
