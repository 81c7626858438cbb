"""What people name on a command line, as files."""

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path

from pincite.core.errors import InvalidInput, NotFound


def expand_paths(paths: Iterable[str | Path]) -> list[Path]:
    """Files, folders (with what lies below them) and glob patterns, as existing files.

    Hidden files and folders are skipped unless they are named themselves. Each file comes once, in the order
    of the arguments, and sorted within a folder or pattern.

    Raises:
        NotFound: an argument names nothing that exists. InvalidInput: a folder may not be read.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for file in _expand(str(path)):
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _expand(argument: str) -> list[Path]:
    path = Path(argument).expanduser()
    if path.is_dir():
        return sorted(_below(path))
    if path.exists():
        return [path]
    # A file whose name holds brackets exists as such; only what does not exist is read as a pattern.
    # Not Path.glob, which takes no absolute pattern.
    matches = sorted(map(Path, glob.glob(str(path), recursive=True)))  # noqa: PTH207
    if not matches:
        raise NotFound(f"There is no file {argument!r}.", hint="Check the spelling of the path.")
    return [file for match in matches for file in (sorted(_below(match)) if match.is_dir() else [match])]


def _below(folder: Path) -> Iterator[Path]:
    seen: set[Path] = set()
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        if here.resolve() in seen:  # a link to a folder above
            continue
        seen.add(here.resolve())
        try:
            entries = list(here.iterdir())
        except PermissionError as error:
            raise InvalidInput(
                f"The folder {here} may not be read.", hint="Change its permissions, or name its files."
            ) from error
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                waiting.append(entry)
            elif entry.is_file():
                yield entry
