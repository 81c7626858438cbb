"""Every error that pincite raises on purpose, typed by what the caller can do about it.

``code`` is stable and public; ``message`` says what is wrong; ``hint`` says what to do. The HTTP status
and the exit code belong to the class, so one table (`ERROR_TABLE`) is generated from here.
"""

from typing import ClassVar


class PinciteError(Exception):
    """Base of all errors. Raise a subclass."""

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1
    hint: str = "This is a fault of pincite. Please report it with the log."

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if hint is not None:
            self.hint = hint


# --- the caller mends the input ------------------------------------------------------------------


class InvalidInput(PinciteError):
    """Raise when a value that the caller sent cannot be used."""

    code = "invalid_input"
    status = 400
    exit_code = 2
    hint = "Check the value and send it again."


class NotFound(PinciteError):
    """Raise when a named thing does not exist."""

    code = "not_found"
    status = 404
    exit_code = 3
    hint = "Check the name; `pincite kb list` shows what there is."


class StreamGone(NotFound):
    """Raise when nothing is known of an answer's stream: it never began, or its time to live is over."""

    code = "stream_gone"
    hint = "The stored message holds the answer; read the messages of the session."


class Conflict(PinciteError):
    """Raise when the thing exists already or is in a state that forbids the act."""

    code = "conflict"
    status = 409
    exit_code = 4
    hint = "Look at the current state and choose another name or wait."


class Forbidden(PinciteError):
    """Raise when a thing may be read but belongs to somebody else, who alone may change or stop it."""

    code = "forbidden"
    status = 403
    exit_code = 4
    hint = "Ask its owner, or make one of your own."


class SomeFailed(PinciteError):
    """Raise when a part of many was done: other files, rows or documents failed, each for its own reason."""

    code = "some_failed"
    status = 207
    exit_code = 6
    hint = "Read what is said of each that failed; what is done stays as it is."


class UrlRefused(InvalidInput):
    """Raise for an address that is not fetched: it leads, or may lead, into a private network."""

    code = "url_refused"
    hint = "Give a public http or https address, or download the file and add it."


class FetchFailed(InvalidInput):
    """Raise when an address answers with something else than a page or file; nothing of it is indexed."""

    code = "fetch_failed"
    status = 422
    hint = "Open the address in a browser; if it shows the page there, download it and add the file."


class QueryFailed(InvalidInput):
    """Raise for SQL that is no single SELECT over the tables of its file, or that cannot be run."""

    code = "query_failed"
    status = 422
    hint = "Ask one SELECT of the tables that the file has."


class TooManyAttachments(InvalidInput):
    """Raise for a question with more pictures or files than the settings allow."""

    code = "too_many_attachments"
    hint = "Leave some out, or raise the limit in the section `attachments`."


class AttachmentTooLarge(InvalidInput):
    """Raise for pictures and files of a question that pass a limit of the settings."""

    code = "attachment_too_large"
    status = 413
    hint = "Send a smaller one, or raise the limit in the section `attachments`."


class PictureRefused(InvalidInput):
    """Raise for a picture of a question that no model could look at."""

    code = "picture_refused"
    hint = "Send a PNG, JPEG, GIF or WEBP."


class DocumentError(InvalidInput):
    """Base of what can be wrong with a file. The document becomes `failed` with this code."""

    code = "document_unreadable"
    status = 422
    exit_code = 5
    hint = "Open the file in its own program and save it again."


class UnsupportedFormat(DocumentError):
    """Raise for a kind of file that no parser reads yet; the message names those that work."""

    code = "unsupported_format"
    status = 415
    hint = "Save it as PDF, DOCX, HTML, Markdown or plain text."


class EmptyDocument(DocumentError):
    """Raise when a file holds no bytes or only white space."""

    code = "empty_document"
    hint = "Add a file that holds text."


class PasswordProtected(DocumentError):
    """Raise when a file cannot be opened without its password."""

    code = "password_protected"
    hint = "Save a copy without the password and add that."


class OcrNeeded(DocumentError):
    """Raise when pages are pictures without a text layer and no OCR is configured."""

    code = "ocr_needed"
    hint = "Run OCR on it first; a text layer is needed."


class GarbledText(DocumentError):
    """Raise when the text layer decodes to nonsense (fonts without a Unicode map)."""

    code = "garbled_text"
    hint = "Print the file to a new PDF or run OCR on it; its fonts do not say which letters they show."


class CorruptDocument(DocumentError):
    """Raise when a file is damaged or is not what its name says."""

    code = "corrupt_document"


class DocumentTooLarge(DocumentError):
    """Raise when a file passes a limit of the settings."""

    code = "document_too_large"
    status = 413
    hint = "Split the file, or raise the limit in the settings."


class ParserTimeout(DocumentError):
    """Raise when reading a file takes longer than the settings allow."""

    code = "parser_timeout"
    hint = "Split the file or save it anew, or raise `ingest.parser_seconds`."


class CuttingTimeout(DocumentError):
    """Raise when cutting a text into chunks takes longer than the settings allow."""

    code = "cutting_timeout"
    hint = "Split the file, or raise `ingest.cut_seconds`."


class ParserMemory(DocumentError):
    """Raise when reading a file takes more memory than the settings allow."""

    code = "parser_memory"
    hint = "Split the file or save it anew, or raise `ingest.parser_memory_mb`."


