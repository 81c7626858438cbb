"""How many examples a property gets, and texts made of everything that documents hold."""

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

EXAMPLES = 2000 if os.environ.get("CI") == "true" else 200

thorough = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

_FRAGMENTS = (
    "제1장 총칙\n", "제2장 보험금의 지급\n\n", "## 제2관 보험금의 지급\n", "제43조(보험금의 지급) ① 회사는 보험금을 지급합니다.\n",
    "제51조의2 삭제\n", "### 제60조 연차 유급휴가\n\n", "제43조에 따라 지급한다. ", "부칙\n", "[별표 1] 장해분류표\n",
    "보험금은 지급됩니다. ", "회사는 지급하지 아니한다.\n", "① 첫째 항은 다음과 같다.\n1. 가입금액\n가. 나이\n",
    "第一章 总则\n\n", "第十条 用人单位应当缴纳失业保险费。\n\n", "（一）失业保险费；\n", "内容内容内容。", "附则\n",
    "부    칙\n", "附\u3000\u3000则\n", "사망률은 $q_x = d_x / l_x$이다. ", "\\( a + b \\) ", "$5 and $10 ", "\n" * 40,
    "ARTICLE 3 - SCOPE\n", "Section 2 Definitions\n\n", "Article 5 applies to version v1.2 and 3.14. ",
    "The quick brown fox jumps. ", "Is it? Yes! e.g. this one. ",
    "# Title\n\n", "## Part\n", "#### Deep # sharp C#\n", "plain words without any end ", "x" * 70, "한" * 70, "字" * 70,
    "👨‍👩‍👧‍👦", "🇰🇷🇨🇳", "👍🏽 ", "e\u0301\u0323", "क्षि", "ㄱ\u1100\u1161\u11a8",
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n", "| 다섯 | 여섯 |\n", "||\n|---|---|\n| 이름 | 값 |\n| 가 | 1 |\n",
    "```python\nprint('a. b')\n\n# no heading\n```\n", "~~~\n제9조(코드) x\n~~~\n", "```\nopen fence\n", "`code. here` ",
    "$$\na\n\nb\n$$\n", "$$x$$", "`c`\u0301", "$$x$$\u0301\u0323", "[a](b)\u200d", "\u0600`d`", "`c`\u0301$$x$$\u0308",
    "한" * 40 + "`c`\u0301" + "字" * 40, "x" * 50 + "$$y$$\u0323" + "가" * 60,
    "    ```\n    shown\n", "- item\n  ```\n  open\n", "<!--\n# hidden\n-->\n", "<pre>\n제9조(숨음) 글\n", "</pre>\n", "이름 | 값\n--- | ---\n가 | 1\n나 | 2\n",
    "> | a | b |\n> |:-:|-|\n> | 1 | 2 |\n", "끓는다.[1] ", "沸腾。[1]", "2026. 4. 20. 시행하고 ", "[m. n](u(_(v)_w)) ", "![그림](https://ex.com/a_(b).png) ", "[link. text](u) ",
    "---\ntitle: x\n---\n", "1. Results\nText of a section\n", "2.3 방법론\n", "GENERAL TERMS\n", "Page 3 of 10\n", "=====\n", "3쪽\n",
    "Title\n=====\n\n", "\n\n소제목\n---\n", "<table><tr><th>이름</th></tr>\n<tr><td>값 1</td></tr></table>\n",
    "| 구분 | 보험금 | |\n|---|---|---|\n| 종류 | 본인 | 가족 |\n| 사망 | 10 | 5 |\n", "표 1. 지급률\n\n", "\n", "\n\n", "\n\n\n\n", "  ", "\t", "\u3000", "\r\n", "\f", "。", "！", ".", "...", " ",
)  # fmt: skip

texts = st.lists(
    st.one_of(
        st.sampled_from(_FRAGMENTS),
        st.builds(lambda part, n: part * n, st.sampled_from(_FRAGMENTS), st.integers(2, 12)),
        st.text(max_size=12),
        st.text(alphabet="가나다 。.\n|`$[]()#제조1\u0301", max_size=40),
    ),
    max_size=25,
).map("".join)
