"""What the API takes and returns, made of its description by `npm run sdk-types`: not to be edited."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from ._model import Model


class ListLedgerEntries(TypedDict, total=False):
    """Which items are listed."""

    limit: int
    """Maximum number of items per page."""
    before: str
    """The `next_before` of the previous page: only older ones are returned."""


class ListPresenters(TypedDict, total=False):
    """Which items are listed."""

    q: str
    """Searches name, gender and language. Every word must match; case and accents are ignored."""


class ListVideos(TypedDict, total=False):
    """Which items are listed."""

    limit: int
    """Maximum number of items per page."""
    before: str
    """The `next_before` of the previous page; without a filter, also the id of a video. Only older
    ones are returned."""
    status: Literal["queued", "rendering", "ready", "failed"]
    """`ready` and `failed` are final."""
    presenter_id: str
    twin_id: str
    voice_id: str
    q: str
    """A text in the title, in upper or lower case."""
    ids: Sequence[str]
    """Video ids, separated by commas."""
    created_after: datetime.datetime | str
    """Only videos created after this time."""
    created_before: datetime.datetime | str
    """Only videos created before this time."""
    batch_id: str
    metadata: Mapping[str, str]
    """All pairs must match."""


class ListBatches(TypedDict, total=False):
    """Which items are listed."""

    limit: int
    """Maximum number of items per page."""
    before: str
    """The `next_before` of the previous page, or the id of a batch. Only older ones are
    returned."""


class ListWebhookEvents(TypedDict, total=False):
    """Which items are listed."""

    limit: int
    """Maximum number of items per page."""
    before: str
    """The `next_before` of the previous page; without a filter, also the id of an event. Only older
    ones are returned."""
    endpoint_id: str
    """Events for this endpoint."""
    status: Literal[
        "pending",
        "delivered",
        "exhausted",
        "gone",
        "no_destination",
        "endpoint_disabled",
    ]
    """Status of the latest delivery."""
    video_id: str
    """Only events of this video."""
    created_after: datetime.datetime | str
    """Only events created after this time."""


@dataclass(frozen=True, kw_only=True)
class VideoEvent(Model):
    """What a webhook receives."""

    event: Literal["video.ready", "video.failed"] | str
    """What happened. Ignore events that you do not recognize."""
    data: Video
    sent_at: datetime.datetime
    """When this attempt was sent."""


class SetPronunciation(TypedDict):
    """The pronunciation to set for a word."""

    say_as: str
    """The text to speak instead, as a reader of your script would pronounce it: `nwin`, `post
    gress`."""


class _CreateVideo(TypedDict):
    script: str
    """Exactly what the presenter says. Maximum 3,000 characters by default (about 3 minutes),
    counted in Unicode code points without trimming. A longer script returns `script_too_long`,
    whatever else is wrong. Contains a letter or digit, and no control characters but line breaks
    and tabs."""


class CreateVideo(_CreateVideo, total=False):
    """The script, and who presents it: exactly one of `presenter_id` and `twin_id`."""

    presenter_id: str | None
    """From GET /presenters. Send either this or `twin_id`."""
    twin_id: str | None
    """From GET /twins. Send either this or `presenter_id`. Scope: `twins:use`."""
    voice_id: str | None
    """From GET /voices. Speaks in one of the user's own voices."""
    title: str | None
    """Shown in the user's Projects."""
    webhook_url: str | None
    """Overrides the account webhook for this video. The URL must use https on port 443 or 8443,
    resolve to a public address, and contain no user name or password. Operators can allow further
    address ranges, over http as well."""
    metadata: Mapping[str, str] | None
    options: CreateVideoOptions | None
    queue: bool | None
    """If true, a video beyond the plan’s limit of concurrent videos is accepted as `queued` instead
    of rejected with `concurrency_limit`, and starts when earlier ones have finished."""


class CreateVideoOptions(TypedDict, total=False):
    """Omit an option, or send None, to use its default."""

    resolution: Resolution | None
    aspect_ratio: AspectRatio | None
    background: CreateBackground | None
    background_blur: Literal["none", "soft", "strong"] | None
    captions: BurnedCaptions | None
    name_card: bool | CreateNameCard | None
    """Whether a card first shows the presenter’s name and role; an object shows other text."""
    brand_colour: str | None
    """Colour of the name card, the highlighted caption word and accents in the set. Text on it is
    black or white, as is readable. None: the presenter’s own."""
    brand_color: str | None
    """The same as `brand_colour`: send one of both."""
    gestures: Literal["calm", "lively", "none"] | None
    camera: Literal["directed", "still"] | None


