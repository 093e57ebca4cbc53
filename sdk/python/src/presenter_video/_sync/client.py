# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""The client."""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

import httpx

from .._settings import MAX_RETRIES, TIMEOUT, settings_of
from .api import Api
from .batches import Batches
from .calls import AccountCalls
from .events import Events
from .videos import Videos
from .waits import Waits
from .webhooks import Webhooks

Self = TypeVar("Self", bound="PresenterVideo")


class PresenterVideo(AccountCalls):
    """The Presenter Video API. One object serves a whole program: its waits share a connection.

    ```python
    with PresenterVideo() as client:
        video = client.videos.create_and_wait(
            presenter_id="maya",
            script="Welcome to our product.",
            idempotency_key=f"welcome-{user.id}",
        )
        client.videos.download(video.id, "welcome.mp4")
    ```
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = TIMEOUT,
        max_retries: int = MAX_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        """`api_key`: by default the environment variable PRESENTER_API_KEY. `base_url` with its
        version, such as `https://video.example.com/api/v1`: by default PRESENTER_API_URL. `timeout`
        in seconds for a call with all its retries. `max_retries` after the first try. `http_client`
        for proxies or certificates of your own: you close it.

        Raises PresenterError without a key or an address.
        """
        settings = settings_of(api_key, base_url, timeout, max_retries)
        self._owns_http = http_client is None
        super().__init__(Api(settings, http_client or httpx.Client()))
        self._waits = Waits(self._api)
        self.videos = Videos(self._api, self._waits)
        self.batches = Batches(self._api, self._waits)
        self.webhooks = Webhooks(self._api)
        self.events = Events(self._api)

    def close(self) -> None:
        """Ends waits and closes connections."""
        self._waits.end()
        if self._owns_http:
            self._api.http.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
