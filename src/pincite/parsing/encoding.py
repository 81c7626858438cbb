"""Bytes to text: UTF with and without marks, and the legacy tables of Korea, China, Japan and the West.

Statistical detectors confuse EUC-KR and GB 2312 on short files, because every byte pair of one is a
valid pair of the other. So each candidate is decoded and judged by the letters that come out.
"""

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from pincite.parsing.latin import LATIN, latin_table
from pincite.parsing.letters import COMMON_HAN, COMMON_HANGUL, in_table, is_han, is_hangul, is_kana, share
from pincite.parsing.writing import is_writing

_SAMPLE = 65_536
"""Bytes that the judgement reads; the whole file is decoded once with the winner."""
_BAD_SHARE = 0.01
"""Undecodable characters that one damaged spot may leave, of all non-ASCII ones."""
_BAD_UTF8_SHARE = 0.1
"""The same for UTF-8, which nothing else resembles: legacy text read as UTF-8 fails on half its letters."""
_CONTROL_SHARE = 0.05
_FEW_CONTROLS = 4
"""Control characters from which a file is binary: compressed data holds 11 %, text a stray few."""
_SHORT_CONTROL_SHARE = 0.1
"""The same in a text that is too short to hold a few: one in a line of ten letters, none in five bytes."""
_NUL = 4
"""What a NUL weighs among control characters: no editor writes one, and each structure in C has many."""
_WORD = 32
"""Bytes of a word or two."""
_SHORT = 256
"""Bytes up to which what a legacy table gives must be writing, because a table is found for any bytes: the
judges alone took 76 in 100 files of 5 random bytes for text, 18 of 16, none of 100. With this 6, 0 and 0."""
_CONFIDENT = 0.3
"""Score below which the general detector is asked: nearly no common letter, however read."""
_COMMON = 0.25
"""Common letters that text in UTF-16 holds at least; of random pairs of bytes one in eighty is one."""
_ALPHABETS = [
    "cp1252", "cp1251", "koi8_r", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258",
    "cp874",
]  # fmt: skip
"""Tables in which short texts are looked for; the general detector knows mainframes' too, which fit noise."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NEWLINES = re.compile(r"\r\n?|\x85")
_WORD_GAP = re.compile(rb"[\xa1-\xfe] [\xa1-\xfe]")
"""A blank between two double-byte letters: Korean parts its words, Chinese and Japanese do not."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with ``\\n`` line ends and without control characters, and the name of its encoding."""

    text: str
    encoding: str


def clean(text: str) -> str:
    """Line ends to ``\\n``, control characters away except tab, newline and form feed."""
    return _CONTROLS.sub("", _NEWLINES.sub("\n", text))


def decode(data: bytes) -> Decoded | None:
    """The text of ``data``, or None where it is no text in any encoding known here."""
    encoding = _marked(data) or _unmarked_utf16(data) or _utf8(data) or _legacy(data)
    if encoding is None:
        return None
    text = data.decode(encoding, "replace")
    sample = text[:_SAMPLE].rstrip("\0")
    if _weight(sample) > max(
        min(_FEW_CONTROLS, _SHORT_CONTROL_SHARE * len(sample)), _CONTROL_SHARE * len(sample)
    ):
        return None
    if len(data) <= _SHORT and sample.count("\ufffd") * 2 > len(sample):
        return None
    return Decoded(clean(text), encoding.removesuffix("-sig"))


def _weight(sample: str) -> int:
    """Control characters; a NUL, which no editor writes, counts for four."""
    return len(_CONTROLS.findall(sample)) + (_NUL - 1) * sample.count("\0")