Resolution = Literal["720p", "1080p"]
"""Length of the short side in pixels: `720p` is 1280×720 in 16:9 and 720×1280 in 9:16."""


AspectRatio = Literal["16:9", "9:16", "1:1", "4:5"]
"""Width to height. The presenter is reframed, never stretched."""


class CreateBackground(TypedDict, total=False):
    """What is behind the presenter: exactly one of `set`, `colour` and `image_url`. Without one, it
    is their own set."""

    set: str | None
    """From GET /sets."""
    colour: str | None
    """A plain wall of this colour, as `#rrggbb`."""
    color: str | None
    """The same as `colour`: send one of both."""
    image_url: str | None
    """A JPEG, PNG or WebP image on a public server, of at most 10 MB and 40 megapixels. Redirects
    are not followed. The image covers the frame and is cropped to the centre."""


BurnedCaptions = Literal["none", "burned", "plain"]
"""`burned` draws them into the picture in a dark box and highlights the spoken word; `plain` draws
white letters with a soft shadow. Caption files are there in any case."""


class _CreateNameCard(TypedDict):
    title: str
    """The first line, for example a name. Latin, Greek or Cyrillic letters."""


class CreateNameCard(_CreateNameCard, total=False):
    """The text of the name card."""

    subtitle: str | None
    """The second line. It may be empty."""


class _EstimateVideo(TypedDict):
    script: str
    """As in `POST /videos`. A script that is too long is not estimated: `would_be_refused` contains
    `script_too_long`, or the response is that error if the request has other problems."""


class EstimateVideo(_EstimateVideo, total=False):
    """The body that you would send to `POST /videos`."""

    presenter_id: str | None
    """From GET /presenters. Send either this or `twin_id`."""
    twin_id: str | None
    """From GET /twins. Send either this or `presenter_id`. Scope: `twins:use`."""
    voice_id: str | None
    """From GET /voices. Speaks in one of the user's own voices."""
    title: str | None
    """Shown in the user's Projects."""
    webhook_url: str | None
    """Overrides the account webhook for this video. The URL must use https on port 443 or 8443,
    resolve to a public address, and contain no user name or password. Operators can allow further
    address ranges, over http as well."""
    metadata: Mapping[str, str] | None
    options: CreateVideoOptions | None
    queue: bool | None
    """If true, a video beyond the plan’s limit of concurrent videos is accepted as `queued` instead
    of rejected with `concurrency_limit`, and starts when earlier ones have finished."""


class UpdateVideo(TypedDict, total=False):
    """What to change. Omitted fields stay, and None removes."""

    title: str | None
    """Shown in the user's Projects."""
    metadata: Mapping[str, str | None] | None


class _CreateBatch(TypedDict):
    items: Sequence[CreateBatchItem]
    """The bodies of `POST /videos`, without idempotency keys."""


class CreateBatch(_CreateBatch, total=False):
    """Videos to be made one after another."""

    atomic: bool | None
    """If true, one invalid item refuses the whole batch, with `fields` such as `items.3.script`."""
    title: str | None
    metadata: Mapping[str, str] | None


class _CreateBatchItem(TypedDict):
    script: str
    """Exactly what the presenter says. Maximum 3,000 characters by default (about 3 minutes),
    counted in Unicode code points without trimming. A longer script returns `script_too_long`,
    whatever else is wrong. Contains a letter or digit, and no control characters but line breaks
    and tabs."""


class CreateBatchItem(_CreateBatchItem, total=False):
    """The body of `POST /videos` without `idempotency_key`."""

    presenter_id: str | None
    """From GET /presenters. Send either this or `twin_id`."""
    twin_id: str | None
    """From GET /twins. Send either this or `presenter_id`. Scope: `twins:use`."""
    voice_id: str | None
    """From GET /voices. Speaks in one of the user's own voices."""
    title: str | None
    """Shown in the user's Projects."""
    webhook_url: str | None
    """Overrides the account webhook for this video. The URL must use https on port 443 or 8443,
    resolve to a public address, and contain no user name or password. Operators can allow further
    address ranges, over http as well."""
    metadata: Mapping[str, str] | None
    options: CreateVideoOptions | None
    queue: bool | None
    """If true, a video beyond the plan’s limit of concurrent videos is accepted as `queued` instead
    of rejected with `concurrency_limit`, and starts when earlier ones have finished."""


class SetWebhookEndpoint(TypedDict):
    """The URL to send events to."""

    url: str
    """Receives the events of all videos without their own `webhook_url`. The URL must use https on
    port 443 or 8443, resolve to a public address, and contain no user name or password. Operators
    can allow further address ranges, over http as well."""