class ParserCrashed(DocumentError):
    """Raise when a file ends the process that reads it, and ends the next one too."""

    code = "parser_crashed"
    hint = "Save the file anew in its own program, or in another format. The log names the signal."


class ParserFailed(DocumentError):
    """Raise when a parser ends in an error that it should not have."""

    code = "parsing_failed"
    hint = "Save the file anew in its own program. The log has the details; please report them."


# --- the operator mends the configuration --------------------------------------------------------


class ConfigurationError(PinciteError):
    """Raise when settings contradict each other or name something that is missing."""

    code = "configuration"
    exit_code = 10
    hint = "Run `pincite doctor`."


class EmbeddingSizeChanged(ConfigurationError):
    """Raise when the encoder's vectors are of another size than those of the index."""

    code = "embedding_size_changed"
    hint = "Set the model back, or build the index anew."


class EncoderChanged(ConfigurationError):
    """Raise when a knowledge base holds vectors of another encoder than the one that is set now."""

    code = "encoder_changed"
    status = 409
    hint = "Run `pincite reindex`, or set the embedding back."


class IndexLocked(ConfigurationError):
    """Raise when another live process holds the library's index."""

    code = "index_locked"
    status = 409
    exit_code = 11
    hint = "Stop the other pincite process, or ask through its HTTP address."


class LibraryTooNew(ConfigurationError):
    """Raise when the library was written by a newer pincite."""

    code = "library_too_new"
    hint = "Upgrade pincite."


# --- the caller may try again --------------------------------------------------------------------


class TemporaryFailure(PinciteError):
    """Base of what may pass when tried again. ``retry_after`` is the seconds that a server asks to wait, None
    where it does not say."""

    code = "temporary"
    status = 503
    exit_code = 20
    hint = "Try again in a moment."

    def __init__(self, message: str, *, hint: str | None = None, retry_after: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class IndexUnavailable(TemporaryFailure):
    """Raise when the index does not answer after a restart and one retry."""

    code = "index_unavailable"


class SearchTimeout(TemporaryFailure):
    """Raise when a store passes its time limit; the whole fan-out fails."""

    code = "search_timeout"
    status = 504


class ChunkingStopped(TemporaryFailure):
    """Raise when cutting a text was given up: its time is over, or nobody waits for it any more."""

    code = "chunking_stopped"
    status = 504
    hint = "Send a shorter text."


class ParserKilled(TemporaryFailure):
    """Raise when the operator, or a system short of memory, ended the process that reads a file."""

    code = "parser_killed"
    hint = "See whether the machine is short of memory; the system log names what it ended."


class FetchUnavailable(TemporaryFailure):
    """Raise when an address does not answer, or answers that it cannot just now."""

    code = "fetch_unavailable"
    hint = "Try again later; if it opens in a browser, download it and add the file."


class EmbeddingFailed(TemporaryFailure):
    """Raise when the encoder cannot embed."""

    code = "embedding_failed"


class EmbeddingThrottled(EmbeddingFailed):
    """Raise when the provider of the encoder limits the rate."""

    code = "embedding_throttled"
    hint = "Try again later. The provider limits how much it embeds; `embedding.parallelism` sets the pace."


class ChatModelUnavailable(TemporaryFailure):
    """Raise when no chat model can be reached."""

    code = "chat_model_unavailable"
    hint = "Check `chat.base_url` and that the model server runs; `pincite doctor` tests it."


class ModelCallFailed(TemporaryFailure):
    """Raise when a model call fails in the middle."""

    code = "model_call_failed"
    status = 502


class RerankFailed(TemporaryFailure):
    """Raise when a reranker cannot score; the pipeline falls back to the bundled ranker."""

    code = "rerank_failed"
    status = 502


class JudgeFailed(TemporaryFailure):
    """Raise when the judge of meaning gives no judgement; the check without a model stands alone then."""

    code = "judge_failed"
    status = 502


class WebSearchFailed(TemporaryFailure):
    """Raise when the search engine does not answer, or not as one does; documents are searched without it."""

    code = "web_search_failed"
    status = 502
    hint = "Check `web.url`, and that the engine there answers in JSON."


class StreamLogUnavailable(TemporaryFailure):
    """Raise when the log of the streams does not answer."""

    code = "stream_log_unavailable"
    hint = "Check `stream.url` and that Redis runs there."


class StreamLogFull(TemporaryFailure):
    """Raise when unfinished answers use up the memory of the streams."""

    code = "stream_log_full"
    hint = "Try again in a moment; with `stream.provider` redis the streams lie in Redis."


# --- control flow of the pipeline ----------------------------------------------------------------


class SearchNothing(PinciteError):
    """Raise when no stage found anything. It leads to the fallback answer, never to a failure."""

    code = "search_nothing"
    status = 200
    exit_code = 0
    hint = "Ask in other words, or add a document that holds the answer."


def _tree(root: type[PinciteError]) -> list[type[PinciteError]]:
    return [root, *(child for branch in root.__subclasses__() for child in _tree(branch))]


ERROR_TABLE: dict[str, type[PinciteError]] = {error.code: error for error in _tree(PinciteError)}
"""Code to class, hence to HTTP status and exit code."""
