"""What a page looks like and whether everybody can use it: axe, and the pictures of the README."""

import io
import json
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page

from tests.conftest import ROOT
from tests.services import lacking

AXE: Final = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS: Final = ROOT / "docs" / "screenshots"
LARGEST: Final = 200_000
"""Bytes of a picture in the repository."""
SAME: Final = 1.5
"""Mean difference of a channel, of 255, below which a picture is kept as it is: dates, times and how letters are
drawn make up to 1.2."""

RULES: Final = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(page: Page) -> list[str]:
    """What axe finds, a line each. It is run by the devtools, which the policy of the page does not bind."""
    if not AXE.exists():
        lacking("axe-core is not there: make ui")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
    ran = devtools.send(
        "Runtime.evaluate",
        {
            "expression": f"axe.run(document, {json.dumps(RULES)}).then(found => JSON.stringify("
            "found.violations.flatMap(rule => rule.nodes.map(node => "
            "`${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\\n')[1]}`))))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    devtools.detach()
    assert "value" in ran["result"], ran
    return list(json.loads(ran["result"]["value"]))


def picture(page: Page, name: str) -> None:
    """Write the page as it stands to ``docs/screenshots/NAME.png``, unless the one there looks the same."""
    SCREENSHOTS.mkdir(exist_ok=True)
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide")))
    small = taken.convert("RGB").quantize(128, dither=Image.Dither.NONE)
    data = io.BytesIO()
    small.save(data, "PNG", optimize=True)
    assert len(data.getvalue()) <= LARGEST, (name, len(data.getvalue()))
    path = SCREENSHOTS / f"{name}.png"
    if not _alike(path, small):
        path.write_bytes(data.getvalue())


def _alike(path: Path, new: Image.Image) -> bool:
    if not path.exists():
        return False
    with Image.open(path) as old:
        if old.size != new.size:
            return False
        difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
        return max(ImageStat.Stat(difference).mean) < SAME
