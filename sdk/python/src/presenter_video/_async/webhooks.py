"""Webhooks: where they are sent, what became of them, and receiving them."""

from .._webhooks import unwrap as unwrap_delivery
from .calls import AsyncWebhookCalls


class AsyncWebhooks(AsyncWebhookCalls):
    """Webhooks: where they are sent, what became of them, and receiving them."""

    unwrap = staticmethod(unwrap_delivery)