class RotateWebhookSecret(TypedDict, total=False):
    """How long the old and the new secret overlap."""

    overlap_seconds: int | None
    """Number of seconds for which `webhook-signature` also carries a signature with the old secret.
    86400 by default."""


class TestWebhook(TypedDict, total=False):
    """The test event to send."""

    event: Literal["video.ready", "video.failed"] | None
    """Type of the event to send. `video.ready` by default."""


class _CreateEventEndpoint(TypedDict):
    url: str
    """Receives the events. The URL must use https on port 443 or 8443, resolve to a public address,
    and contain no user name or password. Operators can allow further address ranges, over http as
    well."""


class CreateEventEndpoint(_CreateEventEndpoint, total=False):
    """Where to send events, and which."""

    description: str | None
    """For your own use."""
    types: Sequence[EventType]
    """Types of events to send. `video.ready` and `video.failed` by default."""
    metadata: Mapping[str, str] | None
    paused: bool
    """Whether events are held back until you set it to false."""


EventType = Literal[
    "video.ready",
    "video.failed",
    "video.queued",
    "video.rendering",
    "video.progress",
    "video.expiring",
    "video.deleted",
    "batch.finished",
    "twin.ready",
    "twin.withdrawn",
    "allowance.low",
]
"""A type of event."""


class UpdateEventEndpoint(TypedDict, total=False):
    """What to change. Omitted fields stay as they are."""

    url: str
    """Receives the events. The URL must use https on port 443 or 8443, resolve to a public address,
    and contain no user name or password. Operators can allow further address ranges, over http as
    well."""
    description: str | None
    """For your own use."""
    types: Sequence[EventType]
    """Types of events to send. `video.ready` and `video.failed` by default."""
    metadata: Mapping[str, str] | None
    paused: bool
    """Whether events are held back until you set it to false."""


class TestEventEndpoint(TypedDict, total=False):
    """The test event to send."""

    event: EventType | None
    """Type of the event to send. By default the first one that the endpoint asks for."""


class _RecoverEvents(TypedDict):
    since: datetime.datetime | str
    """Events that happened since then, at most 14 days ago."""


class RecoverEvents(_RecoverEvents, total=False):
    """Which events to redeliver."""

    status: Literal["pending", "exhausted", "gone", "delivered"] | None
    """Only events whose latest delivery has this status. By default all that were not delivered:
    `pending` after a failed attempt, `exhausted` and `gone`."""


@dataclass(frozen=True, kw_only=True)
class MeAccount(Model):
    """A part of `Me`."""

    id: str
    name: str
    email: str


@dataclass(frozen=True, kw_only=True)
class MePlan(Model):
    """A part of `Me`."""

    id: str
    name: str
    video_seconds: int
    """Video seconds included in each period of one month."""
    concurrent_videos: int
    """Maximum number of videos that can render at the same time."""
    daily_videos: int
    """Maximum number of videos that can be created per day (UTC)."""
    max_script_characters: int
    """Maximum length of a script in Unicode code points."""
    max_video_seconds: int
    """Maximum length of a video in seconds."""
    keep_days: int | None
    """Days after which a video is deleted. None: never."""


@dataclass(frozen=True, kw_only=True)
class Me(Model):
    """The account, its plan and its remaining video seconds."""

    account: MeAccount
    plan: MePlan
    remaining_video_seconds: int
    """Video seconds available for new videos. Reserved seconds are already subtracted."""
    reserved_video_seconds: int
    """Video seconds reserved for videos that are still in progress."""
    used_video_seconds: int
    """Video seconds charged for finished videos in this period."""
    period_started_at: datetime.datetime
    """Start of the current period."""
    period_ends_at: datetime.datetime
    """End of the current period, when the plan’s video seconds are granted anew."""
    key: KeyOfRequest | None
    """The key of this request."""


@dataclass(frozen=True, kw_only=True)
class KeyOfRequest(Model):
    """What an API key may do, until when, and where events of its videos are sent."""

    scopes: tuple[Literal[
        "videos:read",
        "videos:write",
        "webhooks",
        "account:read",
        "twins:use",
    ] | str, ...]
    """What it may do."""
    expires_at: datetime.datetime | None
    """None: when it is revoked."""
    webhook_url: str | None
    """Where events of its videos are sent that have no `webhook_url`. None: to the account
    webhook."""


@dataclass(frozen=True, kw_only=True)
class FieldProblem(Model):
    """A problem with one field of the request."""

    code: Literal[
        "required",
        "too_long",
        "invalid",
        "conflict",
        "unknown",
        "reused",
        "not_allowed",
    ] | str
    message: str
    """How to fix the field, written for the developer."""
    limit: int | None = None
    """The largest length or number allowed. Present with `too_long`."""


