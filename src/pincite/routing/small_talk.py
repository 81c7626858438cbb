"""What a person wants who asks nothing of the documents, told by rules (DESIGN.md section 13: without a model
the product still works)."""

import re

from pincite.routing.intents import Intent
from pincite.text.analyzers import fold

_GREETING = (
    r"안녕(?:하세요|하십니까|히\s?계세요)?|하이|헬로우?|반가(?:워|워요|습니다)|좋은\s?(?:아침|하루|저녁)"
    r"(?:이에요|입니다|이야)?"
    r"|처음\s?뵙겠습니다|(?:hi|hello|hey)(?: there)?|good (?:morning|afternoon|evening|day)|nice to meet you"
    r"|greetings|你好|您好|大家好|嗨|哈喽|早|早上好|上午好|下午好|晚上好|早安"
)
# No word that documents have a chapter of: 감사 is an auditor too.
_THANKS = (
    r"(?:정말|너무|진짜)?\s?(?:고마워|고마워요|고맙습니다|감사해요|감사합니다|감사드립니다|땡큐)"
    r"|수고(?:하세요|하셨습니다|했어)|잘\s?(?:알겠습니다|알았어요?)"
    r"|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ty|cheers|got it|bye|goodbye|see you"
    r"|谢谢(?:你|您|啦)?|多谢|感谢|辛苦了|明白了|知道了|再见|拜拜"
)
# No single words like help or 사용법: manuals have a chapter of that name.
_HELP = (
    r"(?:너는?|넌|당신은?)?\s?(?:누구(?:야|니|세요|예요|인가요)|뭐야|뭐\s?하는\s?거야)"
    r"|(?:뭘|무엇을|뭐)\s?(?:할\s?수\s?있(?:어|어요|니|나요|습니까)|물어볼\s?수\s?있(?:어|어요|나요)|도와줄\s?수\s?있(?:어|어요|나요))"
    r"|what can (?:you do|i ask)(?: (?:here|you))?|who are you|what are you"
    r"|你是谁|您是谁|你能做什么|你会什么|能问什么"
)
_PARTS = re.compile(  # between marks, and single letters of laughter (ㅎㅎ), which folding takes apart
    r"[\s]*[,.!?~;:。！？，、～…^)(\n\u1100-\u11ff]+[\s]*"
)
_SAID = {
    Intent.GREETING: re.compile(rf"(?:{_GREETING})"),
    Intent.CHITCHAT: re.compile(rf"(?:{_THANKS})"),
    Intent.CLARIFICATION: re.compile(rf"(?:{_HELP})"),
}
HELP = "help"
"""What `small_talk` says of a question about the product itself; no model names it."""
LONGEST = 40
"""Characters; who writes more asks something."""


def small_talk(question: str) -> str:
    """``greeting``, ``chitchat`` (thanks, good-bye), ``help``, or "" where anything is asked of documents.

    Every part between marks must be small talk: "안녕하세요, 연차는 며칠인가요?" asks.

    >>> small_talk("안녕하세요!"), small_talk("Thank you very much."), small_talk("你能做什么？")
    ('greeting', 'chitchat', 'help')
    >>> small_talk("안녕하세요, 연차는 며칠인가요?")
    ''
    """
    folded = fold(question).strip()
    parts = [part for part in _PARTS.split(folded) if part.strip()]
    if not parts or len(folded) > LONGEST:
        return ""
    kinds = [
        next((kind for kind, said in _SAID.items() if said.fullmatch(part.strip())), None) for part in parts
    ]
    if None in kinds:
        return ""
    if Intent.CLARIFICATION in kinds:
        return HELP
    return Intent.CHITCHAT.value if kinds[-1] is Intent.CHITCHAT else Intent.GREETING.value
