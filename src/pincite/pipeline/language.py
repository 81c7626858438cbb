"""The language in which a question is answered, and in which its asker reads of failures."""

from pincite.core.errors import PinciteError
from pincite.core.translating import said
from pincite.pipeline.state import ChatRequest
from pincite.text.language import dominant_language

UNEXPECTED = "Something unexpected happened."
"""Of a failure that nobody foresaw: its own words may hold what is nobody's business; the log has them."""


def language_of(request: ChatRequest) -> str:
    """``ko``, ``en`` or ``zh``: what is asked for, else that of the question, else of its first file."""
    if request.language:
        return request.language
    query = request.query.strip()
    return dominant_language(query or next((file.text for file in request.attachments), ""))


def failure_in(language: str, error: BaseException) -> tuple[str, str, str]:
    """Code, message and hint of a failure as a person is told of it."""
    known = error if isinstance(error, PinciteError) else PinciteError(UNEXPECTED)
    return known.code, *said(known, language)
