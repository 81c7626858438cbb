"""Files beside a question as passages: the answer may cite them, and is checked against them as against what
was found. They are marked as attached and lie in no base."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.composing.window import fit_text
from pincite.core.attached import Attachment
from pincite.core.catalogue import say
from pincite.core.types import Chunk, Hit, MatchType, Passage
from pincite.pipeline.state import ChatState
from pincite.routing.intents import Intent
from pincite.text.language import dominant_language

ATTACHED_SHARE = 0.5
"""Of the room for evidence, at most, where a base is searched too: an attached report must not drive out the
terms that it is held against."""


def attached_id(number: int) -> str:
    """Of the chunk and of the document: what a citation of the file names."""
    return f"attachment-{number}"


def attached_passages(files: Sequence[Attachment]) -> list[Passage]:
    """One a file, in their order."""
    return [_passage(number, file) for number, file in enumerate(files, start=1)]


def files_may_answer(chat: ChatState) -> bool:
    """Whether a refused question has files that could answer it by themselves."""
    allowed = chat.request.profile.intents
    wanted = allowed is None or Intent.DOC_ONLY in allowed
    return chat.state.refusal_reason is not None and bool(chat.request.attachments) and wanted


def turn_to_files(chat: ChatState) -> None:
    """Forget the refusal, and what was found with it; the answer says that it stands on the files alone."""
    state = chat.state
    state.refusal_reason = None
    state.intent = Intent.DOC_ONLY
    chat.reset_retrieval()
    state.notices.append(say("answer.only_attached", state.language))


def within(chat: ChatState, passages: Sequence[Passage], tokens: int) -> list[Passage]:
    """``passages`` of files cut to ``tokens`` in all, at the ends of sentences; what was cut is said beside
    the answer. A short file leaves its room to the next one."""
    kept = []
    for place, passage in enumerate(passages):
        share = max(tokens, 0) // (len(passages) - place)
        text, used = fit_text(passage.text, share)
        tokens -= used
        if len(text) < len(passage.text):
            notice = say(
                "answer.attachment_cut",
                chat.state.language,
                name=passage.chunk.document_title,
                characters=f"{len(text):,}",
            )
            if notice not in chat.state.notices:
                chat.state.notices.append(notice)
        if text:
            kept.append(replace(passage, text=text))
    return kept


def _passage(number: int, file: Attachment) -> Passage:
    id_ = attached_id(number)
    chunk = Chunk(
        id=id_,
        base_id="",
        document_id=id_,
        version_id="",
        document_title=file.name,
        seq=0,
        start=0,
        end=len(file.text),
        content=file.text,
        language=dominant_language(file.text),
    )
    hit = Hit(chunk, 1.0, MatchType.ATTACHMENT)
    return Passage(chunk, 1.0, file.text, (chunk,), hit)
