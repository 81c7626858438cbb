"""What every `VisionModel` must do. Subclass `VisionModelContract` and give it its three fixtures.

``vision_model`` answers any picture with some text; ``unreachable_vision_model`` has no server behind it;
``failing_vision_model`` reaches a server that refuses every call.
"""

import asyncio
import base64

import pytest

from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.ports.vision import VisionModel

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCq"
    "YKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg=="
)
"""A white PNG of 32 by 32 pixels."""


class VisionModelContract:
    """Each test leaves the model open."""

    def test_the_identity_names_the_model(self, vision_model: VisionModel) -> None:
        assert vision_model.identity.strip()
        assert vision_model.identity == vision_model.identity.strip()

    @pytest.mark.parametrize("language", ["ko", "en", "zh"])
    async def test_it_describes_in_any_language(self, vision_model: VisionModel, language: str) -> None:
        assert isinstance(await vision_model.describe(PICTURE, language), str)

    async def test_what_it_says_has_no_blank_ends(self, vision_model: VisionModel) -> None:
        for said in (await vision_model.describe(PICTURE, "en"), await vision_model.read(PICTURE)):
            assert said == said.strip()

    async def test_callers_do_not_disturb_each_other(self, vision_model: VisionModel) -> None:
        described, read = await asyncio.gather(
            vision_model.describe(PICTURE, "en"), vision_model.read(PICTURE)
        )
        assert isinstance(described, str)
        assert isinstance(read, str)

    async def test_a_model_that_is_not_there_is_unavailable(
        self, unreachable_vision_model: VisionModel
    ) -> None:
        with pytest.raises(ChatModelUnavailable):
            await unreachable_vision_model.describe(PICTURE, "en")

    async def test_a_call_that_is_refused_failed(self, failing_vision_model: VisionModel) -> None:
        with pytest.raises(ModelCallFailed):
            await failing_vision_model.read(PICTURE)
