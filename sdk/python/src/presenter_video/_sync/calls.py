# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""The operations of the API, made of its description by `npm run sdk-types`: not to be edited."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from .._wire import Answer, Request, part
from ..types import (
    Batch,
    BatchSummary,
    CreateBatch,
    CreateEventEndpoint,
    DeletedEventEndpoint,
    DeletedPronunciation,
    DeletedVideo,
    Estimate,
    EstimateVideo,
    EventEndpoint,
    LedgerEntry,
    ListBatches,
    ListLedgerEntries,
    ListPresenters,
    ListVideos,
    ListWebhookEvents,
    Me,
    Presenter,
    Pronunciation,
    RecoverEvents,
    RecoveredEvents,
    RotateWebhookSecret,
    RotatedWebhookSecret,
    SetPronunciation,
    SetWebhookEndpoint,
    StudioSet,
    TestEventEndpoint,
    TestWebhook,
    Twin,
    UpdateEventEndpoint,
    UpdateVideo,
    Usage,
    Video,
    VideoScript,
    Voice,
    WebhookEndpoint,
    WebhookEvent,
    WebhookEventDetails,
    WebhookTest,
)
from .api import Api
from .endpoint import endpoint
from .list import List

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AccountCalls:
    """Calls of the API: account."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.presenters = Presenters(api)
        self.voices = Voices(api)
        self.twins = Twins(api)
        self.sets = Sets(api)
        self.pronunciations = Pronunciations(api)
        self.ledger = Ledger(api)

    @endpoint
    def me(
        self,
        *,
        timeout: float | None = None,
    ) -> Answer[Me]:
        """Retrieve the account. The account of the API key, its plan, and the video seconds that
        remain. Scope: `account:read`."""
        request = Request(
            "GET",
            "/me",
            timeout=timeout,
        )
        return self._api.call(request, Me.of)

    @endpoint
    def usage(
        self,
        *,
        timeout: float | None = None,
    ) -> Answer[Usage]:
        """Retrieve usage by day. The video seconds charged on each day (UTC) of the current period.
        Scope: `account:read`."""
        request = Request(
            "GET",
            "/usage",
            timeout=timeout,
        )
        return self._api.call(request, Usage.of)


class VideoCalls:
    """Calls of the API: video."""

    def __init__(self, api: Api) -> None:
        self._api = api

    @endpoint
    def get(
        self,
        video_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[Video]:
        """Retrieve a video. Returns the video, with fresh signed links when it is ready. Do not
        store links: store the id and retrieve the video again. If nothing has changed since the
        response whose `ETag` you send as `If-None-Match`, the response is 304, without a body.
        Scope: `videos:read`."""
        request = Request(
            "GET",
            f"/videos/{part(video_id)}",
            timeout=timeout,
        )
        return self._api.call(request, Video.of)

    def list(
        self,
        *,
        timeout: float | None = None,
        **filter: Unpack[ListVideos],
    ) -> List[Video]:
        """List videos. Returns the videos that were created through the API, newest first. With a
        filter, those that pass all of it; a page may then be short, or even empty, although
        `has_more` is true. `metadata[order]=1042` filters by a pair of metadata. Scope:
        `videos:read`."""
        return List(self._api, "/videos", Video, filter, timeout)

    @endpoint
    def update(
        self,
        video_id: str,
        *,
        timeout: float | None = None,
        **body: Unpack[UpdateVideo],
    ) -> Answer[Video]:
        """Update a video. Changes the title and the metadata, whatever the status. Metadata is
        merged: other pairs stay. Repeating the creation with its idempotency key and its body still
        returns this video. Scope: `videos:write` and `videos:read`."""
        request = Request(
            "PATCH",
            f"/videos/{part(video_id)}",
            body=body,
            timeout=timeout,
        )
        return self._api.call(request, Video.of)

    @endpoint
    def delete(
        self,
        video_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[DeletedVideo]:
        """Delete a video. Deletes the video and its files. A video in progress is cancelled, and
        its reserved seconds are returned. No webhook is sent. Scope: `videos:write`."""
        request = Request(
            "DELETE",
            f"/videos/{part(video_id)}",
            timeout=timeout,
        )
        return self._api.call(request, DeletedVideo.of)

    @endpoint
    def estimate(
        self,
        *,
        timeout: float | None = None,
        **body: Unpack[EstimateVideo],
    ) -> Answer[Estimate]:
        """Estimate a video. Takes the body of `POST /videos`. Returns how many video seconds would
        be reserved, and the errors that would prevent the video. Nothing is charged, reserved or
        started. Scope: `videos:write`."""
        request = Request(
            "POST",
            "/videos/estimate",
            body=body,
            timeout=timeout,
        )
        return self._api.call(request, Estimate.of)

    @endpoint
    def script(
        self,
        video_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[VideoScript]:
        """Retrieve a script. Returns the script of the video, exactly as it was sent. Scope:
        `videos:read`."""
        request = Request(
            "GET",
            f"/videos/{part(video_id)}/script",
            timeout=timeout,
        )
        return self._api.call(request, VideoScript.of)


class BatchCalls:
    """Calls of the API: batch."""

    def __init__(self, api: Api) -> None:
        self._api = api

    @endpoint
    def create(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[CreateBatch],
    ) -> Answer[Batch]:
        """Create a batch. Accepts up to 100 videos with one request. They start in their order,
        each when the limits of the plan and of the key permit, and reserve their seconds then. An
        item fails with an error that does not pass by itself. Invalid items have an `error` in the
        response, and the others are made. Repeating the request with its key returns the same
        batch. Scope: `videos:write`."""
        request = Request(
            "POST",
            "/batches",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, Batch.of)

    @endpoint
    def get(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[Batch]:
        """Retrieve a batch. Returns the batch, with what became of each item. Scope:
        `videos:read`."""
        request = Request(
            "GET",
            f"/batches/{part(batch_id)}",
            timeout=timeout,
        )
        return self._api.call(request, Batch.of)

    def list(
        self,
        *,
        timeout: float | None = None,
        **filter: Unpack[ListBatches],
    ) -> List[BatchSummary]:
        """List batches. Returns the batches of the account without their items, newest first.
        Scope: `videos:read`."""
        return List(self._api, "/batches", BatchSummary, filter, timeout)

    @endpoint
    def cancel(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[Batch]:
        """Cancel a batch. Cancels every item that has not ended: it never starts, or its video is
        deleted and its reserved seconds are returned. Finished videos stay. Scope:
        `videos:write`."""
        request = Request(
            "DELETE",
            f"/batches/{part(batch_id)}",
            timeout=timeout,
        )
        return self._api.call(request, Batch.of)


class Presenters:
    """Calls of the API: presenters."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
        **filter: Unpack[ListPresenters],
    ) -> List[Presenter]:
        """List presenters. Returns the stock presenters, or those that match `q`."""
        return List(self._api, "/presenters", Presenter, filter, timeout)


