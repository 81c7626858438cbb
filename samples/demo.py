"""``make demo``: adds the sample library and asks seven questions aloud.

A clause, an interpretation, a procedure, a comparison, an amount from a table, a question in another
language than its document, and one that must be refused.
"""

import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

import pincite
from pincite.cli.context import Options
from pincite.cli.rendering import print_answer

LIBRARY = Path(__file__).parent / "library"
QUESTIONS = (
    ("a clause", "제43조 내용 알려줘"),
    ("an interpretation", "여행 중에 체험으로 스쿠버다이빙을 하다 다쳐도 보장되나요?"),
    ("a procedure", "보험금 청구는 어떻게 하나요?"),
    ("a comparison", "면책기간과 감액기간의 차이가 뭔가요?"),
    ("an amount from a table", "4종 수술을 받으면 수술보험금이 얼마인가요?"),
    (
        "in another language than the document",
        "How many days of marriage leave do employees get?",
    ),
    ("must be refused", "피자 배달이 늦으면 얼마나 보상받나요?"),
)


def main() -> int:
    console = Console(highlight=False, soft_wrap=True)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pincite-demo-") as directory, pincite.open(directory) as library:
        base = library.knowledge_base("samples")
        console.print("Adding the sample library …", style="bold")
        summary = base.add(LIBRARY)
        for document in summary.ready:
            console.print(f"  ready  {document.title} ({document.chunks} chunks)", markup=False)
        for document in summary.failed:
            console.print(
                f"  failed {document.filename}: {document.error_message}", style="red", markup=False
            )
        console.print(f"  {time.perf_counter() - started:.1f} s", style="dim")
        refused = 0
        for kind, question in QUESTIONS:
            console.print(f"\n[{kind}] {question}", style="bold", markup=False)
            answer = base.ask(question)
            refused += answer.is_refusal
            print_answer(console, Options(), answer)
    console.print(f"\nDone in {time.perf_counter() - started:.0f} s.", style="bold")
    # One question must be refused and six answered; anything else is a broken demonstration.
    return 0 if not summary.failed and refused == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
