"""Writes the line of each answer, and tells the log of those at risk."""

from collections.abc import Callable
from datetime import UTC, datetime

import anyio.to_thread
import structlog

from pincite.core.settings import TraceSettings
from pincite.core.types import RiskLevel
from pincite.observability.traces_files import TraceFiles
from pincite.observability.traces_lines import dumped
from pincite.observability.traces_record import trace_line
from pincite.observability.traces_redacting import covered
from pincite.observability.traces_settings import Configuration
from pincite.pipeline.answer import Answer
from pincite.pipeline.state import ChatState

log = structlog.get_logger(__name__)


class TraceRecorder:
    """Keeps a line of each answer. Whatever happens to the line, the answer is given."""

    def __init__(
        self,
        files: TraceFiles,
        settings: TraceSettings,
        configuration: Configuration,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._files = files
        self._settings = settings
        self._configuration = configuration
        self._now = now

    async def __call__(self, answer: Answer, chat: ChatState) -> None:
        if answer.risk_level not in (None, RiskLevel.PASS):
            # Without words of the answer: logs are read by more people than traces.
            log.warning(
                "answer at risk",
                trace_id=answer.trace_id,
                tenant=chat.request.tenant_id,
                risk_level=answer.risk_level,
                failure_type=answer.verification and answer.verification.failure_type,
                unsupported=len(answer.verification.unsupported) if answer.verification else 0,
            )
        if self._settings.enabled:
            await anyio.to_thread.run_sync(self._write, answer, chat)

    def _write(self, answer: Answer, chat: ChatState) -> None:
        at = self._now().astimezone(UTC)
        try:
            line = trace_line(answer, chat, at, self._configuration)
            if self._settings.redact:
                line = covered(line, at, self._settings.redact)
            self._files.append(dumped(line), at.date())
        except OSError as error:
            log.error("trace not written", trace_id=answer.trace_id, error=str(error))  # noqa: TRY400 - no fault
        except Exception:  # the edge of the answer, which nothing of its line may cost
            log.exception("trace not written", trace_id=answer.trace_id)
