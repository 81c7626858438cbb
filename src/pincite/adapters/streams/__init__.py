"""Stream logs: in the memory of one process, on Redis for any number."""
