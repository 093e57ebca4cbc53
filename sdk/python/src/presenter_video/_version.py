"""The version of this package; a test holds it to that of `pyproject.toml`."""

VERSION = "1.0.0"
