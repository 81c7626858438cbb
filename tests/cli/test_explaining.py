from dataclasses import replace
from io import StringIO

from rich.console import Console

from pincite.cli.explaining import TIES, print_explanation
from pincite.pipeline.answer import Answer
from pincite.pipeline.explaining import Explanation

TIE = {"source": "김하늘", "target": "한빛상사", "description": "맡는다", "chunk_ids": ["c1"]}
PLAIN = Answer("trace", "김하늘은?", "", "ko", None, None)


def printed(answer: Answer) -> str:
    console = Console(file=StringIO(), width=100, color_system=None)
    print_explanation(console, answer)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_what_names_led_to_is_told_and_nothing_where_there_are_none() -> None:
    graph = {"entities": ["김하늘", "한빛상사"], "nodes": [], "relations": [TIE] * (TIES + 5)}
    explained = replace(PLAIN, explanation=Explanation((), 0, (), None, {}, graph))
    said = printed(explained)
    assert "graph: 김하늘, 한빛상사" in said
    assert said.count("  김하늘 – 한빛상사  맡는다") == TIES
    assert "graph" not in printed(replace(PLAIN, explanation=Explanation((), 0, (), None, {})))
    assert printed(PLAIN) == ""
