"""The one place where settings become adapters."""
