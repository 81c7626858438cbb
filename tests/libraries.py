"""Libraries of small documents for the tests of the faces: real SQLite, real index, real encoder."""

import shutil
from pathlib import Path

import pincite
from pincite.core.settings import Settings
from tests.adapters.e5.models import model_data_dir
from tests.conftest import ROOT

SAMPLES = ROOT / "samples" / "library"
MANUAL = SAMPLES / "en_maintenance_manual.md"
POLICY = SAMPLES / "zh_leave_policy.md"

KOREAN = """# 늘봄 상해보험 약관

## 제1장 보험금의 지급

### 제41조(보험금의 지급사유)
회사는 피보험자가 보험기간 중 상해로 4일 이상 입원한 때에 입원일당 5만원을 지급합니다.

### 제42조(보험금을 지급하지 않는 사유)
회사는 피보험자가 고의로 자신을 해친 때에는 보험금을 지급하지 않습니다.

### 제43조(보험금의 청구)
보험수익자는 청구서와 진단서를 회사에 냅니다. 회사는 서류를 받은 날부터 3영업일 이내에 보험금을 지급합니다.
"""

CLAUSE = "제43조 내용 알려줘"
FACT = "How often are the pump bearings greased?"
FAR = "피자 배달이 늦으면 얼마나 보상받나요?"


def settings_for(directory: Path, **changes: object) -> Settings:
    return Settings(data_dir=directory, models_dir=model_data_dir(), **changes)  # type: ignore[arg-type]


def write_documents(folder: Path) -> Path:
    """A folder as people have them: blanks and Korean in names, folders below, and a file nobody can read."""
    (folder / "하위 폴더").mkdir(parents=True)
    shutil.copy(MANUAL, folder / "pump manual.md")
    shutil.copy(POLICY, folder / "zh_leave_policy.md")
    (folder / "하위 폴더" / "상해보험 약관.md").write_text(KOREAN, encoding="utf-8")
    (folder / "empty.txt").write_text("", encoding="utf-8")
    (folder / "archive.bin").write_bytes(bytes(range(256)) * 8)
    return folder


def make_library(directory: Path) -> Path:
    """A closed library of three documents; copy it before changing it."""
    folder = directory / "documents"
    write_documents(folder)
    with pincite.open(settings=settings_for(directory / "library")) as library:
        summary = library.knowledge_base().add(folder)
    assert len(summary.ready) == 3, summary
    return directory