@dataclass(frozen=True, kw_only=True)
class UsageDay(Model):
    """A part of `Usage`."""

    date: datetime.date
    """The day, in UTC."""
    video_seconds: int
    """Charged for videos that became ready on this day."""
    videos: int
    """Videos that became ready on this day, including those deleted later."""


@dataclass(frozen=True, kw_only=True)
class Usage(Model):
    """Video seconds used in the current period, by day."""

    period_started_at: datetime.datetime
    """Start of the current period."""
    period_ends_at: datetime.datetime
    """End of the current period, when the plan’s video seconds are granted anew."""
    used_video_seconds: int
    """Video seconds charged in this period: the sum of all days."""
    reserved_video_seconds: int
    """Video seconds reserved for videos that are still in progress."""
    remaining_video_seconds: int
    """Video seconds available for new videos."""
    days: tuple[UsageDay, ...]
    """Every day from the first day of the period to today, oldest first."""


@dataclass(frozen=True, kw_only=True)
class LedgerEntry(Model):
    """A change of the remaining video seconds. Entries are never modified."""

    number: int
    """Position in the account’s ledger, starting at 1 without gaps."""
    kind: Literal["grant", "reserve", "settle", "release", "expire"] | str
    """`grant`: a period starts or the plan changes. `reserve`: a video is accepted. `settle`: the
    reserved seconds that a finished video did not use are returned. `release`: those of a failed or
    deleted video are returned. `expire`: a period ends or the plan changes."""
    video_seconds: int
    """Signed change of the remaining video seconds."""
    balance_video_seconds: int
    """Remaining video seconds after the change."""
    video_id: str | None
    """The video that caused the change. None for changes by a period or a plan."""
    created_at: datetime.datetime
    """When the change took effect."""


@dataclass(frozen=True, kw_only=True)
class Presenter(Model):
    """A stock presenter available to the API."""

    id: str
    """Presenter identifier. Pass it as `presenter_id`."""
    name: str
    gender: Literal["female", "male", "neutral"] | str
    language: str
    """BCP 47 language tag, for example `en-US`."""
    thumbnail_url: str
    """Link to a picture of the presenter. It does not expire."""
    preview_video_url: str
    """Link to a preview video. It does not expire."""


@dataclass(frozen=True, kw_only=True)
class Twin(Model):
    """A digital twin, recorded in the application."""

    id: str
    """Twin identifier. Pass it as `twin_id`."""
    name: str
    status: Literal["building", "ready"] | str
    """A twin that is `building` cannot be used yet."""
    usable_in_videos: bool
    """Whether the twin’s status and the plan let you use it."""
    thumbnail_url: str | None
    """Link to a picture of the twin. None while the twin is `building`."""
    preview_video_url: str | None
    """Link to a short preview video. None while the twin is `building`."""
    voice_name: str | None
    """The twin’s saved voice, used unless you pass `voice_id`: one of the catalogue, never the
    person’s own. None until a voice is saved."""


@dataclass(frozen=True, kw_only=True)
class Voice(Model):
    """One of the account’s own starred voices."""

    id: str
    """Voice identifier. Pass it as `voice_id`."""
    name: str
    gender: Literal["female", "male", "neutral"] | str
    language: str
    """BCP 47 language tag, for example `en-US`."""
    quality: Literal["neural", "basic"] | str
    """`neural` sounds natural, `basic` clear but synthetic."""
    preview_audio_url: str | None
    """Link to a sample, which does not expire. None when there is none."""


@dataclass(frozen=True, kw_only=True)
class StudioSet(Model):
    """A studio set that any presenter can appear in."""

    id: str
    """Set identifier. Pass it as `options.background.set`."""
    name: str
    description: str
    """What the set looks like."""
    thumbnail_url: str
    """Link to a picture of the set. It does not expire."""


@dataclass(frozen=True, kw_only=True)
class Pronunciation(Model):
    """The pronunciation of a word in the account’s scripts."""

    word: str
    """The word, normalized (NFKC, straight apostrophes)."""
    say_as: str
    """The text that is spoken instead of the word."""
    updated_at: datetime.datetime
    """When the pronunciation was last set."""


@dataclass(frozen=True, kw_only=True)
class DeletedPronunciation(Model):
    """Confirmation that a pronunciation was deleted."""

    word: str
    deleted: bool
    """Always true."""


