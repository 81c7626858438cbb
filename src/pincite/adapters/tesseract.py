"""Debian's ``tesseract`` as the OCR of the parsers: one process a region, one thread a process."""

import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from pincite.adapters.tesseract_layout import regions
from pincite.adapters.tesseract_places import PlacedWord, placed_words, shifted
from pincite.adapters.tesseract_turns import POOR, TURNS, UNREADABLE, Reading, reading, told_turn, turned
from pincite.adapters.tesseract_words import (
    DOUBTFUL,
    Line,
    Script,
    dominant,
    read_lines,
    repaired,
    scripts_of,
)
from pincite.core.errors import ConfigurationError, ParserTimeout, TemporaryFailure

_FAMILIES: dict[Script, tuple[str, ...]] = {
    Script.HANGUL: ("kor", "kor_vert"),
    Script.HAN: ("chi_sim", "chi_tra", "chi_sim_vert", "chi_tra_vert"),
    Script.KANA: ("jpn", "jpn_vert"),
}
"""Languages by the script that they are for; all others count as Latin."""
_STRIP = 0.05
"""Height of each of the three strips by which the languages of a page are told, in parts of the page."""
_LEAST_PROBED = 12
"""Letters of the strips from which they tell whether the page lies as it should."""
_LOOKED_AT = 1754
"""Pixels of the longer side of what is looked at for the turn of a page: A4 at 150 dots an inch. Measured,
all 32 turns of 8 pages of three languages, three of them noisy, are told right."""
_LEAST_INK = 24
"""Grey levels between paper and ink below which there is nothing to turn."""
_SMALLEST_PROBED = 1200
"""Rows below which a picture is read with all languages at once, which then costs less than telling them."""


