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


def expand_tree(paths: Iterable[str | Path]) -> list[tuple[Path, str | None]]:
    """As `expand_paths`, with the folder that each file lies in below the folder that was named, or below the
    fixed beginning of a pattern; None for a file that was named itself."""
    found: dict[Path, tuple[Path, str | None]] = {}
    for path in paths:
        root = _root(str(path))
        for file in _expand(str(path)):
            found.setdefault(file.resolve(), (file, None if root is None else _place(file, root)))
    return list(found.values())


def _root(argument: str) -> Path | None:
    path = Path(argument).expanduser()
    if path.is_dir():
        return path
    if path.exists():
        return None
    fixed = Path(path.anchor)
    for part in path.relative_to(path.anchor).parts if path.anchor else path.parts:
        if glob.has_magic(part):
            break
        fixed /= part
    return fixed


def _place(file: Path, root: Path) -> str:
    place = file.parent.relative_to(root) if file.is_relative_to(root) else Path()
    return "" if place == Path() else place.as_posix()


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
