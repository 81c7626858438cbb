"""Source handles: what the model sees instead of internal ids (DESIGN.md section 13).

One registry an answer; ``cN`` is a chunk, ``wN`` a web page, ``dN`` a document, ``bN`` a base.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape

from pincite.core.types import Chunk, Passage


@dataclass(slots=True)
class SourceRegistry:
    """Handles in order of registration, from 1; the same source gets the same handle again."""

    passages: dict[str, Passage] = field(default_factory=dict)
    _by_chunk: dict[str, str] = field(default_factory=dict)

    def register(self, passage: Passage) -> str:
        known = self._by_chunk.get(passage.chunk.id)
        if known is not None:
            return known
        handle = f"c{len(self.passages) + 1}"
        self.passages[handle] = passage
        self._by_chunk[passage.chunk.id] = handle
        return handle

    def resolve(self, handle: str) -> Passage | None:
        return self.passages.get(handle)


PROTOCOL = {
    "ko": (
        '인용 규칙: 근거가 있는 문장 끝마다 그 출처를 <ref id="c1"/> 형태의 태그로 표시하세요. '
        "id는 문맥의 chunk id만 쓰고, 다른 태그(<kb>, <web>)나 지어낸 id는 쓰지 마세요."
    ),
    "en": (
        'Citations: after each statement put its source as a tag like <ref id="c1"/>. '
        "Use only the chunk ids of the context; write no other tags (<kb>, <web>) and no invented ids."
    ),
    "zh": (
        '引用规则：在每个有依据的句子末尾用 <ref id="c1"/> 形式的标签标明来源。'
        "只使用上下文中的 chunk id，不得写其他标签（<kb>、<web>）或编造 id。"
    ),
}


def protocol_prompt(language: str) -> str:
    """The citation rules; they stand outside every editable template."""
    return PROTOCOL.get(language, PROTOCOL["en"])


def model_view(
    passages: Sequence[Passage], registry: SourceRegistry, valid: Callable[[str], str] | None = None
) -> str:
    """The passages as compact XML with handles only, grouped by document in order of first mention.

    ``valid`` tells from which to which day a document is in force, "" where none is known.
    """
    documents: dict[str, list[Passage]] = {}
    for passage in passages:
        documents.setdefault(passage.chunk.document_id, []).append(passage)
    lines = ["<search_results>"]
    for number, group in enumerate(documents.values(), start=1):
        days = valid(group[0].chunk.document_id) if valid is not None else ""
        in_force = f' in_force="{escape(days)}"' if days else ""
        title = escape(group[0].chunk.document_title)
        lines.append(f'<document id="d{number}" title="{title}"{in_force}>')
        for passage in group:
            lines.append(f'<chunk id="{registry.register(passage)}"{_place(passage)}>')
            lines.append(f"<content>{escape(passage.text, quote=False)}</content>")
            lines.append("</chunk>")
        lines.append("</document>")
    lines.append("</search_results>")
    return "\n".join(lines)


def _place(passage: Passage) -> str:
    attributes = ""
    if passage.chunk.place:
        attributes += f' place="{escape(passage.chunk.place)}"'
    if passage.page_range:
        first, last = passage.page_range
        attributes += f' page="{first}"' if first == last else f' page="{first}-{last}"'
    return attributes


def chunk_of_quote(passage: Passage, quote: str) -> Chunk:
    """The member that holds ``quote``, so that a merged passage still cites exactly; else its best member."""
    needle = "".join(quote.split())
    for member in passage.members:
        if needle and needle in "".join(member.content.split()):
            return member
    return passage.chunk
