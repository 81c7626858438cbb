"""Which rows of the feature ledger no test names: ``python -m tools.features ../shared/FEATURES.md``."""

import re
import sys
from pathlib import Path

ROW = re.compile(r"^\| *([A-Z]{2,3}-\d{2,3}) *\| *([^|]*)", re.MULTILINE)
NAME = re.compile(r"[A-Z]{2,3}-\d{2,3}")
MARK = re.compile(r"mark\.feature\(([^)]*)\)")


def main() -> int:
    ledger = Path(sys.argv[1])
    if not ledger.exists():
        print(f"{ledger} is missing; pass the path of the feature ledger")
        return 2
    rows = dict(ROW.findall(ledger.read_text(encoding="utf-8")))
    named: set[str] = set()
    for path in Path("tests").rglob("*.py"):
        for arguments in MARK.findall(path.read_text(encoding="utf-8")):
            named.update(NAME.findall(arguments))
    for row, text in rows.items():
        if row not in named:
            print(f"{row:7} {text[:100]}")
    unknown = sorted(named - rows.keys())
    if unknown:
        print(f"named by tests but not in the ledger: {', '.join(unknown)}")
    print(f"{len(named & rows.keys())} of {len(rows)} rows are named by a test")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
