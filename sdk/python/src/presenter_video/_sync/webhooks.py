# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""Webhooks: where they are sent, what became of them, and receiving them."""

from .._webhooks import unwrap as unwrap_delivery
from .api import Api
from .calls import (
    AccountWebhook,
    EventEndpoints,
    WebhookCalls,
    WebhookEvents,
)


class Webhooks(WebhookCalls):
    """Webhooks: where they are sent, what became of them, and receiving them."""

    unwrap = staticmethod(unwrap_delivery)

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self.endpoint = AccountWebhook(api)
        self.endpoints = EventEndpoints(api)
        self.events = WebhookEvents(api)
