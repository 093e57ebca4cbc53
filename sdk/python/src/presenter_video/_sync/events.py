# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""What happens to the account, as it happens."""

from __future__ import annotations

from collections.abc import Generator

import httpx

from .._errors import ApiError, ConnectionError, error_of
from .._event_stream import AccountEvent, EventReader, account_event
from .._wire import facts_of, parsed, pause_before_retry
from .api import Api
from .kind import sleep

SILENCE = 30.0
"""Seconds. A comment comes every 15."""
REOPEN = 1.0


class Events:
    """What happens to the account's videos and batches, as it happens."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def follow(self, last_event_id: str | None = None) -> Generator[AccountEvent, None]:
        """Follows the account until the loop is left: the stream is opened again when it ends. An
        event can come twice. `last_event_id`: the last event that you have seen, within a day; what
        has ended since then comes first.

        Raises ApiError when the service refuses it, ConnectionError when it cannot be reached
        several times in a row.
        """
        vain = 0
        while True:
            heard = False
            fault: Exception | None = None
            try:
                with self._api.events(SILENCE, last_event_id) as response:
                    if response.status_code != 200:
                        content = response.read()
                        raise error_of(facts_of(response), parsed(content))
                    reader = EventReader()
                    for piece in response.iter_bytes():
                        heard = True
                        for event in reader.feed(piece):
                            last_event_id = event.id or last_event_id
                            yield account_event(event)
            except ApiError as error:
                if pause_before_retry(error, 0) is None:
                    raise
                fault = error
            except httpx.RequestError as error:
                fault = error
            vain = 0 if heard else vain + 1
            if vain > self._api.settings.max_retries:
                raise ConnectionError("The stream of events cannot be opened.") from fault
            sleep(REOPEN)