class Voices:
    """Calls of the API: voices."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> List[Voice]:
        """List starred voices. Returns the user’s own starred voices that are installed, in the
        order in which they were starred."""
        return List(self._api, "/voices", Voice, {}, timeout)


class Twins:
    """Calls of the API: twins."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> List[Twin]:
        """List twins. Returns the account’s twins, oldest first. Links of a recorded twin are valid
        for an hour: list the twins again for fresh ones. Scope: `twins:use`."""
        return List(self._api, "/twins", Twin, {}, timeout)


class Sets:
    """Calls of the API: sets."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> List[StudioSet]:
        """List studio sets. Every presenter can appear in every set, and has one of their own."""
        return List(self._api, "/sets", StudioSet, {}, timeout)


class Pronunciations:
    """Calls of the API: pronunciations."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> List[Pronunciation]:
        """List pronunciations. Returns all pronunciations of the account, sorted by word. Scope:
        `videos:read`."""
        return List(self._api, "/pronunciations", Pronunciation, {}, timeout)

    @endpoint
    def get(
        self,
        word: str,
        *,
        timeout: float | None = None,
    ) -> Answer[Pronunciation]:
        """Retrieve a pronunciation. The lookup is case-sensitive. Scope: `videos:read`."""
        request = Request(
            "GET",
            f"/pronunciations/{part(word)}",
            timeout=timeout,
        )
        return self._api.call(request, Pronunciation.of)

    @endpoint
    def set(
        self,
        word: str,
        *,
        timeout: float | None = None,
        **body: Unpack[SetPronunciation],
    ) -> Answer[Pronunciation]:
        """Set a pronunciation. Applies to videos and estimates that you create from now on.
        Captions and titles keep the spelling of the script. A word in lower case (`nguyen`) matches
        any capitalization. A word with capital letters (`US`) matches only that exact spelling, and
        takes precedence. Only whole words match, also between hyphens or before `’s`. Scope:
        `videos:write`."""
        request = Request(
            "PUT",
            f"/pronunciations/{part(word)}",
            body=body,
            timeout=timeout,
        )
        return self._api.call(request, Pronunciation.of)

    @endpoint
    def delete(
        self,
        word: str,
        *,
        timeout: float | None = None,
    ) -> Answer[DeletedPronunciation]:
        """Delete a pronunciation. Videos that were already accepted are not affected. Scope:
        `videos:write`."""
        request = Request(
            "DELETE",
            f"/pronunciations/{part(word)}",
            timeout=timeout,
        )
        return self._api.call(request, DeletedPronunciation.of)


