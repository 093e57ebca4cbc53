"""A webhook receiver in plain Python: believes only what is signed and fresh, handles each event once.

    WEBHOOK_SECRET=whsec_… PORT=3000 python3 receiver.py
"""

import hashlib
import hmac
import json
import os
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

# One secret; while it is being rotated the new and the old one, with a comma between them.
SECRETS = [secret for secret in os.environ.get("WEBHOOK_SECRET", "").split(",") if secret]
PORT = int(os.environ.get("PORT", "3000"))

# Deliveries have a few kilobytes. Whoever sends more than this wants to fill the memory.
MOST_BYTES = 1_000_000
FIVE_MINUTES = timedelta(minutes=5)

# The events that were handled, each by its name and its video, which has only one of that name. Keep yours in
# the database, in one transaction with the work. The header webhook-id would not do here: this signature
# does not cover it, so whoever saw a delivery could send it again under another id.
handled = set()
one_at_a_time = Lock()


def handle(delivery):
    """Your part. Only keep or queue the event here; slow work comes after the answer."""
    print(f"handled {delivery['event']} {delivery['data']['id']}", flush=True)


def refusal(headers, raw_body, secrets):
    """Status and reason to refuse a delivery with; None when it is ours and fresh."""
    timestamp = headers.get("X-Service-Timestamp", "")
    given = headers.get("X-Service-Signature", "").encode()
    signed = timestamp.encode() + b"." + raw_body
    # In constant time: a comparison that stops at the first difference tells how far a guess was right.
    if not any(hmac.compare_digest(given, signature(secret, signed)) for secret in secrets):
        return 401, "the signature does not match"
    sent_at = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
    if abs(datetime.now(timezone.utc) - sent_at) > FIVE_MINUTES:
        return 400, "the timestamp is more than five minutes away"
    return None


def signature(secret, signed):
    return b"sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()


class Receiver(BaseHTTPRequestHandler):
    # Seconds that a sender may be silent.
    timeout = 10

    def do_POST(self):
        status, reason = self.receive()
        if reason:
            print(f"refused {status} {reason}", flush=True)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(reason.encode())

    def receive(self):
        """The answer to a request: any 2xx says that the event need not be sent again."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return 413, "the body is too large, or its length is missing"
        # The body as it came: parsed and written again it would have other bytes.
        raw_body = self.rfile.read(int(length))
        refused = refusal(self.headers, raw_body, SECRETS)
        if refused:
            return refused
        # An exception from here on closes the connection without an answer: the event is sent again.
        delivery = json.loads(raw_body)
        name = f"{delivery['event']} {delivery['data']['id']}"
        with one_at_a_time:
            if name in handled:
                print(f"again {name}", flush=True)
            else:
                handle(delivery)
                handled.add(name)
        return 204, ""

    def log_message(self, *_):
        """The usual line for each request; what there is to say is said above."""


if __name__ == "__main__":
    if not SECRETS:
        raise SystemExit("Set WEBHOOK_SECRET to the signing secret, whsec_…")
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
