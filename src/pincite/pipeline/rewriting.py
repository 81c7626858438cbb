"""The next wording of a question whose evidence was weak: the model's, else a deterministic one."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.citations import without_tags
from pincite.composing import rewrite_messages
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import ChatSettings
from pincite.core.types import Hit
from pincite.pipeline.profile import chat_options
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel
from pincite.routing import expand_query
from pincite.routing.everyday import EverydayWords
from pincite.text.analyzers import analyze

REWRITE = "rewrite"
"""Named in ``degraded`` when the model failed and a deterministic variant stepped in."""

REWRITE_TOKENS = 150
"""Longest rewrite; reference 000 allows the rewrite of a question as much."""

LONGEST_WORDING = 300
"""Characters; what is longer is an explanation, not a question to search with."""

HEADINGS_READ = 20
"""Hits whose headings may lend a synonym to a variant."""

_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "《": "》", "`": "`", "*": "*"}
_LABEL = re.compile(
    r"^(?:(?:rewritten|revised|new)\s+(?:question|query)|question|query|(?:바꾼|재작성된?|수정된?)\s?질문|질문"
    r"|(?:改写|重写)后?的?(?:问题|查询)?|问题)\s*[:：]\s*",
    re.IGNORECASE,
)
_EXCUSE = re.compile(
    r"^(?:(?:i['’]?\s?a?m\s+)?(?:very\s+)?sorry\b|as an ai\b"
    r"|(?:unfortunately,?\s+)?i\s+(?:can(?:no|['’])t|am unable to)\s+(?:rewrite|answer|help|assist|rephrase)"
    r"|죄송|미안(?:하|합)"
    r"|(?:非常|很|十分)?(?:抱歉|对不起|對不起))",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"\s+")
_MARKS = " .?!~。？！～"


@dataclass(frozen=True, slots=True)
class Wording:
    """Another form of a question; ``reduced`` if it only leaves words of the question out."""

    text: str
    reduced: bool


async def next_wording(
    chat: ChatState,
    model: ChatModel | None,
    settings: ChatSettings,
    found: Sequence[Hit],
    words: EverydayWords,
) -> Wording | None:
    """A form of the question not searched yet, or None when there is none left.

    The model is called as the assistant that is asked says, but never thinks: in 150 tokens it would not come
    to its words. One that failed once is not asked again for this question. ``found`` are the hits of the
    best attempt; their headings know other names of its topic.
    """
    state, settings = chat.state, chat.request.profile.chat(settings)
    query = state.question or chat.request.query.strip()
    tried = (query, *state.rewrites)
    if model is not None and REWRITE not in state.degraded:
        state.model_calls += 1
        try:
            said = await model.completion(
                rewrite_messages(without_tags(query), state.language, chat.request.profile.prompts),
                temperature=settings.temperature,
                max_tokens=REWRITE_TOKENS,
                options=replace(chat_options(settings), thinking=False),
            )
        except (ChatModelUnavailable, ModelCallFailed):
            chat.mark_degraded([REWRITE])
        else:
            wording = usable_wording(said.text, tried)
            if wording is not None:
                return Wording(wording, reduced=False)
    plain = document_wording(chat, words)
    if plain is not None:
        return Wording(plain, reduced=False)
    seen = {_plain(text) for text in tried}
    variants = expand_query(query, _headings(found))
    unseen = next((variant for variant in variants if _plain(variant) not in seen), None)
    if unseen is None:
        return None
    return Wording(unseen, reduced=set(analyze(unseen)) < set(analyze(query)))


def document_wording(chat: ChatState, words: EverydayWords) -> str | None:
    """The question in the words of documents, where they differ and it was not asked so yet."""
    query = chat.state.question or chat.request.query.strip()
    wording = words.in_document_words(query)
    seen = {_plain(text) for text in (query, *chat.state.rewrites)}
    return None if wording is None or _plain(wording) in seen else wording


def usable_wording(written: str, tried: Sequence[str]) -> str | None:
    """The question in what a model wrote, or None: then the person's own words stay (rows QU-04, QU-05).

    Blank, several lines, an excuse, an explanation and what was ``tried`` already are no rewrite.

    >>> usable_wording('Question: "보험금 부활 조건"', ["다시 살리려면?"])
    '보험금 부활 조건'
    """
    text = _bare(_LABEL.sub("", _bare(written)))
    if not text or len(text) > LONGEST_WORDING or _EXCUSE.match(text):
        return None
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        return None
    return None if _plain(text) in {_plain(other) for other in tried} else text


def _bare(text: str) -> str:
    """Without blanks and quotation marks around it."""
    text = text.strip()
    while len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return text


def _plain(text: str) -> str:
    return _BLANKS.sub(" ", text).casefold().strip(_MARKS)


def _headings(hits: Sequence[Hit]) -> list[str]:
    return [heading for hit in hits[:HEADINGS_READ] for heading in hit.chunk.trail.split(" > ") if heading]
