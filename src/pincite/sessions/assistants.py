"""What faces do with assistants: ids, times, what may be set, and which one answers."""

import time
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from uuid import uuid4

from pincite.composing.prompts import BUILT_IN, PLACES, Place, Prompts, check_prompt, place_of
from pincite.core.errors import InvalidInput
from pincite.core.labels import is_one_line
from pincite.core.templates import Texts
from pincite.pipeline.profile import PLAIN_PROFILE, Profile, check_profile, profile_of, profile_values
from pincite.ports.assistants import Assistant
from pincite.ports.metadata import Metadata
from pincite.ports.tenants import DEFAULT_TENANT

LONGEST_NAME = 100


def _uuid() -> str:
    return str(uuid4())


class Assistants:
    """Of a library. ``prompts`` are those that the whole library writes otherwise, ``models`` the names of
    those that an assistant may choose."""

    def __init__(
        self,
        metadata: Metadata,
        prompts: Prompts = BUILT_IN,
        models: Collection[str] = (),
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = _uuid,
    ) -> None:
        self._metadata = metadata
        self._prompts = prompts
        self._models = models
        self._clock = clock
        self._new_id = new_id

    async def create(
        self,
        name: str,
        *,
        description: str = "",
        profile: Profile = PLAIN_PROFILE,
        bases: Sequence[str] = (),
        default: bool = False,
        tenant_id: str = DEFAULT_TENANT,
    ) -> Assistant:
        """``bases`` (names or ids) are asked where a question names none; a ``default`` answers where a
        request names no assistant.

        Raises:
            Conflict: the name is taken. NotFound: one of the bases.
            InvalidInput: the name, a value of the profile, or a prompt that could not be sent.
        """
        now = self._clock()
        made = Assistant(
            id=self._new_id(),
            name=_name(name),
            tenant_id=tenant_id,
            description=description.strip(),
            is_default=default,
            profile=await self._values(profile, bases, tenant_id),
            created_at=now,
            updated_at=now,
        )
        return await self._metadata.assistants.create(made)

    async def replace(
        self,
        assistant: str,
        name: str,
        *,
        description: str = "",
        profile: Profile = PLAIN_PROFILE,
        bases: Sequence[str] = (),
        default: bool = False,
        tenant_id: str = DEFAULT_TENANT,
    ) -> Assistant:
        """Write ``assistant`` (its name or id) over whole. Raises NotFound, and as `create`."""
        before = await self.get(assistant, tenant_id=tenant_id)
        changed = replace(
            before,
            name=_name(name),
            description=description.strip(),
            is_default=default,
            profile=await self._values(profile, bases, tenant_id),
            updated_at=self._clock(),
        )
        return await self._metadata.assistants.replace(changed)

    async def get(self, assistant: str, *, tenant_id: str = DEFAULT_TENANT) -> Assistant:
        """By name or id. Raises NotFound."""
        return await self._metadata.assistants.get(_composed(assistant), tenant_id=tenant_id)

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[Assistant]:
        """By name."""
        return await self._metadata.assistants.list(tenant_id=tenant_id)

    async def delete(self, assistant: str, *, tenant_id: str = DEFAULT_TENANT) -> None:
        """Raises NotFound. Sessions that name it must name another."""
        found = await self.get(assistant, tenant_id=tenant_id)
        await self._metadata.assistants.delete(found.id, tenant_id=tenant_id)

    async def profile(self, assistant: str | None, *, tenant_id: str = DEFAULT_TENANT) -> Profile:
        """How ``assistant`` answers, else the default one of the tenant, else as the settings say. Raises
        NotFound."""
        if assistant:
            found: Assistant | None = await self.get(assistant, tenant_id=tenant_id)
        else:
            found = await self._metadata.assistants.default(tenant_id=tenant_id)
        profile = PLAIN_PROFILE if found is None else profile_of(found.profile)
        return replace(profile, prompts=profile.prompts.over(self._prompts))

    def prompts(self) -> Sequence[tuple[Place, Texts]]:
        """What may be written otherwise, with the texts that hold for the library."""
        own = self._prompts.texts
        return [(place, {**place.texts, **own.get(key, {})}) for key, place in PLACES.items()]

    async def _values(self, profile: Profile, bases: Sequence[str], tenant_id: str) -> Mapping[str, object]:
        check_profile(profile)
        self._check_models(profile)
        for (file, identifier), texts in profile.prompts.texts.items():
            place = place_of(file, identifier)
            if not place.per_assistant:
                raise InvalidInput(
                    f"The prompt `{file}/{identifier}` belongs to the library, not to an assistant.",
                    hint=f"Write it into `prompts/{file}.yaml` of the library.",
                )
            check_prompt(place, texts)
        found = [await self._metadata.bases.get(base, tenant_id=tenant_id) for base in bases]
        return profile_values(replace(profile, base_ids=tuple(dict.fromkeys(base.id for base in found))))

    def _check_models(self, profile: Profile) -> None:
        for name in (profile.chat_model, profile.understanding_model):
            if name and name not in self._models:
                known = ", ".join(sorted(self._models)) or "none"
                raise InvalidInput(
                    f"There is no model {name!r} for an assistant.",
                    hint=f"The section `models` of the settings has {known}.",
                )


def _composed(name: str) -> str:
    """As names are stored: file systems and keyboards of some makers take Hangul apart."""
    return unicodedata.normalize("NFC", name).strip()


def _name(given: str) -> str:
    name = _composed(given)
    if not name or len(name) > LONGEST_NAME or not is_one_line(name) or "/" in name:
        raise InvalidInput(
            f"The name of an assistant has 1 to {LONGEST_NAME} characters on one line, without slashes."
        )
    return name
