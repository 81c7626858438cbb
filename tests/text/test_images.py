import pytest

from pincite.text.images import ImageInfo, enrich_images, find_images, image_urls, prune_images


@pytest.mark.feature("IM-02")
@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("hello ![alt1](url1) world ![alt2](url2) end", ["url1", "url2"]),
        ("![a](https://ko.wikipedia.org/x_(1).png)", ["https://ko.wikipedia.org/x_(1).png"]),
        ('![a](u.png "title") ![b](<with blank.png>)', ["u.png", "with blank.png"]),
        ("[![inner](in.png)](https://out)", ["in.png"]),
        ("[link](not-an-image)", []),
        ('<img class="x" src="d.png" alt="y"> ![m](a.png)', ["d.png", "a.png"]),
        ("<IMG SRC='e.png'/>", ["e.png"]),
        ('<img src="  f.png  ">', ["f.png"]),
        ('<img data-src="placeholder.png" src=real.png>', ["real.png"]),
        ('<img alt="no source">', []),
        ("<image src='x.png'>", []),
        ("![a](u) ![b](u)", ["u"]),
        ("![open](never closed", []),
    ],
)
def test_addresses_of_images(text: str, urls: list[str]) -> None:
    assert image_urls(text) == urls


def test_a_reference_names_its_place_and_its_words() -> None:
    text = "앞 ![그림 1](a.png) <img alt='y' src='b.png'>"
    found = find_images(text)
    assert [text[image.start : image.end] for image in found] == [
        "![그림 1](a.png)",
        "<img alt='y' src='b.png'>",
    ]
    assert [image.alt for image in found] == ["그림 1", "y"]


@pytest.mark.feature("IM-06")
def test_images_that_are_not_kept_go_with_their_blank_lines() -> None:
    assert prune_images("intro\n\n![p1](u1)\n\nbody\n\n![p2](u2)", {"u2"}) == "intro\n\nbody\n\n![p2](u2)"
    assert prune_images("![p1](u1)\n\n<img src='u3'>\n\nbody", set()) == "body"
    assert prune_images("  ![p2](u2)\n\n\n\nkept as it is", {"u2"}) == "  ![p2](u2)\n\n\n\nkept as it is"


@pytest.mark.feature("IM-05")
def test_what_an_image_shows_is_quoted_below_it() -> None:
    infos = [ImageInfo("u2", ocr_text="two\nlines"), ImageInfo("u3", caption=" a chart "), ImageInfo("u4")]
    text = "![p1](u1)\n\n![p2](u2)\n\n![p3](u3)\ntext\n\n![p4](u4)"
    assert enrich_images(text, infos) == (
        "![p1](u1)\n\n![p2](u2)\n\n> **Image text (OCR):** two\n> lines\n\n"
        "![p3](u3)\n\n> **Image caption:** a chart\n\ntext\n\n![p4](u4)"
    )


def test_an_image_that_stands_twice_is_told_of_twice() -> None:
    enriched = enrich_images("![same](u1)\n\n![same](u1)", [ImageInfo("u1", "same caption", "words")])
    assert enriched.count("> **Image caption:** same caption\n> **Image text (OCR):** words") == 2


def test_a_quote_does_not_break_the_table_that_holds_the_image() -> None:
    table = "| a | ![p](u1) |\n|---|---|\n| b | c |"
    enriched = enrich_images(f"{table}\nafter", [ImageInfo("u1", "seen")])
    assert enriched == f"{table}\n\n> **Image caption:** seen\n\nafter"


@pytest.mark.parametrize(
    "text", ["![" * 20000, "![a](" + "(" * 20000, "<img " * 20000, "<img " + "src=" * 20000]
)
def test_hostile_input_ends(text: str) -> None:
    assert find_images(text) == []
