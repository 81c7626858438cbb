"""A library of stand-ins a test."""

from tests.ingest.conftest import bench

__all__ = ["bench"]
