import pytest

from pincite.core.types import Chunk, Hit
from pincite.ranking import FeatureRanker
from pincite.ranking.ranker import ABSENT_CLAUSE_CAP, EXACT_CLAUSE_FLOOR
from pincite.text.analyzers import analyze, query_terms
from pincite.text.language import dominant_language


def hit(content: str, question: str, cosine: float, *, exact: bool = False) -> Hit:
    chunk = Chunk(
        id=content[:12], base_id="b", document_id="d", version_id="v", document_title="t", seq=0, start=0,
        end=len(content), content=content, morphemes=" ".join(analyze(content)),
        language=dominant_language(content),
    )  # fmt: skip
    idf = {field: dict.fromkeys(terms, 3.0) for field, terms in query_terms(question).items()}
    score = (cosine - 0.75) * 2.5
    return Hit(chunk=chunk, score=score, base_score=score, cosine=cosine, idf=idf, exact_reference=exact)


async def test_probabilities_come_in_the_order_of_the_hits() -> None:
    question = "무면허 운전 사고도 보상되나요?"
    answer = hit("무면허 운전 중의 사고는 보상하지 아니한다.", question, 0.90)
    others = [
        hit(f"제{i}회 정기 총회는 매년 열린다. 의장은 회원이 뽑는다.", question, 0.79) for i in range(10)
    ]
    ranker = FeatureRanker()
    first, *rest = await ranker.rerank(question, [answer, *others])
    *_, last = await ranker.rerank(question, [*others, answer])
    assert first == pytest.approx(last)
    assert first > 0.3
    assert max(rest) < 0.1
    assert all(0.0 <= value <= 1.0 for value in rest)
    assert await ranker.rerank(question, []) == []


async def test_a_far_question_is_below_both_gates() -> None:
    question = "피자 배달은 얼마나 걸리나요?"
    hits = [hit(f"제{i}조 보험금은 청구서를 접수한 날부터 지급한다.", question, 0.79) for i in range(10)]
    assert max(await FeatureRanker().rerank(question, hits)) < 0.1


async def test_a_named_clause_that_exists_passes() -> None:
    question = "제43조는 뭔가요?"
    found = hit("제43조(보험금의 지급) 회사는 지급한다.", question, 0.80, exact=True)
    assert (await FeatureRanker().rerank(question, [found]))[0] >= EXACT_CLAUSE_FLOOR


async def test_a_named_clause_that_is_missing_is_not_answered_from_its_neighbour() -> None:
    question = "제999조 보험금의 지급 사유는 뭔가요?"
    neighbour = hit("제43조(보험금의 지급 사유) 보험금의 지급 사유는 다음과 같다.", question, 0.93)
    mention = hit("제999조에 따른 보험금의 지급 사유는 다음과 같다.", question, 0.93)
    alone = await FeatureRanker().rerank(question, [neighbour])
    assert alone[0] <= ABSENT_CLAUSE_CAP
    both = await FeatureRanker().rerank(question, [neighbour, mention])
    assert both[1] > both[0]


def test_it_has_a_name() -> None:
    assert FeatureRanker().identity.startswith("pincite-features")
