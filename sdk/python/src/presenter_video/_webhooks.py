"""Receiving webhooks."""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping, Sequence

from ._errors import WebhookVerificationError
from .types import VideoEvent

TOLERANCE = 5 * 60
"""Seconds. A delivery is refused when it was signed longer ago, so that nobody can replay it."""


def unwrap(
    raw_body: bytes | str, headers: Mapping[str, str], secrets: str | Sequence[str]
) -> VideoEvent:
    """Checks that a delivery was sent by the service within the last five minutes, and returns its
    event. Either pair of signature headers is enough; both are accepted.

    `raw_body` as it came: parsing and writing it again would change its bytes. `secrets` are
    `whsec_…`: two while you change from one to the other.

    Raises WebhookVerificationError: answer with 400, and do nothing.
    """
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    known = (secrets,) if isinstance(secrets, str) else secrets
    read = {name.lower(): value for name, value in headers.items()}
    sent_at = _signed_by_service(body, read, known) or _signed_by_standard(body, read, known)
    if sent_at is None:
        raise WebhookVerificationError("The signature matches none of the secrets.")
    if not abs(time.time() - sent_at) <= TOLERANCE:
        raise WebhookVerificationError(
            "The delivery was signed more than five minutes ago, or a clock is wrong."
        )
    return VideoEvent.of(json.loads(body))


def _signed_by_service(
    body: bytes, headers: Mapping[str, str], secrets: Sequence[str]
) -> float | None:
    """`X-Service-Signature`: keyed with the secret as it is shown. None when it is not signed so;
    else when it was sent."""
    timestamp = headers.get("x-service-timestamp", "")
    given = headers.get("x-service-signature", "").removeprefix("sha256=")
    signed = f"{timestamp}.".encode() + body
    for secret in secrets:
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        if hmac.compare_digest(expected.encode(), given.encode()):
            return _read(timestamp, _time)
    return None


def _signed_by_standard(
    body: bytes, headers: Mapping[str, str], secrets: Sequence[str]
) -> float | None:
    """`webhook-signature` (standardwebhooks.com): keyed with the bytes of the secret, with a
    signature for each secret."""
    timestamp = headers.get("webhook-timestamp", "")
    given = headers.get("webhook-signature", "").split(" ")
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    for secret in secrets:
        mac = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(mac)
        if any(hmac.compare_digest(expected, signature.encode()) for signature in given):
            return _read(timestamp, float)
    return None


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"))
    except binascii.Error:
        raise WebhookVerificationError("A secret begins with whsec_ and is base64.") from None


def _read(text: str, read: Callable[[str], float]) -> float:
    try:
        return read(text)
    except ValueError:
        return _NEVER


def _time(text: str) -> float:
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


_NEVER = float("nan")
"""Within no distance of anything."""
