"""Whose a row is."""

DEFAULT_TENANT = "default"
"""The one tenant of a library without accounts."""
