"""Languages meet by meaning."""

from collections.abc import AsyncIterator

import numpy as np
import pytest

from pincite.adapters.e5 import E5Embedder, open_embedder
from pincite.adapters.e5.languages import LANGUAGES, LanguageMeans, dump, load_means, without_language
from tests.adapters.e5.models import model_data_dir

BESIDE = {
    "ko": "제9조(회원의 의무) 회원은 이용 수칙을 지키고 사물함 열쇠를 반납해야 합니다.",
    "zh": "第九条 会员应当遵守使用守则，并归还储物柜钥匙。",
    "en": "Article 9. Members shall follow the rules of use and return the key of their locker.",
}
TRUE = {
    "ko": "프린터의 토너 카트리지는 약 2,500장을 인쇄한 뒤 교체하며, 교체할 때는 전원을 끕니다.",
    "zh": "打印机的硒鼓大约打印2500页后更换，更换时须关闭电源。",
    "en": "Replace the printer's toner cartridge after about 2,500 pages, with the power switched off.",
}
ASKED = {
    "ko": "토너는 몇 장 뽑고 나서 갈아야 해요?",
    "zh": "墨粉盒打印多少页以后要换？",
    "en": "After how many pages does the toner need changing?",
}
PAIRS = [(asked, held) for asked in LANGUAGES for held in LANGUAGES if asked != held]


@pytest.fixture(scope="module")
async def embedder() -> AsyncIterator[E5Embedder]:
    opened = await open_embedder(model_data_dir(), backend="onnx")
    yield opened
    await opened.aclose()


@pytest.mark.parametrize(("asked", "held"), PAIRS)
async def test_the_answer_in_another_language_is_nearer_than_a_passage_beside_the_point(
    embedder: E5Embedder, asked: str, held: str
) -> None:
    question = await embedder.embed_query(ASKED[asked])
    answer, beside = await embedder.embed_passages([TRUE[held], BESIDE[asked]])
    assert answer @ question > beside @ question


async def test_nearness_of_unrelated_and_of_equal_texts_spans_the_scale(embedder: E5Embedder) -> None:
    question = await embedder.embed_query(ASKED["en"])
    answer, beside = await embedder.embed_passages([TRUE["en"], BESIDE["en"]])
    scale = embedder.cosine_range
    assert scale.nearness(float(answer @ question)) > 0.5
    assert scale.nearness(float(beside @ question)) < 0.3


def test_vectors_stay_normalised_and_none_is_lost() -> None:
    means = load_means().passages
    rows = np.stack([means["ko"] * 3, means["en"]])  # the second is its language's mean itself
    out = without_language(rows, ["한국어 문장", "English"], means)
    assert out.shape == rows.shape
    assert np.isfinite(out).all()
    assert np.linalg.norm(out[0]) == pytest.approx(1.0, abs=1e-5)
    assert without_language(np.zeros((0, 384), dtype=np.float32), [], means).shape == (0, 384)


def test_means_survive_writing() -> None:
    means = load_means()
    assert dump(LanguageMeans(means.queries, means.passages)) == dump(means)
    assert {*means.queries} == {*means.passages} == {*LANGUAGES}
