"""What the names of a question led to, as the inspector and the trace tell it."""

from collections.abc import Sequence

from pincite.core.types import JSON
from pincite.ports.graph import GraphFound


def graph_json(entities: Sequence[str], graph: GraphFound) -> JSON | None:
    """The names, and the nodes and relations behind the hits; None where the question names nothing that a
    graph knows."""
    if not entities:
        return None
    known = {node.key: node.name for node in graph.nodes}
    return {
        "entities": list(entities),
        "nodes": [
            {
                "name": node.name,
                "kind": node.kind,
                "description": node.description,
                "chunk_ids": list(node.chunk_ids),
            }
            for node in graph.nodes
        ],
        "relations": [
            {
                "source": known.get(relation.source, relation.source),
                "target": known.get(relation.target, relation.target),
                "description": relation.description,
                "chunk_ids": list(relation.chunk_ids),
            }
            for relation in graph.relations
        ],
    }
