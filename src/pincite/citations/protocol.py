"""The rules of citing that stand outside every editable template (DESIGN.md section 13)."""

from typing import Final

_CITE: Final = {
    "ko": (
        '인용 규칙: 근거가 있는 문장 끝마다 그 출처를 <ref id="c1"/> 형태의 태그로 표시하세요. '
        "id는 문맥의 chunk id(웹 문서는 page id)만 쓰고, 다른 태그(<kb>, <web>)나 지어낸 id는 쓰지 마세요. "
        "res:// 주소는 그대로 옮기세요."
    ),
    "en": (
        'Citations: after each statement put its source as a tag like <ref id="c1"/>. '
        "Use only the chunk ids (of a web page the page id) of the context; write no other tags (<kb>, "
        "<web>) and no invented ids. Copy res:// addresses as they are."
    ),
    "zh": (
        '引用规则：在每个有依据的句子末尾用 <ref id="c1"/> 形式的标签标明来源。'
        "只使用上下文中的 chunk id（网页用 page id），不得写其他标签（<kb>、<web>）或编造 id。"
        "res:// 地址须原样照抄。"
    ),
}
_CITE_NOTHING: Final = {
    "ko": (
        "인용 규칙: 출처 태그(<ref>, <kb>, <web>)나 문맥의 id를 쓰지 마세요. res:// 주소는 그대로 옮기세요."
    ),
    "en": (
        "Citations: write no source tags (<ref>, <kb>, <web>) and no ids of the context. "
        "Copy res:// addresses as they are."
    ),
    "zh": "引用规则：不得写出处标签（<ref>、<kb>、<web>）或上下文中的 id。res:// 地址须原样照抄。",
}


def protocol_prompt(language: str, *, citations: bool = True) -> str:
    """The rules for one answer; with ``citations`` off they forbid every tag (row CI-03)."""
    rules = _CITE if citations else _CITE_NOTHING
    return rules.get(language, rules["en"])
