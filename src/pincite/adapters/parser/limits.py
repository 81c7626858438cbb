"""What the system itself denies a parser."""

import resource

MAX_FILE = 1 << 30
"""1 GB: the largest file that a parser may write, its answer among them."""


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def no_core_dumps() -> None:
    """A crash of a parser is expected; its memory is not to be left on the disk."""
    _lower(resource.RLIMIT_CORE, 0)


def confine(memory: int) -> None:
    """``memory`` bytes of data for this process and, each for itself, those that it starts.

    Of data, not of addresses: Rust and glibc reserve addresses a hundred times what they use.
    """
    _lower(resource.RLIMIT_DATA, memory)
    _lower(resource.RLIMIT_FSIZE, MAX_FILE)
