"""What of a page of the web is kept: its content, all of it, and not what its site shows beside it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.errors import EmptyDocument
from pincite.parsing import ParseOptions, parse
from pincite.parsing.main_text import main_text

PAGE = ParseOptions(is_page=True)


def links(*names: str) -> str:
    return (
        "<ul>"
        + "".join(f"<li><a href='/{number}'>{name}</a></li>" for number, name in enumerate(names))
        + "</ul>"
    )


def markdown(page: str) -> str:
    return parse(page.encode(), "page.html", options=PAGE).markdown


NEWS = f"""<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8"><title>육아휴직 | 한빛신문</title></head><body>
<div id="wrap"><div class="gnb">{links("홈", "정치면", "경제면")}</div>
<div class="cookie-layer"><p>이 사이트는 쿠키를 사용합니다.</p><button>동의</button></div>
<div id="container"><div class="article-head"><h1>육아휴직 급여 인상</h1><p class="byline">김하늘 기자</p>
<div class="sns"><a href="#">페이스북 공유</a><a href="#">URL 복사</a></div></div>
<div class="article-body"><p>올해부터 육아휴직 급여의 상한액이 월 150만원에서 월 250만원으로 오른다.</p>
<p>첫 3개월은 월 250만원, 이후 3개월은 월 200만원, 나머지 기간은 월 160만원까지 지급한다.</p>
<h2>신청 방법</h2><p>휴직을 시작한 날 이후 1개월부터 끝난 날 이후 12개월 안에 신청해야 한다.</p>
<table><tr><th>기간</th><th>상한액</th></tr><tr><td>4~6개월</td><td>200만원</td></tr></table>
<p>짧다.</p>{links("남녀고용평등법 제19조", "고용보험법 제70조", "시행령 제95조")}</div>
<div class="related"><h3>관련 기사</h3>{links("출산율 반등, 왜?", "남성 휴직 30% 돌파", "대출 규제")}</div>
<div class="comments"><h3>댓글 1개</h3><div>hong: 기사 잘 봤습니다</div></div></div>
<div>{links("코스피 3000 돌파 임박", "주말 전국에 눈 소식", "환율 다시 오르나")}</div>
<div>한빛신문 | 서울시 중구 | 무단 전재 및 재배포 금지</div></div></body></html>"""

MANUAL = f"""<!doctype html><html><head><title>Configuration</title></head><body>
<div class="top">{links("Pumpd", "Documents", "Weblog")}</div>
<div class="layout"><div class="left"><p>Contents</p>{links("Installation", "Setting it up", "Troubles", "Release notes")}</div>
<div class="content"><h1>Configuration</h1><p>Pumpd reads <code>/etc/pumpd.conf</code> at start and on SIGHUP.</p>
<h2>Pressure</h2><p>The valve opens at 12 bar. Change it with:</p><pre><code>open_at = 12  # bar</code></pre>
<dl><dt>open_at</dt><dd>Pressure in bar at which the valve opens.</dd></dl>
<details><summary>What if the sensor is lost?</summary><p>Pumpd stops after 30 seconds.</p></details>
<div class="pager"><a href="i">« Before</a> <a href="t">Next »</a></div></div></div>
<div class="bottom">© 2024 Pumpd project. Built with care.</div></body></html>"""

TERMS = """<html><head><meta charset=utf-8><title>用户服务协议</title></head><body><table width=100%>
<tr><td colspan=2><a href=/>首页</a> | <a href=/help>帮助中心</a> | <a href=/login>登录</a></td></tr>
<tr><td width=150><a href=1>协议</a><br><a href=2>隐私政策</a><br><a href=3>退款规则</a></td>
<td><center><b>用户服务协议</b></center><p>生效日期：2024年3月1日</p>
<p><b>第一条 总则</b></p><p>本协议由用户与星河公司订立。用户点击同意即视为接受。</p>
<p><b>第二条 退款</b><br>用户自付款之日起七日内可以申请全额退款；已使用的服务按百分之十扣除手续费。</p>
<table><tr><th>期间</th><th>手续费</th></tr><tr><td>七日内</td><td>无</td></tr></table></td></tr>
<tr><td colspan=2 align=center>版权所有 星河公司 京ICP备00000000号</td></tr></table></body></html>"""


@pytest.mark.parametrize(
    ("page", "kept", "gone"),
    [
        (
            NEWS,
            ["급여 인상", "월 150만원에서", "월 160만원까지", "신청 방법", "12개월 안에", "4~6개월", "짧다.", "제70조"],
            ["정치면", "쿠키", "페이스북", "남성 휴직", "코스피", "hong", "무단 전재"],
        ),
        (
            MANUAL,
            ["SIGHUP", "12 bar", "open_at = 12", "at which the valve", "sensor is lost", "30 seconds"],
            ["Weblog", "Contents", "Release notes", "« Before", "Built with"],
        ),
        (
            TERMS,
            ["用户服务协议", "2024年3月1日", "第一条", "视为接受", "七日内可以", "百分之十", "| 七日内 | 无 |"],
            ["帮助中心", "隐私政策", "退款规则", "ICP"],
        ),
    ],
    ids=["news", "manual", "terms in a table layout"],
)  # fmt: skip
def test_the_content_stays_and_the_site_around_it_goes(page: str, kept: list[str], gone: list[str]) -> None:
    text = markdown(page)
    assert [words for words in kept if words not in text] == []
    assert [words for words in gone if words in text] == []


def test_a_file_that_a_person_chose_is_read_whole() -> None:
    assert "남성 휴직" in parse(NEWS.encode(), "news.html").markdown


def test_a_list_of_links_is_what_its_page_is_for() -> None:
    names = [f"Regulation {number} of the city council" for number in range(40)]
    text = markdown(
        f"<title>Regulations</title><body><p>All of them.</p><div class=list>{links(*names)}</div></body>"
    )
    assert [name for name in names if name not in text] == []


def test_a_forum_is_made_of_comments() -> None:
    posts = "".join(f"<div class=comment>{'It worked for me. ' * 9}{number}</div>" for number in range(5))
    text = markdown(f"<h1>Valve stuck?</h1><p>Mine does not open.</p><div class=comments>{posts}</div>")
    assert text.count("It worked") == 45


def test_names_of_layout_are_no_names_of_furniture() -> None:
    words = "The insurer pays within three days. " * 3
    names = ("text-bottom", "share-capital", "foot-note", "footnotes", "rank_table", "load-more", "shadow")
    blocks = "".join(f"<div class='{name}'>{words}{name}</div>" for name in names)
    text = markdown(f"<body><div class='container'>{blocks}</div></body>")
    assert text.count("three days") == 3 * len(names)


def test_clauses_with_links_to_others_stay() -> None:
    clauses = "".join(
        f"<div class=clause><p>제{n}조 <a href=#>제{n + 1}조</a>에 따라 <a href=#>별표 {n}</a>의 금액을 지급한다.</p></div>"
        for n in range(30)
    )
    assert markdown(f"<body><h1>약관</h1>{clauses}</body>").count("금액을 지급한다") == 30


def test_a_page_without_words_is_no_document() -> None:
    with pytest.raises(EmptyDocument, match="15 characters"):
        parse(
            b"<html><title>App</title><body><div>Please wait ...</div></body></html>", "a.html", options=PAGE
        )


def test_a_page_without_a_heading_gets_its_title() -> None:
    page = f"<html><title>Leave</title><body><div>{'Fifteen days a year. ' * 5}</div></body></html>"
    assert markdown(page).startswith("# Leave\n\nFifteen")


PIECES = ["<div>", "</div>", "<td>", "<table>", "</table>", "<tr>", "<ul class=footer>", "</ul>", "<a href=x>", "</a>",
          "<li>", "<script>", "</script>", "<!--", "-->", "<![", "<h1>", "word " * 30, "제1조 ", "<p", "\n", "<br/>",
          "<div class='related'/>", "</body>", "&lt;", "<textarea>", "\r\n", "\u2028"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_nesting_keeps_at_least_half_of_the_words_and_invents_none(page: str) -> None:
    text = main_text(page)
    before, after = page.count("word"), text.count("word")
    assert after <= before
    outside = re.sub(r"(?s)<(script|textarea)>.*?(</\1>|\Z)|<!--.*?(-->|\Z)", "", page)
    if "<a" not in outside and "<script" not in page and "<textarea" not in page and "<!--" not in page:
        assert after * 2 >= before


def test_a_hostile_page_takes_no_longer_than_its_size() -> None:
    word = "word " * 20
    for page in (
        "<div>" * 100_000,
        f"{word}<table><tr><td>" * 20_000,
        "<a <a" * 60_000,
        f"{word}<td><table>" + "<div>" * 50_000 + "</td>" * 50_000,
        "<div>" * 50_000 + word + "</center>" * 50_000,
        f"<ul>{word}" * 20_000,
    ):
        assert len(main_text(page)) >= len(page) / 2
