"""What the model sees of the passages: compact XML with handles only (row CI-04)."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from pincite.citations.handles import SourceRegistry
from pincite.citations.scanning import without_tags
from pincite.core.types import ChunkType, MatchType, Passage

_FAQ = 'type="faq" priority="high"'
_DOCUMENT = 'type="document" priority="supplementary"'


def model_view(
    passages: Sequence[Passage],
    registry: SourceRegistry,
    valid: Callable[[str], str] | None = None,
    direct: float | None = None,
) -> str:
    """The passages grouped by document in order of first mention, then the pages of the web.

    ``valid`` tells from which to which day a document is in force, "" where none is known. With ``direct``
    FAQ entries come first, in a section of their own, and so get the first handles; the best is marked
    ``match="exact"`` if its score reaches ``direct`` (rows FAQ-10, FAQ-11, FAQ-13). Addresses of pictures are
    ``res://`` handles (row RH-01).
    """
    pages = [passage for passage in passages if passage.hit.match_type is MatchType.WEB]
    own = [passage for passage in passages if passage.hit.match_type is not MatchType.WEB]
    entries = [passage for passage in own if is_entry(passage)] if direct is not None else []
    documents = [passage for passage in own if not entries or not is_entry(passage)]
    exact = exact_entry(entries, direct)
    lines = []
    for attributes, group in ((_FAQ, entries), (_DOCUMENT, documents)):
        if entries and group:
            lines.append(f"<source {attributes}>")
        for members in _by_document(group):
            lines.append(f"<document {_named(members[0], registry, valid)}>")
            for passage in members:
                match = ' match="exact"' if passage is exact else ""
                lines.append(f'<chunk id="{registry.register(passage)}"{_place(passage)}{match}>')
                lines.append(_content(passage, registry))
                lines.append("</chunk>")
            lines.append("</document>")
        if entries and group:
            lines.append("</source>")
    if own or not pages:
        lines = ["<search_results>", *lines, "</search_results>"]
    return "\n".join([*lines, *_web(pages, registry)])


def attachment_view(passages: Sequence[Passage], registry: SourceRegistry) -> str:
    """Files beside the question, each with a handle of its own."""
    lines = ["<attachments>"]
    for passage in passages:
        name = escape(without_tags(passage.chunk.document_title))
        lines += [
            f'<attachment id="{registry.register(passage)}" name="{name}">',
            _content(passage, registry),
        ]
        lines.append("</attachment>")
    return "\n".join([*lines, "</attachments>"]) if passages else ""


def is_attached(passage: Passage) -> bool:
    """Whether it is a file beside the question."""
    return passage.hit.match_type is MatchType.ATTACHMENT


def is_entry(passage: Passage) -> bool:
    """Whether it is an FAQ entry."""
    return passage.chunk.chunk_type is ChunkType.FAQ


def exact_entry(passages: Iterable[Passage], direct: float | None) -> Passage | None:
    """The FAQ entry with the best score, if that reaches ``direct``: the answer, word for word."""
    entries = [passage for passage in passages if is_entry(passage)]
    best = max(entries, key=lambda passage: passage.score, default=None)
    return best if best is not None and direct is not None and best.score >= direct else None


def _web(pages: Sequence[Passage], registry: SourceRegistry) -> list[str]:
    """Search results of the web as evidence that nobody has checked, with the text that was fetched."""
    if not pages:
        return []
    lines = ['<retrieval type="web" mode="search">']
    for passage in pages:
        title = escape(without_tags(passage.chunk.document_title))
        day = passage.chunk.details.get("date")
        dated = f' date="{escape(str(day))}"' if day else ""
        lines.append(f'<page id="{registry.register(passage)}" title="{title}"{dated}>')
        lines.append('<evidence type="search_summary" verified="false" />')
        lines.append(_content(passage, registry))
        lines.append("</page>")
    return [*lines, "</retrieval>"]


def _by_document(passages: Sequence[Passage]) -> list[list[Passage]]:
    documents: dict[str, list[Passage]] = {}
    for passage in passages:
        documents.setdefault(passage.chunk.document_id, []).append(passage)
    return list(documents.values())


def _named(first: Passage, registry: SourceRegistry, valid: Callable[[str], str] | None) -> str:
    chunk = first.chunk
    handle = registry.documents.add(chunk.document_id)
    days = valid(chunk.document_id) if valid is not None else ""
    in_force = f' in_force="{escape(days)}"' if days else ""
    base = f' kb="{registry.bases.add(chunk.base_id)}"' if chunk.base_id else ""
    return f'id="{handle}" title="{escape(without_tags(chunk.document_title))}"{base}{in_force}'


def _content(passage: Passage, registry: SourceRegistry) -> str:
    return f"<content>{escape(registry.encode(passage.text), quote=False)}</content>"


def _place(passage: Passage) -> str:
    attributes = ""
    if passage.chunk.place:
        attributes += f' place="{escape(without_tags(passage.chunk.place))}"'
    if passage.page_range:
        first, last = passage.page_range
        attributes += f' page="{first}"' if first == last else f' page="{first}-{last}"'
    return attributes