@dataclass(frozen=True, kw_only=True)
class Video(Model):
    """A presenter video. It exists from the moment it is accepted."""

    id: str
    """Video identifier. Store this, not the URL."""
    status: Literal["queued", "rendering", "ready", "failed"] | str
    """`ready` and `failed` are final."""
    progress: int
    """Never decreases; 100 only when ready."""
    presenter: str | None
    """Name of the presenter or twin."""
    duration_seconds: float | None
    """Length of the video in seconds. None until ready."""
    thumbnail_url: str | None
    """A still image. Signed link, valid 1 hour. None until ready."""
    video_url: str | None
    """Signed link, valid 1 hour. None until ready. With `&download=1`, browsers save instead of
    playing."""
    error: VideoError | None
    """Why the video failed. None unless the status is `failed`."""
    title: str | None
    """Shown in the user's Projects."""
    presenter_id: str | None
    """As given at creation."""
    twin_id: str | None
    """As given at creation."""
    voice_id: str | None
    """As given at creation."""
    batch_id: str | None
    """The batch that started it, if one did."""
    script_characters: int
    """Length of the script in Unicode code points."""
    created_at: datetime.datetime
    """When the video was accepted."""
    completed_at: datetime.datetime | None
    """When the video became ready or failed. None before that."""
    video_url_expires_at: datetime.datetime | None
    """When `video_url` expires. None when there is no link."""
    captions: Captions | None
    """The script as caption files. None until ready."""
    provenance_url: str | None
    """How the video was made, and when each word is spoken. Signed link, valid 1 hour. None until
    ready."""
    metadata: Mapping[str, str] | None
    """Your own key-value pairs."""
    options: VideoOptions
    test: bool
    """Whether it was made with a test key: nothing is charged."""
    expires_at: datetime.datetime | None
    """When the video is deleted. None: never."""


@dataclass(frozen=True, kw_only=True)
class VideoErrorDetails(Model):
    """The step that failed and the reason. Include them when you contact support."""

    stage: Literal["reserve", "speak", "draw", "assemble", "publish"] | str
    reason: str


@dataclass(frozen=True, kw_only=True)
class VideoError(Model):
    """Why the video could not be made. Nothing was charged."""

    code: Literal["render_failed"] | str
    message: str
    """What went wrong, written for the developer."""
    user_message: str
    """Written for the end user. Show it as is."""
    action: Literal[
        "replace_key",
        "upgrade",
        "refresh",
        "fix_request",
        "shorten_script",
        "wait",
        "wait_until_tomorrow",
        "retry_once",
    ] | str
    """Tells the user interface what to do."""
    retryable: bool
    """Retry only when true."""
    upgrade_url: str | None = None
    """Present when a plan upgrade is needed."""
    doc_url: str
    """What the code means and how to handle it."""
    request_id: str
    """The request that created the video. Include it when you contact support."""
    details: VideoErrorDetails
    """The step that failed and the reason. Include them when you contact support."""


@dataclass(frozen=True, kw_only=True)
class Captions(Model):
    """The script as caption files."""

    srt_url: str
    """SubRip. Signed link, valid 1 hour."""
    vtt_url: str
    """WebVTT. Signed link, valid 1 hour."""


@dataclass(frozen=True, kw_only=True)
class VideoOptions(Model):
    """Options with defaults filled in, as they can be sent again."""

    resolution: Literal["720p", "1080p"] | str
    aspect_ratio: Literal["16:9", "9:16", "1:1", "4:5"] | str
    background: Background | None
    background_blur: Literal["none", "soft", "strong"] | str
    captions: Literal["none", "burned", "plain"] | str
    name_card: bool | NameCard
    """Whether a card first shows the presenter’s name and role; an object shows other text."""
    brand_colour: str | None
    """Colour of the name card, the highlighted caption word and accents in the set. Text on it is
    black or white, as is readable. None: the presenter’s own."""
    gestures: Literal["calm", "lively", "none"] | str
    camera: Literal["directed", "still"] | str


@dataclass(frozen=True, kw_only=True)
class Background(Model):
    """What is behind the presenter: exactly one of `set`, `colour` and `image_url`."""

    set: str | None = None
    """From GET /sets."""
    colour: str | None = None
    """A colour as `#rrggbb`."""
    image_url: str | None = None
    """As given at creation."""


@dataclass(frozen=True, kw_only=True)
class NameCard(Model):
    """The text of the name card."""

    title: str
    """The first line, for example a name. Latin, Greek or Cyrillic letters."""
    subtitle: str
    """The second line. It may be empty."""


@dataclass(frozen=True, kw_only=True)
class Estimate(Model):
    """An estimate of the length and cost of a video, as of now."""

    video_seconds: int | None
    """Would be reserved: an upper estimate, or all that remain where that is less. The actual
    length is charged, never more. None when the script is too long."""
    expected_duration_seconds: float | None
    """Expected length of the video in seconds. None when `video_seconds` is None."""
    remaining_video_seconds: int
    """Video seconds available now."""
    remaining_after_video_seconds: int | None
    """Would remain while the video is in progress. None when the account has too few, or
    `video_seconds` is None."""
    would_be_refused: tuple[Refusal, ...]
    """The errors that `POST /videos` would return, the first one first. Empty when it would accept
    the video."""


