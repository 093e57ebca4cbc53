"""What creating returns."""

from __future__ import annotations

from dataclasses import dataclass

from .types import Video


@dataclass(frozen=True, kw_only=True)
class CreatedVideo(Video):
    """A video, with the key that it was created with."""

    idempotency_key: str
    """Creating with it again returns this video."""
