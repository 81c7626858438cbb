"""What a document or a model says is text: none of it runs, fetches, leads away or hides the page."""

import json
from urllib.parse import quote
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

from tests.browser.serving import Model
from tests.browser.test_ask import QUESTION, ask

FAR_HOST = "evil.example"
PAYLOADS = (
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=2>",
    "<svg onload=window.hit=3></svg>",
    "<svg><script>window.hit=4</script></svg>",
    '<iframe srcdoc="<script>parent.hit=5</script>"></iframe>',
    '<iframe src="javascript:parent.hit=6"></iframe>',
    '<object data="javascript:window.hit=7"></object>',
    '<embed src="javascript:window.hit=8">',
    '<a href="javascript:window.hit=9">nine</a>',
    "[ten](javascript:window.hit=10)",
    "[eleven](JaVaScRiPt:window.hit=11)",
    "[twelve](java&#115;cript:window.hit=12)",
    "[thirteen](&#x6A;avascript:window.hit=13)",
    "[fourteen](<data:text/html,<script>parent.hit=14</script>>)",
    "[fifteen](data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaGl0PTE1PC9zY3JpcHQ+)",
    "[sixteen](vbscript:window.hit=16)",
    "![seventeen](javascript:window.hit=17)",
    "![eighteen](<data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.hit=18'/>>)",
    f"![nineteen](http://{FAR_HOST}/19.png)",
    "[twenty][20]\n\n[20]: javascript:window.hit=20",
    "<javascript:window.hit=21>",
    "<body onload=window.hit=22>",
    "<input autofocus onfocus=window.hit=23>",
    "<details open ontoggle=window.hit=24>",
    "<video><source onerror=window.hit=25></video>",
    '<math><a xlink:href="javascript:window.hit=26">twenty-six</a></math>',
    '<form action="javascript:window.hit=27"><button>twenty-seven</button></form>',
    f'<base href="http://{FAR_HOST}/">',
    f'<meta http-equiv="refresh" content="0;url=http://{FAR_HOST}/">',
    f'<link rel="stylesheet" href="http://{FAR_HOST}/30.css">',
    "<style>body{display:none}</style>",
    f'<div style="position:fixed;inset:0;background:url(http://{FAR_HOST}/32)">thirty-two</div>',
    "`<script>window.hit=33</script>`",
    '"></p></div><script>window.hit=34</script>',
    "<!--><script>window.hit=35</script>-->",
    "<scr<script>ipt>window.hit=36</scr</script>ipt>",
    '<img/src="x"/onerror=window.hit=37>',
    "<template><script>window.hit=38</script></template>",
    "| a |\n| --- |\n| <svg/onload=window.hit=39> |",
    "&lt;script&gt;window.hit=40&lt;/script&gt;",
)
TITLE = "<img src=x onerror=window.hit=41> Pump manual"

LIVING = """() => {
    const bad = [];
    for (const each of document.querySelectorAll("main *, aside *, dialog *")) {
        const name = each.localName;
        if (["script", "iframe", "object", "embed", "base", "meta", "link", "style", "video",
             "math", "template", "body"].includes(name)) bad.push(name);
        for (const { name: attribute, value } of each.attributes) {
            if (/^on/i.test(attribute)) bad.push(`${name} ${attribute}`);
            if (/^(href|src|action|data|xlink:href|srcdoc)$/i.test(attribute)
                && /^\\s*(javascript|vbscript|data):/i.test(value)) bad.push(`${name} ${attribute}=${value}`);
            if (/evil\\.example/.test(value) && attribute !== "title" && name !== "a")
                bad.push(`${name} ${attribute}=${value}`);
        }
    }
    return bad;
}"""


def harmless(page: Page) -> None:
    """Nothing of it lives in the page as it stands, and clicking what looks like a link does nothing either."""
    assert page.evaluate(LIVING) == []
    assert page.evaluate("typeof window.hit") == "undefined"
    expect(page.get_by_role("main")).to_be_visible()


def watched(page: Page) -> list[str]:
    """Addresses that a page asks for elsewhere."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if FAR_HOST in request.url else None)
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    return asked


def test_forty_payloads_of_a_model_are_text(page: Page, served: str, model: Model) -> None:
    assert len(PAYLOADS) == 40
    asked = watched(page)
    model.will_say("\n\n".join(PAYLOADS))
    page.goto(served)
    ask(page, QUESTION)
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("window.hit=40</script>")
    expect(page.get_by_role("button", name="Bad answer")).to_be_visible()
    harmless(page)
    assert answer.locator("form, input, details, div[style*=fixed]").count() == 0
    shown = answer.inner_text()
    for number in (1, 2, 3, 4, 7, 8, 22, 23, 24, 25, 33, 34, 36, 37, 38, 39, 40):
        assert f"hit={number}" in shown, number
    for word in ("ten", "eleven", "twelve", "thirteen", "fifteen", "sixteen", "twenty"):
        words = answer.get_by_text(word, exact=True)
        if words.count():
            words.first.click()
    harmless(page)
    page.reload()
    expect(answer).to_contain_text("window.hit=40</script>")
    harmless(page)
    assert page.url.startswith(served) and asked == []


def test_forty_payloads_of_a_document_are_text_wherever_it_is_shown(
    page: Page, served: str, model: Model
) -> None:
    asked = watched(page)
    body = "\n\n".join(f"## Section {number}\n\n{each}" for number, each in enumerate(PAYLOADS, 1))
    text = f"# {TITLE}\n\nThe turquoise valve is oiled weekly.\n\n{body}\n"
    name = "<svg onload=window.hit=42>.md"
    line = "----------------boundary"
    form = (
        f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        f"Content-Type: text/markdown\r\n\r\n{text}\r\n--{line}--\r\n"
    )
    with urlopen(
        Request(
            f"{served}/api/v1/knowledge-bases/documents/documents",
            form.encode(),
            {"Content-Type": f"multipart/form-data; boundary={line}"},
        )
    ) as response:
        document = json.load(response)
    page.goto(f"{served}/library/documents")
    row = page.get_by_role("row").filter(has_text=document["filename"])
    expect(row).to_contain_text("Ready")
    harmless(page)
    row.get_by_role("link").click()
    original = page.get_by_role("region", name="Original")
    expect(original).to_contain_text("The turquoise valve is oiled weekly.")
    for _ in range(200):
        harmless(page)
        at_end = original.evaluate(
            """region => {
                const list = region.querySelector("[tabindex]");
                const before = list.scrollTop;
                list.scrollBy(0, list.clientHeight);
                return list.scrollTop === before;
            }"""
        )
        if at_end:
            break
    expect(original).to_contain_text("window.hit=40</script>")
    harmless(page)

    page.goto(f"{served}/search?q={quote('How often is the turquoise valve oiled?')}")
    page.get_by_role("row").nth(1).get_by_role("button").click()
    expect(page.get_by_role("complementary", name="Evidence").get_by_role("article")).to_be_visible()
    harmless(page)
    page.goto(f"{served}/lab")
    page.get_by_label("Text", exact=True).fill(text)
    expect(page.get_by_role("article").first).to_be_visible()
    harmless(page)
    assert page.url.startswith(served) and asked == []
