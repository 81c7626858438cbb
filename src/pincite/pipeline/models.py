"""Which model answers a request and which one reads its question: those of the settings, or those that its
assistant names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pincite.core.errors import ConfigurationError
from pincite.core.settings import ChatSettings
from pincite.pipeline.profile import Profile
from pincite.ports.models import ChatModel


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model that the settings know by name."""

    model: ChatModel
    vision: bool = False
    context_tokens: int = ChatSettings().context_tokens


def _first(first: ChatModel, second: ChatModel) -> ChatModel:
    return first


@dataclass(frozen=True, slots=True)
class Models:
    """Of a library."""

    usual: ChatModel | None
    """Answers where an assistant names none; None quotes the documents."""
    reader: ChatModel | None = None
    """Reads questions; None leaves it to the model that answers."""
    reader_sees: bool = False
    """Whether ``reader`` sees pictures."""
    named: Mapping[str, NamedModel] = field(default_factory=dict)
    behind: Callable[[ChatModel, ChatModel], ChatModel] = _first
    """A reader with the model that is asked where it fails."""

    def chat(self, profile: Profile) -> ChatModel | None:
        """Raises ConfigurationError for a name that the settings do not know (any more)."""
        return self._named(profile.chat_model).model if profile.chat_model else self.usual

    def reading(self, profile: Profile) -> ChatModel | None:
        """Raises as `chat`."""
        own = self._named(profile.understanding_model).model if profile.understanding_model else self.reader
        answering = self.chat(profile)
        if own is None or answering is None:
            return own or answering
        return self.behind(own, answering)

    def seeing(self, profile: Profile, settings: ChatSettings) -> ChatModel | None:
        """The model that reads a question with pictures: who reads questions if it sees, else who answers if
        that does; None where neither sees (row IM-07). Raises as `chat`."""
        if profile.understanding_model:
            reader: NamedModel | None = self._named(profile.understanding_model)
        else:
            reader = None if self.reader is None else NamedModel(self.reader, self.reader_sees)
        if reader is not None and reader.vision:
            return reader.model
        return self.chat(profile) if self.settings(profile, settings).vision else None

    def settings(self, profile: Profile, settings: ChatSettings) -> ChatSettings:
        """How the model that answers is called. Raises as `chat`."""
        called = profile.chat(settings)
        if not profile.chat_model:
            return called
        named = self._named(profile.chat_model)
        return called.model_copy(update={"vision": named.vision, "context_tokens": named.context_tokens})

    def _named(self, name: str) -> NamedModel:
        if name not in self.named:
            raise ConfigurationError(
                f"The assistant's model {name!r} is not in the settings.",
                hint="Put it into the section `models`, or give the assistant another model.",
            )
        return self.named[name]
