# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""Making up to 100 videos with one request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._errors import PresenterError
from ..types import Batch, CreateBatch
from .api import Api
from .calls import BatchCalls
from .waits import Waits

if TYPE_CHECKING:
    from typing_extensions import Unpack

WAIT = 24 * 3600.0
"""Seconds: a batch may have to wait for the next day, by UTC."""


class Batches(BatchCalls):
    """Making up to 100 videos with one request."""

    def __init__(self, api: Api, waits: Waits) -> None:
        super().__init__(api)
        self._waits = waits

    def create_and_wait(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float = WAIT,
        **batch: Unpack[CreateBatch],
    ) -> Batch:
        """Has videos made and waits until all of them have ended, for `timeout` seconds at most.
        Those that failed raise nothing: each item has its status, and its error where it failed."""
        created = self.create(idempotency_key=idempotency_key, **batch)
        try:
            return self.wait(created.id, timeout=timeout)
        except PresenterError as error:
            error.idempotency_key = created.idempotency_key
            raise

    def wait(self, batch_id: str, *, timeout: float = WAIT) -> Batch:
        """Waits until a batch is finished or cancelled, over the connection that the waits for
        videos share.

        Raises TimeoutError: the batch continues all the same.
        """
        self._waits.until(batch_id, timeout, f"The batch {batch_id} had not ended")
        return self.get(batch_id)
