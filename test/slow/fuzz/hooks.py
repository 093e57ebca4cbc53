"""What a generator of requests cannot know about the service."""

import datetime
import itertools
import os
import unicodedata

import requests
import schemathesis
from urllib3.util import Retry

PRESENTERS = ["maya", "omar"]
SETS = ["office", "loft"]
# It takes everything. What nobody takes is tried again and again, which costs more than all the requests.
WEBHOOK = os.environ["FUZZED_WEBHOOK"]
# Nobody listens there.
UNHEARD = "https://127.0.0.1/hook"
PICTURE = "https://127.0.0.1/picture.jpg"
numbers = itertools.count()
cursors = itertools.count()


class Patience(Retry):
    """Repeats what a busy machine did not do in time, after the wait that the answer asks for, as clients should."""

    RETRY_AFTER_STATUS_CODES = frozenset({503})


get_adapter = requests.Session.get_adapter


def get_patient_adapter(session, url):
    adapter = get_adapter(session, url)
    adapter.max_retries = Patience(total=4, connect=0, read=False, allowed_methods=None, raise_on_status=False)
    return adapter


requests.Session.get_adapter = get_patient_adapter


@schemathesis.hook
def before_call(context, case, kwargs):
    """Make requests that are valid by the schema succeed: most of the service lies behind that."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    number = next(numbers)
    # A made-up cursor has the right form and means nothing.
    if case.query and "before" in case.query and next(cursors) % 4:
        del case.query["before"]
    # A made-up event has the right form and there is none.
    if case.path == "/webhooks/events/{id}" and number % 4:
        case.path_parameters["id"] = known_event() or case.path_parameters["id"]
    # A test event needs a webhook, which another request may have removed.
    if case.path == "/webhooks/test" and number % 4:
        set_webhook(UNHEARD if number % 4 == 1 else WEBHOOK)
    body = case.body
    if not isinstance(body, dict):
        return
    # Events are recovered for two weeks.
    if "since" in body and number % 4:
        body["since"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if "script" in body:
        keep_what_is_said_in_words(body)
    if case.path == "/batches":
        body.setdefault("idempotency_key", f"fuzz-{number}")
        # Only the service knows of a voice or an address whether it can be used, and refuses the whole then.
        body["atomic"] = False
        for item in body["items"]:
            keep_what_is_said_in_words(item)
    keep_texts_printable(body)
    # Three of four name a presenter there is; the others an unknown one.
    if "presenter_id" in body and number % 4:
        body["presenter_id"] = PRESENTERS[number % len(PRESENTERS)]
    # Whether an address may be called is no matter of its form, and names would be looked up.
    for member in ("webhook_url", "url"):
        if member in body:
            body[member] = WEBHOOK if number % 16 else UNHEARD
    background = (body.get("options") or {}).get("background") or {}
    if "set" in background and number % 4:
        background["set"] = SETS[number % len(SETS)]
    if "image_url" in background:
        background["image_url"] = PICTURE
    # A key that was used for another body is refused, as is one that differs from the header's.
    if "idempotency_key" in body:
        body["idempotency_key"] = f"fuzz-{number}"
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = body.get("idempotency_key", f"fuzz-{number}")


def keep_texts_printable(body):
    """What texts and metadata may contain is more than a pattern says."""
    for member in ("title", "description"):
        if body.get(member) is not None:
            body[member] = printable(body[member]) or "A text"
    if body.get("metadata") is not None:
        pairs = body["metadata"].items()
        body["metadata"] = {printable(name) or "name": value and printable(value) for name, value in pairs}


def keep_what_is_said_in_words(body):
    """Rules that the description tells in words only, because many generators cannot read them as schemas."""
    for member in [name for name, value in body.items() if value is None]:
        del body[member]
    if "presenter_id" in body or "twin_id" not in body:
        body.pop("twin_id", None)
        body.setdefault("presenter_id", PRESENTERS[0])
    # Numbers take long to say: 3,000 digits more than the longest video.
    body["script"] = f"Hello. {printable(body['script'])}"[:1500]
    for member in ("presenter_id", "twin_id", "voice_id"):
        if member in body:
            body[member] = printable(body[member]) or "A text"
    keep_texts_printable(body)
    options = body.get("options") or {}
    if isinstance(options.get("name_card"), dict):
        options["name_card"] = {"title": "Ada Kern", "subtitle": "Release notes"}
    # Two spellings of one member.
    if options.get("brand_colour") is not None:
        options.pop("brand_color", None)
    background = options.get("background")
    if background is not None:
        named = [name for name in ("set", "colour", "color", "image_url") if background.get(name) is not None]
        chosen = named[0] if named else "set"
        options["background"] = {chosen: background.get(chosen) or SETS[0]}
    # Only an image is blurred.
    if not (options.get("background") or {}).get("image_url"):
        options.pop("background_blur", None)


def printable(text):
    """Without control characters and lone surrogates."""
    return "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))


def known_event():
    answer = requests.get(
        f"{os.environ['FUZZED_API']}/webhooks/events?limit=1",
        headers={"Authorization": f"Bearer {os.environ['FUZZED_API_KEY']}"},
        timeout=30,
    )
    answer.raise_for_status()
    return next((event["id"] for event in answer.json()["data"]), None)


def set_webhook(url):
    requests.put(
        f"{os.environ['FUZZED_API']}/webhooks/endpoint",
        json={"url": url},
        headers={"Authorization": f"Bearer {os.environ['FUZZED_API_KEY']}"},
        timeout=30,
    ).raise_for_status()
