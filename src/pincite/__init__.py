"""pincite: answers from your own documents, pinned to document, page and clause, and checked."""
