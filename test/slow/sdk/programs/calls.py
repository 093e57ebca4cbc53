"""What the tests do with the SDK: `calls.py PART ARGUMENT…`, arguments and output as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from presenter_video import (
    ApiError,
    AsyncPresenterVideo,
    NotFoundError,
    PresenterError,
    RenderFailedError,
)
from presenter_video.types import CreateVideo, Video
from task_kind import cancelled, run, together

HELLO: CreateVideo = {"presenter_id": "maya", "script": "Hello there."}
Client = AsyncPresenterVideo


def facts_of(error: PresenterError) -> Mapping[str, object]:
    facts: dict[str, object] = {
        "error": type(error).__name__,
        "message": str(error),
        "key": error.idempotency_key,
    }
    if isinstance(error, ApiError):
        facts |= {"status": error.status, "code": error.code, "action": error.action}
        facts |= {"retryable": error.retryable, "retry_after": error.retry_after}
        facts |= {"upgrade_url": error.upgrade_url, "request_id": error.request_id}
        facts["fields"] = {name: problem.code for name, problem in error.fields.items()}
    if isinstance(error, RenderFailedError):
        facts["stage"] = error.video.error.details.stage if error.video.error else None
    return facts


async def whole_way(client: Client, folder: str) -> object:
    """From a script to a file, and everything that can be done with a video."""
    video = await client.videos.create_and_wait(**HELLO, idempotency_key="whole-way")
    file = os.path.join(folder, "hello.mp4")
    await client.videos.download(video.id, file)
    changed = await client.videos.update(video.id, title="Hello", metadata={"order": "1042"})
    found = await client.videos.list(metadata={"order": "1042"}, status="ready").page()
    script = await client.videos.script(video.id)
    deleted = await client.videos.delete(video.id)
    gone: list[str] = []
    for ask in (client.videos.get, client.videos.wait):
        try:
            await ask(video.id)
        except NotFoundError as error:
            gone.append(error.code)
    return {
        "id": video.id,
        "status": video.status,
        "year": video.created_at.year,
        "video_url": video.video_url,
        "file": file,
        "files": os.listdir(folder),
        "title": changed.title,
        "metadata": changed.metadata,
        "found": [other.id for other in found.data],
        "script": script.script,
        "deleted": deleted.deleted,
        "gone": gone,
    }


async def create(client: Client, key: str | None = None) -> object:
    """One video, and how often it is there then."""
    video = await client.videos.create(**HELLO, idempotency_key=key)
    return {"id": video.id, "status": video.status, "key": video.idempotency_key}


async def again(client: Client) -> object:
    """The same key, and the answer around its video."""
    first = await client.videos.create(**HELLO)
    answer = await client.videos.create.with_raw_response(
        **HELLO, idempotency_key=first.idempotency_key
    )
    return {
        "same": answer.data.id == first.id,
        "status": answer.status,
        "replayed": answer.headers["idempotency-replayed"],
        "request_id": answer.request_id,
        "key": answer.idempotency_key,
    }


async def failing(client: Client) -> object:
    """A video that cannot be made."""
    await client.videos.create_and_wait(
        presenter_id="maya", script="[test:fail:speak]", idempotency_key="fails"
    )
    return None


async def lists(client: Client) -> object:
    """A page, the next one, and all of them."""
    for _ in range(3):
        await client.videos.create(**HELLO)
    page = await client.videos.list(limit=2).page()
    second = await page.next_page()
    every = [video.id async for video in client.videos.list(limit=1)]
    return {
        "every": every,
        "first": [video.id for video in page.data],
        "second": [video.id for video in second.data] if second else None,
        "third": await second.next_page() if second else None,
        "has_more": page.has_more,
    }


async def batch(client: Client) -> object:
    """Two videos, one of which cannot be made."""
    items: list[Any] = [HELLO, {**HELLO, "script": ""}]
    made = await client.batches.create_and_wait(items=items, idempotency_key="newsletter")
    listed = await client.batches.list().page()
    return {
        "status": made.status,
        "key": made.idempotency_key,
        "items": [item.status for item in made.items],
        "error": made.items[1].error.code if made.items[1].error else None,
        "listed": [other.id == made.id for other in listed.data],
        "counts": made.counts.ready,
    }


async def rest(client: Client) -> object:
    """The rest of the API."""
    said = await client.pronunciations.set("Nguyen", say_as="nwin")
    words = [word.word async for word in client.pronunciations.list()]
    await client.pronunciations.delete("Nguyen")
    secrets = [
        (await client.webhooks.endpoint.rotate_secret(idempotency_key="one")).secret
        for _ in range(2)
    ]
    estimate = await client.videos.estimate(**HELLO)
    return {
        "account": (await client.me()).account.id,
        "presenters": [presenter.id async for presenter in client.presenters.list()],
        "voices": len((await client.voices.list().page()).data),
        "sets": len((await client.sets.list().page()).data),
        "twins": len((await client.twins.list().page()).data),
        "days": len((await client.usage()).days),
        "said": said.say_as,
        "words": words,
        "ledger": len((await client.ledger.list(limit=1).page()).data),
        "endpoint": (await client.webhooks.endpoint.get()).status,
        "same_secret": secrets[0] == secrets[1],
        "events": len((await client.webhooks.events.list().page()).data),
        "seconds": estimate.video_seconds,
    }


async def endpoints(client: Client, url: str) -> object:
    """An endpoint from its creation to its deletion."""
    made = await client.webhooks.endpoints.create(url=url, types=["video.deleted"])
    again = await client.webhooks.endpoints.get(made.id)
    paused = await client.webhooks.endpoints.update(made.id, paused=True)
    tested = await client.webhooks.endpoints.test(made.id)
    rotated = await client.webhooks.endpoints.rotate_secret(made.id)
    since = again.created_at.isoformat().replace("+00:00", "Z")
    recovered = await client.webhooks.endpoints.recover(made.id, since=since)
    listed = [endpoint.id async for endpoint in client.webhooks.endpoints.list()]
    deleted = await client.webhooks.endpoints.delete(made.id)
    return {
        "secret": made.signing_secret,
        "hidden": again.signing_secret,
        "types": again.types,
        "status": paused.status,
        "delivered": tested.delivered,
        "rotated": rotated.secret,
        "recovered": recovered.recovered,
        "listed": [id == made.id for id in listed],
        "deleted": deleted.deleted,
    }


async def refused(client: Client) -> object:
    """A request that is not valid."""
    await client.videos.create(script="", idempotency_key="refused")
    return None


async def waits(client: Client, ids: list[str], number: int) -> object:
    """Many waits at the same time."""
    wait: Callable[[str], Awaitable[Video]] = client.videos.wait
    videos = await together([partial(wait, ids[n % len(ids)]) for n in range(number)])
    return sorted({video.status for video in videos}), len(videos)


async def wait(client: Client, id: str, timeout: float) -> object:
    """One wait."""
    return (await client.videos.wait(id, timeout=timeout)).status


async def cancel(client: Client, id: str) -> object:
    """A wait that is cancelled while another goes on."""
    first = partial(client.videos.wait, id)
    others = [partial(cancelled, first), partial(wait, client, id, 60)]
    return await together(others)


async def close(client: Client, id: str) -> object:
    """A client that is closed while somebody waits."""

    async def waiting() -> object:
        try:
            return await wait(client, id, 60)
        except PresenterError as error:
            return str(error)

    async def closing() -> object:
        # So long, the wait has begun.
        for _ in range(5):
            await client.me()
        await client.aclose()
        return "closed"

    return await together([waiting, closing])


async def follow(client: Client, number: int, last_event_id: str | None = None) -> object:
    """The first events that come."""
    seen: list[object] = []
    async for event in client.events.follow(last_event_id):
        seen.append([event.id, event.event, event.data.get("id")])
        if len(seen) == number:
            break
    return seen


async def download(client: Client, id: str, path: str) -> object:
    """One file."""
    await client.videos.download(id, path)
    return True


async def me(client: Client, timeout: float) -> object:
    """One call, and the time that it may take."""
    return (await client.me(timeout=timeout)).account.id


async def grown(client: Client) -> object:
    """What comes from a service that has grown."""
    video = await client.videos.create(**HELLO)
    videos = [other async for other in client.videos.list()]
    refusal: PresenterError | None = None
    try:
        await client.videos.get("vid_1")
    except ApiError as error:
        refusal = error
    return {
        "resolution": video.options.resolution,
        "raw": video.raw["member_of_later"],
        "listed": len(videos),
        "refusal": facts_of(refusal) if refusal else None,
    }


async def unwrap(client: Client, deliveries: list[tuple[str, dict[str, str], Any]]) -> object:
    """What is thought of some deliveries."""
    results: list[object] = []
    for body, headers, secrets in deliveries:
        try:
            event = client.webhooks.unwrap(body.encode(), headers, secrets)
            results.append([event.event, event.data.id, event.data.title])
        except PresenterError as error:
            results.append(type(error).__name__)
    return results


PARTS: dict[str, Callable[..., Awaitable[object]]] = {
    "whole_way": whole_way,
    "create": create,
    "again": again,
    "failing": failing,
    "lists": lists,
    "batch": batch,
    "rest": rest,
    "endpoints": endpoints,
    "refused": refused,
    "waits": waits,
    "wait": wait,
    "cancel": cancel,
    "close": close,
    "follow": follow,
    "download": download,
    "me": me,
    "grown": grown,
    "unwrap": unwrap,
}


async def main() -> None:
    part, *arguments = sys.argv[1:]
    async with AsyncPresenterVideo() as client:
        try:
            result = await PARTS[part](client, *map(json.loads, arguments))
        except PresenterError as error:
            result = facts_of(error)
    print(json.dumps(result))


run(main)
