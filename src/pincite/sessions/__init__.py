"""Conversations: titles, states, turns and pages, and what faces do with them."""

from pincite.sessions.conversations import Conversations

__all__ = ["Conversations"]
