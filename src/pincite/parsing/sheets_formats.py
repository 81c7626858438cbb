"""Values of cells as a person reads them: no 3.0 for 3, ISO dates, percentages, the unit of the format."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

Value = str | float | int | bool | date | datetime | time | timedelta | None

_SECTION = re.compile(r"\"[^\"]*\"|\\.|\[[^\]]*\]|_.|\*.|;|.", re.S)
_BUILT_IN = {1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"}
_BUILT_IN |= dict.fromkeys((37, 38), "#,##0") | dict.fromkeys((39, 40), "#,##0.00")
"""ECMA-376 18.8.30, those that add something to a value."""
_PICTURE = re.compile(r"=?\s*(?:_xlfn\.)?DISPIMG\(", re.I)
"""What WPS writes in a cell that shows a picture."""
_PLACES = frozenset("0#?.,")
_GENERAL = re.compile(r"general", re.I)
_DIGITS = 15
"""Significant digits of a double that a person typed; the rest is noise of its binary form."""
_TYPED = 6
"""Decimals up to which a number is taken for typed and is never rounded; a computed one (1/3) is shown as its
format rounds it."""


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """What a format makes of a number."""

    percent: bool = False
    grouped: bool = False
    before: str = ""
    after: str = ""
    decimals: tuple[int, int] = (0, _DIGITS)
    """At least, and at most where the number is a computed one."""
    mask: str = ""
    """Digits with zeros in front or signs between, e.g. ``000-0000-0000``."""


PLAIN = NumberFormat()


def built_in(number: int) -> NumberFormat:
    """The format of a number below 164, which files do not spell out."""
    return number_format(_BUILT_IN.get(number, ""))


def number_format(code: str) -> NumberFormat:
    """The first section of a format code, e.g. ``#,##0"원"`` or ``[$₩-412]0.0%``. Dates add nothing.

    >>> number_format('#,##0.0"원"').after
    '원'
    """
    parts = [""]
    digits, percent = "", False
    for token in _SECTION.findall(_GENERAL.sub(f"0.{'#' * _DIGITS}", code)):
        if token == ";":
            break
        literal = _literal(token)
        if token in "0#?.,":
            digits += token
            parts.append(token)
        elif token == "%":
            percent = True
        elif literal is None or token == "/":
            return PLAIN
        else:
            parts.append(literal)
    if not digits.strip(".,") or digits.endswith(","):  # thousands cut off: with its unit it would be wrong
        return PLAIN
    first = next(at for at, part in enumerate(parts) if part in _PLACES)
    last = max(at for at, part in enumerate(parts) if part in _PLACES)
    middle = parts[first : last + 1]
    before, after = "".join(parts[:first]).strip(), "".join(parts[last + 1 :]).rstrip()
    whole, _, fraction = digits.partition(".")
    inner = any(part not in _PLACES for part in middle)
    if inner or (whole.startswith("00") and set(digits) == {"0"}):
        signs = "".join(part for part in parts if part not in _PLACES)
        fits = set(digits) <= set("0#") and not percent and not set(signs) & set("0#")
        return NumberFormat(mask="".join(parts)) if fits else PLAIN
    least = len(fraction.rstrip("#?"))
    return NumberFormat(percent, "," in whole, before, after, (least, len(fraction)))


def _literal(token: str) -> str | None:
    """The text that a token shows, or None for a letter that makes it a date, text or exponent."""
    if token.startswith('"') and len(token) > 1:
        return token[1:-1]
    if token.startswith("\\"):
        return token[1:]
    if token.startswith("[$"):
        return token[2:-1].split("-")[0]
    if token.startswith("["):
        return None if token.lower() in ("[h]", "[hh]", "[m]", "[mm]", "[s]", "[ss]") else ""
    if token[0] in "_*" and len(token) > 1:
        return ""
    return token if not token.isalpha() or not token.isascii() else None


def value_text(value: Value, shown: NumberFormat = PLAIN) -> str:
    """The words of a cell.

    >>> value_text(0.05, NumberFormat(percent=True)), value_text(3.0), value_text(0.1 + 0.2)
    ('5%', '3', '0.3')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return "" if _PICTURE.match(value) else value.strip()
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _number(value, shown)
    if isinstance(value, timedelta):
        return _duration(value)
    if isinstance(value, datetime):
        day = value.date().isoformat()
        return day if value.time() == time() else f"{day} {_clock(value.time())}"
    return _clock(value) if isinstance(value, time) else value.isoformat()


def _number(value: int | float, shown: NumberFormat) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    exact = Decimal(value) if isinstance(value, int) else Decimal(f"{value:.{_DIGITS}g}")
    sign, exact = ("-", -exact) if exact < 0 else ("", exact)
    if shown.mask:
        return sign + (
            _masked(f"{exact:f}", shown.mask) if exact == exact.to_integral_value() else f"{exact:f}"
        )
    if shown.percent:
        exact *= 100
    text = f"{exact:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    least, most = shown.decimals
    places = len(text.partition(".")[2])
    if places > most and places > _TYPED:
        text, places = f"{exact:.{most}f}", most
    if places < least:
        text = f"{Decimal(text):.{least}f}"
    if shown.grouped:
        whole, dot, fraction = text.partition(".")
        text = f"{int(whole):,}{dot}{fraction}"
    return f"{sign}{shown.before}{text}{'%' if shown.percent else ''}{shown.after}"


def _masked(digits: str, mask: str) -> str:
    """Digits from the right into the places of the mask; those left over stand in front."""
    digits = digits.partition(".")[0]
    out: list[str] = []
    places = sum(char in "0#" for char in mask)
    for char in reversed(mask):
        if char not in "0#":
            out.append(char)
            continue
        places -= 1
        digit = digits[-1:] or ("0" if char == "0" else "")
        digits = digits[:-1]
        out.append(digits + digit if places == 0 else digit)
    return "".join(reversed(out)).strip()


def _clock(value: time) -> str:
    return value.strftime("%H:%M:%S" if value.second else "%H:%M")


def _duration(value: timedelta) -> str:
    seconds = round(value.total_seconds())
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
