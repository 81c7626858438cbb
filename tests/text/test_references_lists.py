"""Lists and ranges whose members are not all named by their noun."""

import pytest

from pincite.text.references import find_references


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("별표 1, 2", ["appendix:1", "appendix:2"]),
        ("별표 1부터 별표 3까지", ["appendix:1", "appendix:2", "appendix:3"]),
        ("별표 1부터 3까지 보여줘", ["appendix:1", "appendix:2", "appendix:3"]),
        ("별표 1, 2개", ["appendix:1"]),
        ("별지 제5호 서식 및 제6호 서식", ["form:5", "form:6"]),
        ("별지 제1호부터 제3호까지의 서식", ["form:1", "form:2", "form:3"]),
        ("附件一和二", ["appendix:1", "appendix:2"]),
        ("附件一至三", ["appendix:1", "appendix:2", "appendix:3"]),
        ("附件一、三万元", ["appendix:1"]),
        ("Appendices A and B", ["appendix:a", "appendix:b"]),
        ("Appendix A to C", ["appendix:a", "appendix:b", "appendix:c"]),
        ("3~5조", ["article:3", "article:4", "article:5"]),
        ("3~5조원", []),
        ("Article 3 to 5", ["article:3", "article:4", "article:5"]),
        ("Articles 3-5", ["article:3", "article:4", "article:5"]),
        ("Article 3-5", ["article:3-5"]),
        ("Article 3 and 7 days", ["article:3"]),
        ("Section 5, 30 days", ["section:5"]),
        ("Sections 2.1, 2.3 and 4", ["section:2.1", "section:2.3", "section:4"]),
        ("Sections 2.1 to 2.3", ["section:2.1", "section:2.2", "section:2.3"]),
        ("제3조의2부터 제3조의5까지", ["article:3-2", "article:3-3", "article:3-4", "article:3-5"]),
        ("부칙 제2조 및 제3조", ["supplement:2", "supplement:3"]),
        ("부칙 제1조부터 제3조까지", ["supplement:1", "supplement:2", "supplement:3"]),
    ],
)
def test_each_member_is_a_reference(text: str, keys: list[str]) -> None:
    assert [found.key for found in find_references(text)] == keys


def test_all_members_are_of_the_law_that_is_named_once() -> None:
    assert {found.law for found in find_references("Articles 3 to 5 of the Travel Policy")} == {
        "Travel Policy"
    }
    assert {found.law for found in find_references("劳动合同法第三条至第五条")} == {"劳动合同法"}