@dataclass(frozen=True, kw_only=True)
class Refusal(Model):
    """An error that creating this video would return."""

    code: Literal[
        "invalid_api_key",
        "key_revoked",
        "allowance_exceeded",
        "plan_required",
        "twin_not_ready",
        "not_found",
        "invalid_request",
        "script_too_long",
        "rate_limited",
        "concurrency_limit",
        "daily_limit",
        "render_failed",
        "service_unavailable",
    ] | str
    """Explained at `doc_url`."""
    message: str
    """What went wrong, written for the developer."""
    user_message: str
    """Written for the end user. Show it as is."""
    action: Literal[
        "replace_key",
        "upgrade",
        "refresh",
        "fix_request",
        "shorten_script",
        "wait",
        "wait_until_tomorrow",
        "retry_once",
    ] | str
    """Tells the user interface what to do."""
    retryable: bool
    """Retry only when true."""
    upgrade_url: str | None = None
    """Present when a plan upgrade is needed."""
    doc_url: str
    """What the code means and how to handle it."""
    fields: Mapping[str, FieldProblem] | None = None
    """Problems by request field, with `invalid_request`, `script_too_long`, and `not_found` of what
    a field names."""


@dataclass(frozen=True, kw_only=True)
class DeletedVideo(Model):
    """Confirmation that a video was deleted."""

    id: str
    """Video identifier."""
    deleted: bool
    """Always true."""


@dataclass(frozen=True, kw_only=True)
class VideoScript(Model):
    """What the presenter says."""

    id: str
    """Video identifier."""
    script: str


@dataclass(frozen=True, kw_only=True)
class Batch(Model):
    """Videos that are made one after another."""

    id: str
    """Batch identifier."""
    status: Literal["running", "finished", "cancelled"] | str
    """`finished` when all items have ended."""
    idempotency_key: str
    title: str | None
    metadata: Mapping[str, str] | None
    item_count: int
    counts: BatchCounts
    estimated_video_seconds: int
    """What all valid items together would reserve."""
    created_at: datetime.datetime
    ended_at: datetime.datetime | None
    """None while it is running."""
    items: tuple[BatchItem, ...]


@dataclass(frozen=True, kw_only=True)
class BatchCounts(Model):
    """The number of items in each status."""

    waiting: int
    queued: int
    rendering: int
    ready: int
    failed: int
    deleted: int
    cancelled: int


@dataclass(frozen=True, kw_only=True)
class BatchItem(Model):
    """An item and what became of it."""

    index: int
    """Position in `items`, from 0."""
    idempotency_key: str
    """The key of the batch, `/` and the number of the item, from 1. `POST /videos` repeats the item
    with it."""
    video_id: str | None
    """None until the item has started."""
    status: Literal[
        "waiting",
        "queued",
        "rendering",
        "ready",
        "failed",
        "deleted",
        "cancelled",
    ] | str
    """`waiting`, then that of its video. `failed` also when it was refused."""
    error: ItemError | None
    """None unless the status is `failed`."""


@dataclass(frozen=True, kw_only=True)
class ItemErrorDetails(Model):
    """The step that failed and the reason. Include them when you contact support."""

    stage: Literal["reserve", "speak", "draw", "assemble", "publish"] | str
    reason: str


@dataclass(frozen=True, kw_only=True)
class ItemError(Model):
    """The error of creating the video of an item, or of the video."""

    code: Literal[
        "invalid_api_key",
        "key_revoked",
        "allowance_exceeded",
        "plan_required",
        "twin_not_ready",
        "not_found",
        "invalid_request",
        "script_too_long",
        "rate_limited",
        "concurrency_limit",
        "daily_limit",
        "render_failed",
        "service_unavailable",
    ] | str
    """Explained at `doc_url`."""
    message: str
    """What went wrong, written for the developer."""
    user_message: str
    """Written for the end user. Show it as is."""
    action: Literal[
        "replace_key",
        "upgrade",
        "refresh",
        "fix_request",
        "shorten_script",
        "wait",
        "wait_until_tomorrow",
        "retry_once",
    ] | str
    """Tells the user interface what to do."""
    retryable: bool
    """Retry only when true."""
    upgrade_url: str | None = None
    """Present when a plan upgrade is needed."""
    doc_url: str
    """What the code means and how to handle it."""
    fields: Mapping[str, FieldProblem] | None = None
    """Problems by request field, with `invalid_request`, `script_too_long`, and `not_found` of what
    a field names."""
    request_id: str
    details: ItemErrorDetails | None = None
    """The step that failed and the reason. Include them when you contact support."""


