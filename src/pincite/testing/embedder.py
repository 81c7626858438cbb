"""What every `Embedder` must do. Subclass `EmbedderContract` in a test and give it a fixture ``embedder``."""

import asyncio

import numpy as np

from pincite.ports.models import Embedder

TOPICS = (
    "근로자는 1년간 80퍼센트 이상 출근하면 15일의 유급휴가를 받는다.",
    "Replace the filter element every 500 operating hours.",
    "员工请病假应当提交医院开具的证明。",
)
QUESTIONS = ("연차휴가는 며칠인가요?", "When must the filter be changed?", "病假需要什么材料？")
_TOLERANCE = 1e-5
"""Single precision, rows of 384 numbers."""


class EmbedderContract:
    """Each test takes the adapter under test as ``embedder`` and leaves it open."""

    async def test_shapes_types_and_lengths(self, embedder: Embedder) -> None:
        rows = await embedder.embed_passages(list(TOPICS))
        vector = await embedder.embed_query(QUESTIONS[0])
        assert rows.shape == (len(TOPICS), embedder.dimension)
        assert vector.shape == (embedder.dimension,)
        assert rows.dtype == vector.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=_TOLERANCE)
        np.testing.assert_allclose(np.linalg.norm(vector), 1, atol=_TOLERANCE)

    async def test_texts_on_a_subject_are_nearer_than_others_on_the_encoders_scale(
        self, embedder: Embedder
    ) -> None:
        scale = embedder.cosine_range
        assert scale.low < scale.high
        assert scale.nearness(scale.low) == 0
        assert scale.nearness(scale.high) == 1

    async def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        rows = await embedder.embed_passages([])
        assert rows.shape == (0, embedder.dimension)
        assert rows.dtype == np.float32

    async def test_blank_and_odd_texts_are_embedded(self, embedder: Embedder) -> None:
        rows = await embedder.embed_passages(["", "  \n", "\x00", "\ud800", "\U0001f9ef", "a\x00b"])
        assert np.isfinite(rows).all()
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=_TOLERANCE)
        assert np.isfinite(await embedder.embed_query("")).all()

    async def test_a_question_is_nearest_to_its_own_topic(self, embedder: Embedder) -> None:
        rows = await embedder.embed_passages(list(TOPICS))
        for number, question in enumerate(QUESTIONS):
            assert int((rows @ await embedder.embed_query(question)).argmax()) == number

    async def test_rows_keep_the_order_of_the_texts(self, embedder: Embedder) -> None:
        texts = [f"{topic} " * (1 + number % 4) for number, topic in enumerate(TOPICS * 4)]
        together = await embedder.embed_passages(texts)
        alone = np.concatenate([await embedder.embed_passages([text]) for text in texts])
        assert ((together * alone).sum(axis=1) > 0.999).all()

    async def test_the_same_text_has_the_same_vector(self, embedder: Embedder) -> None:
        first, second = await embedder.embed_passages([TOPICS[0], TOPICS[0]])
        again = (await embedder.embed_passages([TOPICS[0]]))[0]
        np.testing.assert_allclose(first, second, atol=_TOLERANCE)
        np.testing.assert_allclose(first, again, atol=1e-3)

    async def test_the_end_of_a_long_text_counts(self, embedder: Embedder) -> None:
        filler = f"{TOPICS[1]} " * 60
        assert embedder.count_tokens(filler) > 512
        plain, other = await embedder.embed_passages([filler, filler + f"{TOPICS[2]} " * 30])
        assert float(plain @ other) < 0.999

    async def test_tokens_are_counted(self, embedder: Embedder) -> None:
        assert embedder.count_tokens("") <= 1
        once = embedder.count_tokens(TOPICS[0])
        assert 5 < once < len(TOPICS[0])
        assert abs(embedder.count_tokens(f"{TOPICS[0]} " * 10) - 10 * once) <= 11

    async def test_the_event_loop_goes_on_while_texts_are_embedded(self, embedder: Embedder) -> None:
        ticks = 0
        work = asyncio.ensure_future(embedder.embed_passages([f"{topic} " * 6 for topic in TOPICS * 4]))
        while not work.done():
            await asyncio.sleep(0.001)
            ticks += 1
        assert work.result().shape == (12, embedder.dimension)
        assert ticks > 12

    async def test_a_question_overtakes_the_passages_of_a_document(self, embedder: Embedder) -> None:
        work = asyncio.ensure_future(embedder.embed_passages([f"{topic} " * 6 for topic in TOPICS * 4]))
        await asyncio.sleep(0.01)
        await embedder.embed_query(QUESTIONS[0])
        assert not work.done()
        await work

    async def test_cancelling_leaves_a_usable_encoder(self, embedder: Embedder) -> None:
        work = asyncio.ensure_future(embedder.embed_passages([f"{topic} " * 6 for topic in TOPICS * 4]))
        await asyncio.sleep(0.01)
        work.cancel()
        assert (await asyncio.gather(work, return_exceptions=True))[0].__class__ is asyncio.CancelledError
        assert (await embedder.embed_passages(["42"])).shape == (1, embedder.dimension)

    async def test_two_callers_get_their_own_rows(self, embedder: Embedder) -> None:
        left, right = await asyncio.gather(
            embedder.embed_passages([TOPICS[0]] * 3), embedder.embed_passages([TOPICS[1]] * 3)
        )
        expected = await embedder.embed_passages(list(TOPICS[:2]))
        assert (left @ expected[0] > 0.999).all()
        assert (right @ expected[1] > 0.999).all()

    def test_the_identity_names_the_vector_space(self, embedder: Embedder) -> None:
        assert embedder.identity.strip()
        assert embedder.identity == embedder.identity.strip()
