"""The embedded search index: Qdrant Edge in one child process of ours (ADR 0003).

Import `open_edge_index` from `pincite.adapters.edge.client`. This file and everything that the child loads
stay free of numpy: importing it takes longer (0.2 s) than opening a small library (0.15 s).
"""