def _marked(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without a mark: line ends, blanks and digits leave a zero in every pair they are in."""
    sample = data[:_SAMPLE]
    if len(data) % 2 or sample.count(0) * 20 < len(sample):
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    if min(even, odd) * 10 > max(even, odd):
        return None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    if len(data) <= _SHORT and not text.isascii() and not is_writing(text):
        return None
    return encoding if _printable(text[: _SAMPLE // 2]) > 0.9 else None


def _printable(text: str) -> float:
    known = sum(
        char.isascii() or is_hangul(char) or is_han(char) or is_kana(char) or "\u00a0" <= char <= "\u04ff"
        or "\u2000" <= char <= "\u33ff" or "\uff00" <= char <= "\uffef"
        for char in text
    )  # fmt: skip
    return share(known, len(text))


def _utf8(data: bytes) -> str | None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        whole = decoder.decode(data)
    except UnicodeDecodeError:
        pass
    else:
        cut = len(decoder.getstate()[0])  # a cut last character is no error
        # It is behind plain letters: there it is the last letter of ``Café`` in an older table.
        foreign = sum(not char.isascii() for char in whole) if cut and len(data) <= _SHORT else 0
        return None if cut and len(data) <= _SHORT and foreign < max(cut, 2) else "utf-8"
    text = data[:_SAMPLE].decode("utf-8", "replace")
    foreign = sum(not char.isascii() for char in text)
    return "utf-8" if share(text.count("\ufffd"), foreign) <= _BAD_UTF8_SHARE else None


def _legacy(data: bytes) -> str | None:
    sample = data[:_SAMPLE]
    scores = {name: judge(sample) for name, judge in _JUDGES.items()}
    is_short = len(data) <= _SHORT
    for name in sorted(scores, key=lambda name: -scores[name]):
        if scores[name] < _CONFIDENT:
            break
        table = latin_table(sample) if name in LATIN else name
        if not (is_short and not is_writing(sample.decode(table, "replace"))):
            return table
    if is_short:
        guess = from_bytes(sample, cp_isolation=_ALPHABETS).best()
    else:
        guess = from_bytes(
            sample, cp_exclusion=["utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_7"]
        ).best()
    if guess is None:
        return None
    table = latin_table(sample, guess.encoding) if guess.encoding in LATIN else guess.encoding
    return table if not is_short or is_writing(sample.decode(table, "replace"), alphabet=True) else None


def _foreign(sample: bytes, encoding: str) -> list[str] | None:
    """The non-ASCII characters of a decoding, or None where too much of it fails."""
    text = sample.decode(encoding, "replace")
    foreign = [char for char in text if not char.isascii()]
    bad = foreign.count("\ufffd") - (1 if text.endswith("\ufffd") else 0)
    if not foreign or share(bad, len(foreign)) > _BAD_SHARE:
        return None
    return foreign


def _korean(sample: bytes) -> float:
    foreign = _foreign(sample, "cp949")
    if foreign is None:
        return 0.0
    letters = [char for char in foreign if is_hangul(char) or is_han(char)]
    usual = sum(is_hangul(char) and in_table(char, "euc_kr") for char in letters)
    common = sum(char in COMMON_HANGUL for char in letters)
    blanks = 0.3 if _WORD_GAP.search(sample) else 0.0
    return share(common, len(letters)) + 0.35 * share(usual, len(letters)) + blanks


def _chinese(sample: bytes, encoding: str, table: str) -> float:
    foreign = _foreign(sample, encoding)
    if foreign is None:
        return 0.0
    letters = [char for char in foreign if is_hangul(char) or is_han(char) or is_kana(char)]
    usual = sum(is_han(char) and in_table(char, table) for char in letters)
    common = sum(char in COMMON_HAN for char in letters)
    return share(common, len(letters)) + 0.25 * share(usual, len(letters))


def _japanese(sample: bytes, encoding: str) -> float:
    foreign = _foreign(sample, encoding)
    if foreign is None:
        return 0.0
    letters = [char for char in foreign if is_han(char) or is_kana(char)]
    return share(sum(is_kana(char) for char in letters), len(letters)) + 0.25 * share(
        len(letters), len(foreign)
    )


def _wide(sample: bytes, encoding: str) -> float:
    """UTF-16 without a mark and without a zero byte: only Korean or Chinese can look so."""
    if len(sample) % 2:
        return 0.0
    text = sample.decode(encoding, "replace")
    common = sum(char in COMMON_HANGUL or char in COMMON_HAN for char in text)
    found = share(common, len(text))
    return (
        found + 0.3
        if found >= (_COMMON if len(sample) > _WORD else 2 * _COMMON) and _printable(text) > 0.98
        else 0.0
    )


def _western(sample: bytes) -> float:
    """Accented letters stand alone between ASCII letters; double-byte text is mostly high bytes."""
    if _foreign(sample, "cp1252") is None:
        return 0.0
    text = sample.decode("cp1252", "replace")
    letters = [char for char in text if char.isalpha()]
    accented = share(sum(not char.isascii() for char in letters), len(letters))
    if accented < 0.2:
        return 0.6
    # One word is no statistics: ``Café``, ``été``. What could be Korean or Chinese is, before this.
    return _CONFIDENT if len(sample) <= _WORD and accented < 0.7 else 0.0


_JUDGES = {
    "cp949": _korean,
    "gb18030": lambda sample: _chinese(sample, "gb18030", "gb2312"),
    "big5hkscs": lambda sample: _chinese(sample, "big5hkscs", "big5"),
    "shift_jis": lambda sample: _japanese(sample, "shift_jis"),
    "euc_jp": lambda sample: _japanese(sample, "euc_jp"),
    "utf-16-le": lambda sample: _wide(sample, "utf-16-le"),
    "utf-16-be": lambda sample: _wide(sample, "utf-16-be"),
    "cp1252": _western,
}
