"""Webhooks: where they are sent, what became of them, and receiving them."""

from .._webhooks import unwrap as unwrap_delivery
from .api import AsyncApi
from .calls import (
    AsyncAccountWebhook,
    AsyncEventEndpoints,
    AsyncWebhookCalls,
    AsyncWebhookEvents,
)


class AsyncWebhooks(AsyncWebhookCalls):
    """Webhooks: where they are sent, what became of them, and receiving them."""

    unwrap = staticmethod(unwrap_delivery)

    def __init__(self, api: AsyncApi) -> None:
        super().__init__(api)
        self.endpoint = AsyncAccountWebhook(api)
        self.endpoints = AsyncEventEndpoints(api)
        self.events = AsyncWebhookEvents(api)
