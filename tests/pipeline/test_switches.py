"""Who decides whether the web and spreadsheets take part."""

import pytest

from pincite.core.errors import InvalidInput
from pincite.core.settings import AnalysisSettings, Settings, WebSettings
from pincite.pipeline.profile import Profile
from pincite.pipeline.state import ChatRequest
from pincite.pipeline.switches import Reach, switched

ALL = Reach(web=True, pages=True, tables=True)


def settings(*, on: bool) -> Settings:
    return Settings(web=WebSettings(enabled=on), analysis=AnalysisSettings(enabled=on))


def request(profile: bool | None = None, said: bool | None = None) -> ChatRequest:
    own = Profile(web=profile, data_analysis=profile)
    return ChatRequest("q", ("base",), web=said, data_analysis=said, profile=own)


@pytest.mark.feature("DA-01")
@pytest.mark.feature("WF-01")
def test_both_are_off_unless_somebody_turns_them_on() -> None:
    decided, lacking = switched(request(), Settings(), ALL)
    assert (decided.web, decided.web_fetch, decided.data_analysis, lacking) == (False, False, False, ())


@pytest.mark.parametrize("setting", [True, False])
@pytest.mark.parametrize("profile", [True, False, None])
@pytest.mark.parametrize("said", [True, False, None])
def test_the_question_says_else_the_assistant_else_the_settings(
    setting: bool, profile: bool | None, said: bool | None
) -> None:
    decided, _ = switched(request(profile, said), settings(on=setting), ALL)
    wanted = next(one for one in (said, profile, setting) if one is not None)
    assert (decided.web, decided.data_analysis) == (wanted, wanted)


@pytest.mark.feature("WF-03")
def test_pages_are_read_where_search_and_reading_are_both_on() -> None:
    for web, fetch, pages, read in (
        (True, None, True, True), (True, True, True, True), (True, False, True, False),
        (False, True, True, False), (True, True, False, False),
    ):  # fmt: skip
        asked = ChatRequest("q", ("base",), web=web, web_fetch=fetch)
        assert switched(asked, Settings(), Reach(web=True, pages=pages))[0].web_fetch is read
    quiet = ChatRequest("q", ("base",), web=True, profile=Profile(web_fetch=False))
    assert switched(quiet, Settings(), ALL)[0].web_fetch is False


def test_who_asks_for_what_is_not_set_up_is_told_so() -> None:
    with pytest.raises(InvalidInput) as failure:
        switched(ChatRequest("q", ("base",), web=True), Settings(), Reach())
    assert "web.url" in failure.value.hint
    with pytest.raises(InvalidInput) as failure:
        switched(ChatRequest("q", ("base",), data_analysis=True), Settings(), Reach())
    assert "pincite[data]" in failure.value.hint


def test_an_assistant_or_a_setting_does_without_what_is_not_set_up() -> None:
    for asked, own in ((request(profile=True), Settings()), (request(), settings(on=True))):
        decided, lacking = switched(asked, own, Reach())
        assert (decided.web, decided.web_fetch, decided.data_analysis) == (False, False, False)
        assert lacking == ("web", "data_analysis")
