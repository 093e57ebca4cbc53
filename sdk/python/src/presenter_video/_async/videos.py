"""Making, finding and fetching videos."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING, Any, cast

from .._created import CreatedVideo
from .._errors import PresenterError, RenderFailedError
from .._wire import Answer, Request
from ..types import CreateVideo, Video
from .api import AsyncApi
from .calls import AsyncVideoCalls
from .download import download
from .endpoint import endpoint
from .waits import AsyncWaits

if TYPE_CHECKING:
    from typing_extensions import Unpack

WAIT = 3600.0
"""Seconds: longer than any video takes."""


class AsyncVideos(AsyncVideoCalls):
    """Making, finding and fetching videos."""

    def __init__(self, api: AsyncApi, waits: AsyncWaits) -> None:
        super().__init__(api)
        self._waits = waits

    @endpoint
    async def create(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **video: Unpack[CreateVideo],
    ) -> Answer[CreatedVideo]:
        """Has a video made, and returns as soon as it is accepted.

        `idempotency_key`: one for each video that you want, because the same key always means the
        same video. Store it before the call, and a call after a crash makes no second one. Without
        one, it is made up for this call; the video has it either way.
        """
        key = idempotency_key or str(uuid.uuid4())
        request = Request("POST", "/videos", {}, video, key, timeout)

        def read(body: object) -> CreatedVideo:
            return CreatedVideo.of({**cast("dict[str, Any]", body), "idempotency_key": key})

        return await self._api.call(request, read)

    async def create_and_wait(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float = WAIT,
        **video: Unpack[CreateVideo],
    ) -> Video:
        """Has a video made and waits until it is ready, for `timeout` seconds at most.

        Raises RenderFailedError when it could not be made.
        """
        created = await self.create(idempotency_key=idempotency_key, **video)
        try:
            return await self.wait(created.id, timeout=timeout)
        except PresenterError as error:
            error.idempotency_key = created.idempotency_key
            raise

    async def wait(self, video_id: str, *, timeout: float = WAIT) -> Video:
        """Waits until a video is ready. All waits of a client share one connection, so that a
        thousand are as good as one.

        Raises RenderFailedError when it could not be made, TimeoutError, or NotFoundError when it
        is deleted meanwhile.
        """
        what = f"The video {video_id} was not ready"
        video = Video.of(await self._waits.until(video_id, timeout, what))
        if video.status == "failed":
            raise RenderFailedError(video)
        return video

    async def download(self, video_id: str, path: str | os.PathLike[str]) -> None:
        """Saves the file of a ready video. It continues where it was cut off, and takes a fresh
        link when one has expired. What is at the path is replaced once the file is whole."""

        async def fresh_link() -> str | None:
            return (await self.get(video_id)).video_url

        await download(self._api.http, fresh_link, os.fspath(path))
