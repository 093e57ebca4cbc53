# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""Webhooks: where they are sent, what became of them, and receiving them."""

from .._webhooks import unwrap as unwrap_delivery
from .calls import WebhookCalls


class Webhooks(WebhookCalls):
    """Webhooks: where they are sent, what became of them, and receiving them."""

    unwrap = staticmethod(unwrap_delivery)
