"""Short names for long ones: the same identity has the same handle, in order of registration."""

import re
from dataclasses import dataclass, field


@dataclass(slots=True)
class HandleTable:
    """Handles of one kind: ``prefix`` and a number of at least ``width`` digits, from ``start`` on.

    >>> table = HandleTable("c")
    >>> [table.add(id_) for id_ in ("a-1", "b-2", "a-1")], table.resolve("c2")
    (['c1', 'c2', 'c1'], 'b-2')
    """

    prefix: str
    width: int = 1
    start: int = 1
    _identities: dict[str, str] = field(default_factory=dict)
    _handles: dict[str, str] = field(default_factory=dict)

    def add(self, identity: str) -> str:
        """The handle of what our own store names so."""
        handle = self._handles.get(identity)
        if handle is None:
            handle = f"{self.prefix}{len(self._identities) + self.start:0{self.width}d}"
            self._identities[handle] = identity
            self._handles[identity] = handle
        return handle

    def resolve(self, handle: str) -> str | None:
        """The identity behind a handle that was given out, else None."""
        return self._identities.get(handle)

    @property
    def identities(self) -> tuple[str, ...]:
        return tuple(self._handles)

    def decode(self, text: str) -> str:
        """``text`` with each whole word that is a known handle as its identity, literally."""
        word = rf"(?<![A-Za-z0-9_]){re.escape(self.prefix)}[0-9]+(?![A-Za-z0-9_])"
        return re.sub(word, lambda match: self._identities.get(match.group(), match.group()), text)
