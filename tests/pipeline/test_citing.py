"""Citations of an answer: the passages that a claim stands on, and the sentence in each."""

import pytest

from pincite.api.schemas import AnswerOut
from pincite.citations import SourceRegistry
from pincite.core.types import RiskLevel
from pincite.pipeline.citing import citations
from pincite.pipeline.state import ChatRequest, ChatState
from pincite.verification import Claim, VerificationReport
from tests.builders import chunk, passage
from tests.pipeline.standins import ScriptedModel, World

FIRST = chunk("first", "회사는 3영업일 이내에 지급합니다. ", page_range=(4, 4))
SECOND = chunk("second", "늦으면 이자를 더합니다.", seq=1, start=FIRST.end, page_range=(5, 5))
MERGED = passage(FIRST, members=(FIRST, SECOND), text=FIRST.content + SECOND.content)
SAID = '늦으면 이자를 더합니다. <ref id="c1"/>'


def answered(raw: str, *claims: Claim) -> ChatState:
    chat = ChatState(ChatRequest("언제?", ("base",)))
    registry = SourceRegistry()
    registry.register(MERGED)
    chat.context.registry = registry
    chat.state.passages = [MERGED]
    chat.state.raw_answer = raw
    chat.state.report = VerificationReport(RiskLevel.PASS, None, claims)
    return chat


@pytest.mark.feature("CI-09", "MG-13")
def test_a_citation_opens_the_sentence_in_the_member_that_holds_it() -> None:
    (citation,) = citations(answered(SAID, Claim("늦으면 이자를 더합니다.", 0, 13)))
    assert citation.supported_by_chunks == ("first",), "the source, as ever"
    (place,) = citation.pins
    assert (place.chunk_id, place.page_range) == ("second", (5, 5))
    assert (place.start, place.end) == (SECOND.start, SECOND.end)


def test_a_passage_that_is_gone_has_no_place() -> None:
    claim = Claim("x", 0, 1, supported_by=("elsewhere",), verdict="supported")
    (citation,) = citations(answered("x", claim))
    assert (citation.supported_by_chunks, citation.pins) == (("elsewhere",), ())


@pytest.mark.feature("CI-09", "CI-10")
async def test_programs_read_the_place_beside_the_fields_of_the_reference() -> None:
    text = '보험금은 3영업일 이내에 지급합니다. <ref id="c1"/>'
    answer = await World(model=ScriptedModel(text)).ask("보험금은 언제 지급하나요?")
    body = answer.to_json()
    (told,) = body["citations"]
    assert {"claim", "refs", "supported_by_chunks", "pins"} == told.keys()
    (place,) = told["pins"]
    assert place["chunk_id"] in body["sources"][0]["chunk_ids"]
    assert "3영업일 이내" in place["text"]
    assert AnswerOut.model_validate(body).citations[0].pins[0].text == place["text"]  # type: ignore[index]
