"""Spreadsheets asked by SQL, in DuckDB inside a process of its own."""