@dataclass(frozen=True, kw_only=True)
class BatchSummary(Model):
    """A batch without its items."""

    id: str
    """Batch identifier."""
    status: Literal["running", "finished", "cancelled"] | str
    """`finished` when all items have ended."""
    idempotency_key: str
    title: str | None
    metadata: Mapping[str, str] | None
    item_count: int
    counts: BatchCounts
    estimated_video_seconds: int
    """What all valid items together would reserve."""
    created_at: datetime.datetime
    ended_at: datetime.datetime | None
    """None while it is running."""


@dataclass(frozen=True, kw_only=True)
class WebhookEndpoint(Model):
    """The account’s webhook and its signing secret."""

    url: str | None
    """The URL that receives events. None when none is set."""
    status: Literal["none", "enabled", "disabled"] | str
    """`disabled`: no more events are sent until you set the URL again or a test event succeeds.
    `none`: no URL is set."""
    failing_since: datetime.datetime | None
    """The first failed attempt since the last successful one. None when that was the last."""
    disabled_at: datetime.datetime | None
    """When it was disabled. None while it is enabled."""
    disabled_because: Literal["failing", "gone"] | str | None
    """`failing`: every attempt failed for five days. `gone`: the receiver returned 410. None unless
    the status is `disabled`."""
    created_at: datetime.datetime | None
    """When the webhook was created. None when no URL is set."""
    updated_at: datetime.datetime | None
    """When the URL was last set. None when no URL is set."""
    secret: WebhookSecret


@dataclass(frozen=True, kw_only=True)
class WebhookSecret(Model):
    """The secret that signs events. Shown in full only when created."""

    hint: str
    """The last four characters of the secret, to identify it."""
    created_at: datetime.datetime
    """When the secret was created."""
    previous_valid_until: datetime.datetime | None
    """Until then, `webhook-signature` also carries a signature with the previous secret. None when
    only one signs."""


@dataclass(frozen=True, kw_only=True)
class RotatedWebhookSecret(Model):
    """The new signing secret, shown only once."""

    secret: str
    """The new secret. Store it now, because it is not shown again."""
    hint: str
    """The last four characters of the secret, to identify it."""
    created_at: datetime.datetime
    """When the secret was created."""
    previous_valid_until: datetime.datetime | None
    """Until then, `webhook-signature` also carries a signature with the previous secret. None when
    only one signs."""


@dataclass(frozen=True, kw_only=True)
class WebhookTest(Model):
    """The outcome of a test event."""

    event_id: str
    """Identifier of the test event, sent as the `webhook-id` header."""
    event: SentEventType
    url: str
    """The URL that the event was sent to."""
    sent_at: datetime.datetime
    """When the event was sent."""
    delivered: bool
    """Whether the receiver returned 2xx."""
    response_status: int | None
    """HTTP status of the response. None when there was none."""
    duration_ms: int
    """Milliseconds from the DNS lookup to the end of the response."""
    response_excerpt: str
    """The beginning of the response body, at most 4 kB."""
    error: str | None
    """Why there was no usable response. None when there was one."""


SentEventType = Literal[
    "video.ready",
    "video.failed",
    "video.queued",
    "video.rendering",
    "video.progress",
    "video.expiring",
    "video.deleted",
    "batch.finished",
    "twin.ready",
    "twin.withdrawn",
    "allowance.low",
] | str
"""What happened."""


@dataclass(frozen=True, kw_only=True)
class EventEndpoint(Model):
    """A URL that is sent the events that it asks for."""

    id: str
    """Endpoint identifier."""
    url: str
    """The URL that receives the events."""
    description: str | None
    types: tuple[SentEventType, ...]
    """The types of events that are sent."""
    metadata: Mapping[str, str] | None
    status: Literal["enabled", "paused", "disabled"] | str
    """`paused`: you hold its events back. `disabled`: deliveries failed. In both cases, events are
    held for 30 days."""
    failing_since: datetime.datetime | None
    """The first failed attempt since the last successful one. None when that was the last."""
    disabled_at: datetime.datetime | None
    """When it was disabled. None while it is enabled."""
    disabled_because: Literal["failing", "gone"] | str | None
    """`failing`: every attempt failed for five days. `gone`: the receiver returned 410. None unless
    the status is `disabled`."""
    created_at: datetime.datetime
    """When the endpoint was created."""
    updated_at: datetime.datetime
    """When it was last changed."""
    secret: WebhookSecret
    signing_secret: str | None = None
    """The secret in full, only in the response that creates the endpoint. Store it then."""


