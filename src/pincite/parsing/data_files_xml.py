"""XML as nested values: attributes and elements are members, an element with running text is its text."""

from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from pincite.core.errors import CorruptDocument, DocumentTooLarge
from pincite.parsing.problems import Problem

_DEEPEST = 200
"""Elements inside elements; the documents of public registers lie below 20."""


def xml_value(text: str) -> Any:
    """The root as ``{name: value}``.

    Raises:
        Problem: CorruptDocument with the line where it is not well-formed, or where it declares entities
            (they can expand without bound); DocumentTooLarge where it is nested too deep.
    """
    builder = _Builder()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise Problem(CorruptDocument, "broken_xml", line=error.lineno, column=error.offset + 1) from error
    return builder.root


def _refuse(*declaration: object) -> None:
    raise Problem(CorruptDocument, "xml_entities")


class _Builder:
    def __init__(self) -> None:
        self.root: dict[str, Any] = {}
        self._open: list[_Element] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= _DEEPEST:
            raise Problem(DocumentTooLarge, "nested_too_deep")
        members: dict[str, Any] = {key: value for key, value in attributes.items() if not _is_namespace(key)}
        self._open.append(_Element(_local(name), members))

    def characters(self, text: str) -> None:
        if self._open:
            self._open[-1].flow.append(text)
            self._open[-1].is_text |= bool(text.strip())

    def end(self, name: str) -> None:
        element = self._open.pop()
        text = "".join(element.flow)
        if self._open:
            self._open[-1].flow.append(text)
        value: Any = element.attributes | element.children
        if element.is_text:  # elements inside running text are part of it
            value = element.attributes | {"text": text.strip()} if element.attributes else text.strip()
        elif not value:
            value = ""
        _add(self._open[-1].children if self._open else self.root, element.name, value)


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, Any]
    children: dict[str, Any] = field(default_factory=dict)
    flow: list[str] = field(default_factory=list)
    """All text below it in order."""
    is_text: bool = False


def _add(members: dict[str, Any], name: str, value: Any) -> None:
    """Elements of one name become a list."""
    if name not in members:
        members[name] = value
    elif isinstance(members[name], list):
        members[name].append(value)
    else:
        members[name] = [members[name], value]


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _is_namespace(key: str) -> bool:
    return key == "xmlns" or key.startswith(("xmlns:", "xsi:"))
