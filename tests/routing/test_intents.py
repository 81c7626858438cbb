import pytest

from pincite.routing import Intent, intent_prompt, needs_bases, needs_retrieval


@pytest.mark.feature("SR-01")
@pytest.mark.parametrize("intent", list(Intent))
def test_three_intents_search_the_bases(intent: Intent) -> None:
    wanted = intent in (Intent.KB_SEARCH, Intent.SUMMARIZE, Intent.CLARIFICATION)
    assert needs_bases(intent) is wanted
    assert needs_retrieval(intent, web=False) is wanted
    assert needs_retrieval(intent, web=True) is (wanted or intent is Intent.WEB_SEARCH)


def test_no_intent_is_a_search_and_an_unknown_one_is_none() -> None:
    assert needs_bases("")
    assert not needs_retrieval("sing", web=True)


def test_the_prompt_of_the_profile_comes_first_as_it_is_written() -> None:
    assert intent_prompt("greeting", {"greeting": " hi\n"}, {"greeting": "hello"}) == " hi\n"
    assert intent_prompt("greeting", {"greeting": " \n"}, {"greeting": "hello"}) == "hello"
    assert intent_prompt("greeting", None, {"chitchat": "x"}) is None
