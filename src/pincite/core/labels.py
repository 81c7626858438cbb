"""What people call and file their documents by: folders, tags, and values of their own. Pure."""

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping

from pincite.core.errors import InvalidInput

Scalar = str | int | float | bool

MOST_TAGS = 50
"""A document; the payload of every point carries them."""
LONGEST_TAG = 100
MOST_VALUES = 50
LONGEST_VALUE = 1_000
LARGEST_CUSTOM = 16_384
"""Bytes of all custom values of a document as JSON."""
LONGEST_PART = 255
"""Characters of one folder's name, as file systems allow."""
LONGEST_FOLDER = 1_000
DEEPEST = 32

LONGEST_FILE_NAME = 255
"""Bytes of UTF-8, as file systems allow."""
LONGEST_BASE_NAME = 200

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They show what follows the other way round: ``\\u202efdp.exe`` reads as ``exe.pdf`` (UAX 9, 2.1 to 2.5)."""
_KEY = re.compile(r"[\w.\-]{1,64}")
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:")


def is_storable(text: str) -> bool:
    """Whether every database keeps ``text``: PostgreSQL has no NUL, and UTF-8 no half of a surrogate pair."""
    return _UNSTORABLE.search(text) is None


def is_one_line(text: str) -> bool:
    """Whether it is free of control characters, line ends and halves of surrogate pairs."""
    return not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in text)


def _is_name(text: str) -> bool:
    return is_one_line(text) and not _TURNING.intersection(text)


def clean_base_name(name: str) -> str:
    """The name of a knowledge base without blanks around it.

    Raises:
        InvalidInput: it is empty, too long or no path of an address could hold it.
    """
    name = name.strip()
    if not name or len(name) > LONGEST_BASE_NAME:
        raise InvalidInput(f"The name of a knowledge base has 1 to {LONGEST_BASE_NAME} characters.")
    if not _is_name(name) or "/" in name or "\\" in name or not name.strip("."):
        raise InvalidInput(
            f"{name!r} cannot name a knowledge base.",
            hint="Leave out slashes, line ends and other control characters; dots alone are no name.",
        )
    return name


def check_file_name(name: str, source: str = "") -> None:
    """Of a document, and of the place that it came from.

    Raises:
        InvalidInput: it holds a control character or one that turns the direction of writing, or is too long.
    """
    if not _is_name(name) or not is_storable(source):
        raise InvalidInput(
            f"The file name {name!r} holds a control character.", hint="Rename the file and add it again."
        )
    if len(name.encode()) > LONGEST_FILE_NAME:
        raise InvalidInput(
            f"The file name {name[:40]!r}… has more than {LONGEST_FILE_NAME} bytes.",
            hint="Give it a shorter name and add it again.",
        )


def clean_folder(folder: str) -> str:
    """The folder with slashes between its parts and none around it, in NFC; "" is the top.

    Raises:
        InvalidInput: it climbs (``..``), begins at a root or a drive, is too long or too deep, or holds a
            control character.

    >>> clean_folder("plans\\\\2024/./terms/")
    'plans/2024/terms'
    """
    text = unicodedata.normalize("NFC", folder).replace("\\", "/").strip()
    if text.startswith("/") or _DRIVE.match(text):
        raise InvalidInput(
            f"The folder {folder!r} begins at a root.", hint="Write it from the top of the base: plans/2024."
        )
    if not _is_name(text):
        raise InvalidInput("The name of a folder holds a control character.")
    parts = [part.strip() for part in text.split("/")]
    parts = [part for part in parts if part not in ("", ".")]
    if ".." in parts:
        raise InvalidInput(f"The folder {folder!r} climbs out of the base.", hint="Leave out `..`.")
    path = "/".join(parts)
    if len(parts) > DEEPEST or len(path) > LONGEST_FOLDER or any(len(part) > LONGEST_PART for part in parts):
        raise InvalidInput(
            f"The folder is too long: {DEEPEST} levels, {LONGEST_PART} characters a level and "
            f"{LONGEST_FOLDER:,} in all are allowed."
        )
    return path


def split_upload(name: str) -> tuple[str, str]:
    """Folder and file name of what an upload is called.

    A path from a root or a drive is that of the sender's machine: of it only the name counts.

    Raises:
        InvalidInput: as `clean_folder`.

    >>> split_upload("plans/2024/terms.pdf"), split_upload("C:\\\\temp\\\\terms.pdf")
    (('plans/2024', 'terms.pdf'), ('', 'terms.pdf'))
    """
    path = name.replace("\\", "/")
    folder, _, file = path.rpartition("/")
    if path.startswith("/") or _DRIVE.match(path):
        return "", file
    if file in ("..", "."):
        raise InvalidInput(f"{name!r} is no file name.")
    return clean_folder(folder), file


def below(folder: str, path: str) -> bool:
    """Whether ``path`` is ``folder`` or lies below it; everything lies below the top."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags once each, in NFC and without blanks around them.

    Raises:
        InvalidInput: one is blank or longer than `LONGEST_TAG`, or there are more than `MOST_TAGS`.
    """
    cleaned = tuple(dict.fromkeys(unicodedata.normalize("NFC", tag).strip() for tag in tags))
    for tag in cleaned:
        if not tag or len(tag) > LONGEST_TAG or not is_one_line(tag):
            raise InvalidInput(f"A tag has 1 to {LONGEST_TAG} characters on one line; {tag!r} cannot be one.")
    if len(cleaned) > MOST_TAGS:
        raise InvalidInput(f"A document has at most {MOST_TAGS} tags; these are {len(cleaned)}.")
    return cleaned


def clean_custom(values: Mapping[str, object]) -> dict[str, Scalar]:
    """Custom values: text, numbers and yes or no, under names of letters, digits, ``_``, ``-`` and ``.``.

    Raises:
        InvalidInput: a name or a value is none of these, or there is too much of it.
    """
    cleaned: dict[str, Scalar] = {}
    for key, value in values.items():
        key = unicodedata.normalize("NFC", key)
        if not _KEY.fullmatch(key):
            raise InvalidInput(
                f"{key!r} cannot name a custom value.",
                hint="Use 1 to 64 letters, digits, `_`, `-` and `.`.",
            )
        if not isinstance(value, str | int | float | bool):
            raise InvalidInput(
                f"The custom value {key} is neither text nor a number nor yes or no.",
                hint="Lists and objects cannot be kept; write them as text.",
            )
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidInput(f"The custom value {key} is {value}, which JSON does not know.")
        if isinstance(value, int) and abs(value) >= 2**63:
            raise InvalidInput(f"The custom value {key} is too large a number; write it as text.")
        if isinstance(value, str):
            if len(value) > LONGEST_VALUE or not is_storable(value):
                raise InvalidInput(f"The custom value {key} is no text of at most {LONGEST_VALUE:,} letters.")
            value = unicodedata.normalize("NFC", value)
        cleaned[key] = value
    size = len(json.dumps(cleaned, ensure_ascii=False).encode())
    if len(cleaned) > MOST_VALUES or size > LARGEST_CUSTOM:
        raise InvalidInput(
            f"A document has at most {MOST_VALUES} custom values of {LARGEST_CUSTOM:,} bytes in all."
        )
    return cleaned
