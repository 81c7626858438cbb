"""Parsers in processes of their own, because files are written by others and parsers are too.

`pool` hands files out, `child` is one process seen from here, `keeper` is its first process, which ends with
us and takes all the rest with it, `server` is the one that parses.
"""