class Ledger:
    """Calls of the API: ledger."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
        **filter: Unpack[ListLedgerEntries],
    ) -> List[LedgerEntry]:
        """List ledger entries. Every change of the remaining video seconds, newest first, with the
        balance after it. Scope: `account:read`."""
        return List(self._api, "/allowance/ledger", LedgerEntry, filter, timeout)


class AccountWebhook:
    """Calls of the API: account webhook."""

    def __init__(self, api: Api) -> None:
        self._api = api

    @endpoint
    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> Answer[WebhookEndpoint]:
        """Retrieve the account webhook. Returns the URL that receives the account’s events, and
        whether deliveries succeed. Scope: `webhooks`."""
        request = Request(
            "GET",
            "/webhooks/endpoint",
            timeout=timeout,
        )
        return self._api.call(request, WebhookEndpoint.of)

    @endpoint
    def set(
        self,
        *,
        timeout: float | None = None,
        **body: Unpack[SetWebhookEndpoint],
    ) -> Answer[WebhookEndpoint]:
        """Set the account webhook. Deliveries in progress use the new URL as well. Setting a URL,
        even the same one, enables a disabled webhook again. The signing secret does not change.
        Scope: `webhooks`."""
        request = Request(
            "PUT",
            "/webhooks/endpoint",
            body=body,
            timeout=timeout,
        )
        return self._api.call(request, WebhookEndpoint.of)

    @endpoint
    def delete(
        self,
        *,
        timeout: float | None = None,
    ) -> Answer[WebhookEndpoint]:
        """Remove the account webhook. Events are still recorded, but only sent for videos with
        their own `webhook_url`. The signing secret does not change. Scope: `webhooks`."""
        request = Request(
            "DELETE",
            "/webhooks/endpoint",
            timeout=timeout,
        )
        return self._api.call(request, WebhookEndpoint.of)

    @endpoint
    def rotate_secret(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[RotateWebhookSecret],
    ) -> Answer[RotatedWebhookSecret]:
        """Rotate the signing secret. Returns a new signing secret, once. `X-Service-Signature` uses
        it immediately; `webhook-signature` carries a signature with each secret until
        `previous_valid_until`, or until you rotate again. Accept both secrets during the change;
        rejected deliveries are retried. Scope: `webhooks`."""
        request = Request(
            "POST",
            "/webhooks/endpoint/rotate-secret",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, RotatedWebhookSecret.of)


class EventEndpoints:
    """Calls of the API: event endpoints."""

    def __init__(self, api: Api) -> None:
        self._api = api

    @endpoint
    def create(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[CreateEventEndpoint],
    ) -> Answer[EventEndpoint]:
        """Create an endpoint. An endpoint is sent the events that it asks for, in addition to the
        account webhook and those of videos. It has a signing secret of its own, which is only
        returned here. Scope: `webhooks`."""
        request = Request(
            "POST",
            "/webhooks/endpoints",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, EventEndpoint.of)

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> List[EventEndpoint]:
        """List endpoints. Returns all endpoints, the oldest first. The account webhook is not among
        them. Scope: `webhooks`."""
        return List(self._api, "/webhooks/endpoints", EventEndpoint, {}, timeout)

    @endpoint
    def get(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[EventEndpoint]:
        """Retrieve an endpoint. Returns what the endpoint asks for, and whether deliveries succeed.
        Scope: `webhooks`."""
        request = Request(
            "GET",
            f"/webhooks/endpoints/{part(endpoint_id)}",
            timeout=timeout,
        )
        return self._api.call(request, EventEndpoint.of)

    @endpoint
    def update(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
        **body: Unpack[UpdateEventEndpoint],
    ) -> Answer[EventEndpoint]:
        """Update an endpoint. Other types or another filter apply to later events, and another URL
        also to deliveries in progress. Setting a URL, even the same one, or `"paused": false`
        enables a disabled endpoint, and held events are delivered. Scope: `webhooks`."""
        request = Request(
            "PATCH",
            f"/webhooks/endpoints/{part(endpoint_id)}",
            body=body,
            timeout=timeout,
        )
        return self._api.call(request, EventEndpoint.of)

    @endpoint
    def delete(
        self,
        endpoint_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[DeletedEventEndpoint]:
        """Delete an endpoint. Deliveries to it end. The log of its events can still be read. Scope:
        `webhooks`."""
        request = Request(
            "DELETE",
            f"/webhooks/endpoints/{part(endpoint_id)}",
            timeout=timeout,
        )
        return self._api.call(request, DeletedEventEndpoint.of)

    @endpoint
    def test(
        self,
        endpoint_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[TestEventEndpoint],
    ) -> Answer[WebhookTest]:
        """Send a test event to an endpoint. Sends an event about something fictitious, once, also
        to a paused endpoint, and waits up to 15 seconds for the response. The event is not logged.
        Success enables a disabled endpoint again. A test counts as a video creation towards the
        rate limit. Scope: `webhooks`."""
        request = Request(
            "POST",
            f"/webhooks/endpoints/{part(endpoint_id)}/test",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, WebhookTest.of)

    @endpoint
    def rotate_secret(
        self,
        endpoint_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[RotateWebhookSecret],
    ) -> Answer[RotatedWebhookSecret]:
        """Rotate the signing secret of an endpoint. As for the secret of the account:
        `webhook-signature` carries a signature with each while they overlap. Scope: `webhooks`."""
        request = Request(
            "POST",
            f"/webhooks/endpoints/{part(endpoint_id)}/rotate-secret",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, RotatedWebhookSecret.of)

    @endpoint
    def recover(
        self,
        endpoint_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[RecoverEvents],
    ) -> Answer[RecoveredEvents]:
        """Recover missed events. Starts a new delivery of each event since a time that was not
        delivered, the oldest first. `video.progress` and events of deleted videos are left out. A
        recovery counts as a video creation towards the rate limit. Scope: `webhooks`."""
        request = Request(
            "POST",
            f"/webhooks/endpoints/{part(endpoint_id)}/recover",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, RecoveredEvents.of)


class WebhookEvents:
    """Calls of the API: webhook events."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        timeout: float | None = None,
        **filter: Unpack[ListWebhookEvents],
    ) -> List[WebhookEvent]:
        """List events. Returns the events for the account webhook and the webhooks of videos,
        newest first. With `endpoint_id`, it returns those for this endpoint. Scope: `webhooks`."""
        return List(self._api, "/webhooks/events", WebhookEvent, filter, timeout)

    @endpoint
    def get(
        self,
        event_id: str,
        *,
        timeout: float | None = None,
    ) -> Answer[WebhookEventDetails]:
        """Retrieve an event. Returns the event with each request that was sent, and the response of
        the receiver. Scope: `webhooks`."""
        request = Request(
            "GET",
            f"/webhooks/events/{part(event_id)}",
            timeout=timeout,
        )
        return self._api.call(request, WebhookEventDetails.of)

    @endpoint
    def redeliver(
        self,
        event_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Answer[WebhookEvent]:
        """Redeliver an event. Starts a new delivery with the same `webhook-id`, whatever became of
        earlier ones, for 30 days. Scope: `webhooks`."""
        request = Request(
            "POST",
            f"/webhooks/events/{part(event_id)}/redeliver",
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, WebhookEvent.of)


class WebhookCalls:
    """Calls of the API: webhook."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.endpoint = AccountWebhook(api)
        self.endpoints = EventEndpoints(api)
        self.events = WebhookEvents(api)

    @endpoint
    def test(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **body: Unpack[TestWebhook],
    ) -> Answer[WebhookTest]:
        """Send a test event. Sends an event about a fictitious video to the account webhook, once,
        and waits up to 15 seconds for the response. The event is not logged. Success enables a
        disabled webhook again. A test counts as a video creation towards the rate limit. Scope:
        `webhooks`."""
        request = Request(
            "POST",
            "/webhooks/test",
            body=body,
            idempotency_key=idempotency_key or str(uuid.uuid4()),
            timeout=timeout,
        )
        return self._api.call(request, WebhookTest.of)
