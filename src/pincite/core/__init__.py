"""Values, errors and settings that every room shares. Imports nothing else of ours."""