def installed_languages(binary: str = "tesseract") -> tuple[str, ...]:
    """The language packs of the engine; empty where it is not installed or does not start."""
    path = shutil.which(binary)
    if path is None:
        return ()
    try:
        said = subprocess.run([path, "--list-langs"], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return ()
    names = (line.strip() for line in said.stdout.splitlines()[1:])
    return tuple(name for name in names if name and name != "osd")


def open_tesseract(
    wanted: Sequence[str], *, timeout: float, binary: str = "tesseract"
) -> "TesseractOcr | None":
    """The engine with those of the ``wanted`` languages that are installed; None where there are none."""
    installed = installed_languages(binary)
    languages = tuple(name for name in wanted if name in installed)
    return TesseractOcr(languages, timeout, binary) if languages else None


@dataclass(frozen=True, slots=True)
class TesseractOcr:
    """A picture to its text. Picklable, because parsers run in another process.

    ``timeout`` bounds one run of the engine, in seconds.

    Raises:
        ParserTimeout: the engine takes too long, as it does on noise. TemporaryFailure: it was killed.
        ConfigurationError: it cannot be started.
    """

    languages: tuple[str, ...]
    timeout: float = 60.0
    binary: str = "tesseract"

    def __call__(self, picture: bytes) -> str:
        """The text of a page, whichever way up it lies; empty where nothing on it can be read in any turn.

        An upright page costs what it costs without turns: its languages are told by three strips anyhow, and
        only where those, or the page, are read poorly, it is looked at further.
        """
        return self._read_page(_opened(picture)).text()

    def words(self, picture: bytes) -> list[PlacedWord]:
        """The words of the same reading and their places, for highlighting."""
        image = _opened(picture)
        return placed_words(self._read_page(image), image.size)

    def _read_page(self, image: Image.Image) -> Reading:
        strips = self._strips_read(image)
        looks_turned = strips is not None and strips.letters >= _LEAST_PROBED and strips.is_poor
        told = self._told(image) if looks_turned else None
        if told:
            strips = self._strips_read(turned(image, told))
        first = self._page(turned(image, told or 0), strips, told or 0)
        if not first.is_poor or np.ptp(np.asarray(image)) < _LEAST_INK:
            return first
        return self._best(image, {told or 0: first}, told if looks_turned else self._told(image))

    def _best(self, image: Image.Image, read: dict[int, Reading], told: int | None) -> Reading:
        """The best reading of a page that is poor in the turn in which it was ``read``."""
        if told is not None and told not in read:
            read[told] = self._whole(image, told)
        best = max(read.values(), key=lambda each: each.firmness)
        if best.firmness >= (POOR if told is None else UNREADABLE):
            return best
        shares = {
            turn: self._sample(turned(image, turn)).firmness for turn in (0, *TURNS) if turn not in read
        }
        turn = max(shares, key=lambda each: shares[each])
        if shares[turn] < max(best.firmness, UNREADABLE):
            return best
        return max(best, self._whole(image, turn), key=lambda each: each.firmness)

    def _whole(self, image: Image.Image, turn: int) -> Reading:
        image = turned(image, turn)
        return self._page(image, self._strips_read(image), turn)

    def _sample(self, image: Image.Image) -> Reading:
        return self._strips_read(image) or reading([self._run(image, self.languages)])

    def _page(self, image: Image.Image, strips: Reading | None, turn: int) -> Reading:
        """``turn`` is how ``image`` was turned already."""
        languages = self._languages_in(strips)
        return reading(
            (
                shifted(self._read(image.crop((box.left, box.top, box.right, box.bottom)), languages), box)
                for box in regions(image)
            ),
            turn,
        )

    def _languages_in(self, strips: Reading | None) -> tuple[str, ...]:
        """Those whose script shows in the strips of a page, and the Latin ones.

        A third less time than with all of them: measured on pages of Korean, Chinese and English 7.3 s
        against 4.5 s, with the same errors.
        """
        seen = scripts_of(strips.blocks[0]) if strips is not None else set()
        if not seen:
            return self.languages
        return tuple(name for name in self.languages if script_of(name) in {*seen, Script.LATIN})

    def _strips_read(self, image: Image.Image) -> Reading | None:
        """Three strips of a page; None for a picture that is read whole in the same time."""
        if image.height < _SMALLEST_PROBED or len(self.languages) < 3:
            return None
        height = int(_STRIP * image.height)
        strips = Image.new("L", (image.width, 3 * height), 255)
        for number, at in enumerate((0.25, 0.5, 0.75)):
            top = int(at * image.height)
            strips.paste(image.crop((0, top, image.width, top + height)), (0, number * height))
        return reading([self._run(strips, self.languages)])

    def _told(self, image: Image.Image) -> int | None:
        """Degrees clockwise that make a page upright, by the engine's own look at its letters; None where it
        has too few of them, or its pack ``osd`` is not there."""
        image = image.copy()
        image.thumbnail((_LOOKED_AT, _LOOKED_AT), Image.Resampling.BOX)
        with tempfile.TemporaryDirectory(prefix="pincite-ocr-") as folder:
            source = Path(folder, "page.png")
            image.save(source, compress_level=1, dpi=(150, 150))
            return told_turn(self._said(str(source), "-", "--psm", "0", "-l", "osd") or "")

    def _read(self, image: Image.Image, languages: Sequence[str]) -> list[Line]:
        """The lines of a region; doubtful words of a foreign script are read again without that script.

        Beside Korean, the English model takes one word in sixty for itself (``취업을`` for ``AAS``). Measured
        on rendered pages, character error without and with this: Korean 0.038 and 0.023, Korean with an
        English sentence 0.053 and 0.023; of the Korean model alone 0.022 and 0.076.
        """
        lines = self._run(image, languages)
        script = dominant(lines)
        own = [name for name in languages if script_of(name) is script]
        if not own or len(own) == len(languages) or not any(line.doubtful(script) for line in lines):
            return lines
        return repaired(lines, self._run(image, own), script)

    def _run(self, image: Image.Image, languages: Sequence[str]) -> list[Line]:
        with tempfile.TemporaryDirectory(prefix="pincite-ocr-") as folder:
            source, target = Path(folder, "page.png"), Path(folder, "page")
            image.save(source, compress_level=1, dpi=(300, 300))
            wanted = ("--psm", "6", "-l", "+".join(languages), "txt", "tsv")
            if self._said(str(source), str(target), *wanted) is None:
                return []  # a picture that the engine cannot make anything of holds no text
            text = target.with_suffix(".txt").read_text("utf-8", "replace")
            return read_lines(text, target.with_suffix(".tsv").read_text("utf-8", "replace"))

    def _said(self, *arguments: str) -> str | None:
        """What one run prints; None where it fails by itself. Raises as the class says."""
        try:
            return subprocess.run(
                (self.binary, *arguments),
                # Threads of one page wait for each other more than they save (LIBRARIES.md: 2 cores).
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self.timeout,
                check=True,
            ).stdout.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as error:
            raise ParserTimeout(
                f"The text of a picture was not recognised within {self.timeout:g} s.",
                hint="Raise `ocr.timeout`, or lower `ocr.dpi`.",
            ) from error
        except subprocess.CalledProcessError as error:
            if error.returncode < 0:
                raise TemporaryFailure(f"tesseract was ended by signal {-error.returncode}.") from error
            return None
        except OSError as error:
            raise ConfigurationError(
                f"tesseract cannot be started: {error.strerror}.",
                hint="Install it, or set ocr.engine = off.",
            ) from error


def _opened(picture: bytes) -> Image.Image:
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.convert("L")


def script_of(language: str) -> Script:
    """The script that a language pack is for."""
    return next((script for script, names in _FAMILIES.items() if language in names), Script.LATIN)


__all__ = ["DOUBTFUL", "TesseractOcr", "installed_languages", "open_tesseract", "script_of"]