@dataclass(frozen=True, kw_only=True)
class DeletedEventEndpoint(Model):
    """The endpoint is deleted."""

    id: str
    deleted: bool
    """Always true."""


@dataclass(frozen=True, kw_only=True)
class RecoveredEvents(Model):
    """What is being redelivered."""

    id: str
    """Endpoint identifier."""
    recovered: int
    """Number of events whose new delivery has started, at most 1000."""
    continue_since: datetime.datetime | None
    """Send it as `since` in another request to recover the rest. None when that was all."""


@dataclass(frozen=True, kw_only=True)
class WebhookEvent(Model):
    """An event and the status of its delivery."""

    id: str
    """Event identifier. Every delivery sends it as the `webhook-id` header."""
    event: SentEventType
    endpoint_id: str | None
    """The endpoint that it is for. None for the account webhook and the webhooks of videos."""
    video_id: str | None
    """The video that it is about. None when it is not about a video, which only endpoints are
    sent."""
    subject_id: str
    """What it is about: a video, a batch, a twin, or the account."""
    status: Literal[
        "pending",
        "delivered",
        "exhausted",
        "gone",
        "no_destination",
        "endpoint_disabled",
    ] | str
    """Status of the latest delivery. `exhausted`: every attempt failed. `gone`: the receiver
    returned 410, or the video was deleted. `no_destination`: no webhook was set.
    `endpoint_disabled`: held until the webhook or the endpoint is enabled again."""
    created_at: datetime.datetime
    """When it happened."""
    completed_at: datetime.datetime | None
    """When the latest delivery ended. None while it is pending."""
    delivery_count: int
    """Number of deliveries: the first one and every redelivery."""
    attempt_count: int
    """Number of attempts, over all deliveries."""
    last_response_status: int | None
    """HTTP status of the response. None when there was none."""
    next_attempt_at: datetime.datetime | None
    """When the next attempt is due. None when none is planned."""


@dataclass(frozen=True, kw_only=True)
class WebhookEventDetails(Model):
    """An event with its delivery attempts."""

    id: str
    """Event identifier. Every delivery sends it as the `webhook-id` header."""
    event: SentEventType
    endpoint_id: str | None
    """The endpoint that it is for. None for the account webhook and the webhooks of videos."""
    video_id: str | None
    """The video that it is about. None when it is not about a video, which only endpoints are
    sent."""
    subject_id: str
    """What it is about: a video, a batch, a twin, or the account."""
    status: Literal[
        "pending",
        "delivered",
        "exhausted",
        "gone",
        "no_destination",
        "endpoint_disabled",
    ] | str
    """Status of the latest delivery. `exhausted`: every attempt failed. `gone`: the receiver
    returned 410, or the video was deleted. `no_destination`: no webhook was set.
    `endpoint_disabled`: held until the webhook or the endpoint is enabled again."""
    created_at: datetime.datetime
    """When it happened."""
    completed_at: datetime.datetime | None
    """When the latest delivery ended. None while it is pending."""
    delivery_count: int
    """Number of deliveries: the first one and every redelivery."""
    attempt_count: int
    """Number of attempts, over all deliveries."""
    last_response_status: int | None
    """HTTP status of the response. None when there was none."""
    next_attempt_at: datetime.datetime | None
    """When the next attempt is due. None when none is planned."""
    attempts: tuple[WebhookAttempt, ...]
    """The latest hundred attempts, oldest first."""


@dataclass(frozen=True, kw_only=True)
class WebhookAttempt(Model):
    """One attempt to deliver an event, and its outcome."""

    delivery: int
    """1 for the first delivery, then one more for each redelivery."""
    attempt: int
    """Number within its delivery. Appears twice when an interrupted attempt was repeated."""
    attempted_at: datetime.datetime
    """When the attempt started."""
    url: str
    """The URL that the request was sent to."""
    request_headers: Mapping[str, str] | None
    """Without signatures. None when nothing was sent."""
    request_body: str | None
    """Without the signatures of links. None when no longer stored."""
    delivered: bool
    """Whether the receiver returned 2xx."""
    response_status: int | None
    """HTTP status of the response. None when there was none."""
    duration_ms: int | None
    """Milliseconds from the DNS lookup to the end of the response. None while the attempt is in
    progress, or when it was interrupted."""
    response_excerpt: str
    """The beginning of the response body, at most 4 kB."""
    error: str | None
    """Why there was no usable response. None when there was one."""
    next_attempt_at: datetime.datetime | None
    """When the following attempt was planned. None when none was planned."""
