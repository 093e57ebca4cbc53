"""The client."""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

import httpx

from .._settings import MAX_RETRIES, TIMEOUT, settings_of
from .api import AsyncApi
from .batches import AsyncBatches
from .calls import AsyncAccountCalls
from .events import AsyncEvents
from .videos import AsyncVideos
from .waits import AsyncWaits
from .webhooks import AsyncWebhooks

Self = TypeVar("Self", bound="AsyncPresenterVideo")


class AsyncPresenterVideo(AsyncAccountCalls):
    """The Presenter Video API. One object serves a whole program: its waits share a connection.

    ```python
    async with AsyncPresenterVideo() as client:
        video = await client.videos.create_and_wait(
            presenter_id="maya",
            script="Welcome to our product.",
            idempotency_key=f"welcome-{user.id}",
        )
        await client.videos.download(video.id, "welcome.mp4")
    ```
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = TIMEOUT,
        max_retries: int = MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """`api_key`: by default the environment variable PRESENTER_API_KEY. `base_url` with its
        version, such as `https://video.example.com/api/v1`: by default PRESENTER_API_URL. `timeout`
        in seconds for a call with all its retries. `max_retries` after the first try. `http_client`
        for proxies or certificates of your own: you close it.

        Raises PresenterError without a key or an address.
        """
        settings = settings_of(api_key, base_url, timeout, max_retries)
        self._owns_http = http_client is None
        super().__init__(AsyncApi(settings, http_client or httpx.AsyncClient()))
        self._waits = AsyncWaits(self._api)
        self.videos = AsyncVideos(self._api, self._waits)
        self.batches = AsyncBatches(self._api, self._waits)
        self.webhooks = AsyncWebhooks(self._api)
        self.events = AsyncEvents(self._api)

    async def aclose(self) -> None:
        """Ends waits and closes connections."""
        self._waits.end()
        if self._owns_http:
            await self._api.http.aclose()

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
