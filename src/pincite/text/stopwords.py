"""Words that ask or bind and never tell what a text is about.

English ones leave both sides, as every English analyzer does. Words of asking (뭐, 알려주다, 什么, what)
leave the question only: no passage holds them for a reason, and as rare terms they would weigh the most.
"""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


ENGLISH = _words(
    "a an and are as at be been being but by for from had has have he her his i if in into is it its me my",
    "no nor not of on or our she so such than that the their them then there these they this those to was",
    "we were will with would you your do does did done don doesn didn isn aren wasn weren won wouldn couldn",
)

CHINESE = _words("的 了 是 在 和 与 與 及 或 而 之 其 也 就 都 着 著 把 被 对 對 于 於 以 并 並 等 有 为 為")

ASKING = _words(
    # English (before stemming) and its stems
    "what which who whom whose when where whi why how pleas please tell explain describ describe much many",
    "kind type name can could should shall may must about",
    # Chinese, simplified and traditional
    "什么 甚么 什麼 甚麼 哪 哪些 哪个 哪個 哪里 哪裡 哪裏 哪一 哪一个 哪一個 哪一年 哪年 谁 誰 怎么 怎麼",
    "怎样 怎樣 如何 为什么 為什麼 为何 為何 何 何时 何時 多少 几 幾 吗 嗎 呢 吧 请 請 请问 請問",
    "告诉 告訴 我 你 您",
    # Korean morphemes
    "뭐 무엇 무어 뭣 무슨 어떻 어떠 어떤 어떻게 어디 언제 누구 왜 몇 며칠 얼마 어느 알리 알 싶 궁금 주",
    "말씀 말하 설명 알려주 저 나 제 그 이 것 거 수 하 되 있 대하 관하 가르치 질문 문의 내용 관련 정하",
)
