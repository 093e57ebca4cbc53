-- One row is a request for a video that is not decided yet. Reserving its seconds turns it into a video;
-- withdrawing it deletes it, and a request that is gone can never be reserved behind its client's back.
-- A request can be reserved for some seconds from requested_at, by the database's clock, which all
-- processes share (0008_money_path.sql, reserve_video).
create table video_requests (
  video_id          text        primary key check (length(video_id) <= 40),
  account_id        text        not null references accounts (id),
  idempotency_key   text,
  request_hash      bytea       not null,
  request_id        text        not null,
  workflow_id       text        not null,
  origin            text        not null,
  presenter_id      text,
  twin_id           text,
  voice_id          text,
  engine_voice_id   text        not null,
  presenter_name    text        not null,
  title             text,
  webhook_url       text,
  metadata          jsonb,
  options           jsonb       not null default '{}' check (jsonb_typeof(options) = 'object'),
  -- Whether the video may wait for a slot rather than be refused.
  queue             boolean     not null default false,
  script            text        not null,
  pronunciations    jsonb       not null default '[]',
  script_characters integer     not null,
  -- An upper estimate of its length.
  estimated_seconds integer     not null,
  -- What domain/billing/price.ts asks for the expected length, which must remain, and for the upper estimate, which is held.
  needed_seconds    integer     not null,
  hold_seconds      integer     not null,
  test_outcome      text,
  requested_at      timestamptz not null default clock_timestamp()
);

create index video_requests_key on video_requests (account_id, idempotency_key) where idempotency_key is not null;

-- One row is a video that was accepted: its request, its state, and what it holds of the allowance.
create table videos (
  id                text        primary key check (length(id) <= 40),
  account_id        text        not null references accounts (id),
  -- Null when the client sent none. Never freed: the same key means the same video for ever.
  idempotency_key   text        check (length(idempotency_key) between 1 and 255),
  -- SHA-256 over the validated request without its key; tells a retry from a different request.
  request_hash      bytea       not null check (length(request_hash) = 32),
  -- X-Request-Id of the request that was accepted: errors and the log name it.
  request_id        text        not null check (length(request_id) <= 40),
  workflow_id       text        not null check (length(workflow_id) <= 400),
  -- Where it was asked for. GET /videos lists those of the API; the application shows both.
  origin            text        not null check (origin in ('api', 'application')),
  -- A queued video holds its seconds and counts in its day; only a rendering one fills a slot.
  status            text        not null check (status in ('queued', 'rendering', 'ready', 'failed')),
  progress          integer     not null default 0 check (progress between 0 and 100),
  presenter_id      text        check (length(presenter_id) <= 100),
  twin_id           text        check (length(twin_id) <= 100),
  -- The account's own voice that was asked for, if one was.
  voice_id          text        check (length(voice_id) <= 100),
  -- The engine's voice that speaks, for example flite:slt.
  engine_voice_id   text        not null check (length(engine_voice_id) <= 100),
  presenter_name    text        not null check (length(presenter_name) <= 200),
  title             text        check (length(title) <= 200),
  webhook_url       text        check (length(webhook_url) <= 2048),
  metadata          jsonb       check (jsonb_typeof(metadata) = 'object'),
  -- How the video is shown, with every member filled in when it was accepted: an object of
  -- {resolution, aspectRatio, …}. A member that a row does not name has its usual value.
  options           jsonb       not null default '{}'
    check (jsonb_typeof(options) = 'object' and octet_length(options::text) <= 8192),
  script_characters integer     not null check (script_characters > 0),
  -- Upper estimate of the speech's length. Speech that goes on for a quarter and three seconds more is
  -- given up.
  estimated_seconds integer     not null check (estimated_seconds > 0),
  -- How a test video is to end (domain/video/test-outcome.ts); null for any other. Test videos cost nothing.
  test_outcome      text        check (length(test_outcome) <= 60),
  -- Held from the allowance at creation; the charge is never more.
  reserved_seconds  integer     not null check (reserved_seconds >= 0),
  -- Null until the video has ended; 0 when it failed, or was deleted before it was ready.
  charged_seconds   integer     check (charged_seconds between 0 and reserved_seconds),
  -- The account's period that the reservation was taken from.
  period_started_at timestamptz not null,
  duration_seconds  numeric(9, 3) check (duration_seconds > 0),
  failure_stage     text        check (length(failure_stage) <= 40),
  failure_reason    text        check (length(failure_reason) <= 1000),
  -- The request asked for something that cannot be made: its video counts in its day although it failed.
  failed_by_request boolean     not null default false,
  -- The person whom its twin shows has withdrawn it, or their consent has ended: no retry can succeed.
  twin_withdrawn    boolean     not null default false,
  -- Milliseconds only: the page cursor carries this value.
  created_at        timestamptz not null,
  completed_at      timestamptz,
  deleted_at        timestamptz,
  -- When housekeeping made sure that nothing but the finished files of the video is left. A video that
  -- is deleted after that has to be swept once more.
  swept_at          timestamptz,
  check (num_nonnulls(presenter_id, twin_id) = 1),
  check ((reserved_seconds = 0) = (test_outcome is not null)),
  check ((status = 'ready') = (progress = 100)),
  check ((status = 'ready') = (duration_seconds is not null)),
  check ((status = 'failed') = (failure_stage is not null)),
  check (status = 'failed' or not (failed_by_request or twin_withdrawn))
-- A fifth of each page stays free for the new versions of its rows: progress is written several times a video, is
-- in no index, and then touches none.
) with (fillfactor = 80);

create unique index videos_idempotency_key on videos (account_id, idempotency_key)
  where idempotency_key is not null;
create index videos_page on videos (account_id, created_at desc, id desc) where deleted_at is null;
create index videos_unfinished on videos (account_id)
  where status in ('queued', 'rendering') and deleted_at is null;
create index videos_queued on videos (account_id, created_at, id) where status = 'queued' and deleted_at is null;
create index videos_overdue on videos (created_at)
  where status in ('queued', 'rendering') and deleted_at is null;
create index videos_unswept on videos ((coalesce(deleted_at, completed_at)))
  where (swept_at is null or swept_at < deleted_at) and (deleted_at is not null or completed_at is not null);
-- Test videos are removed after a day.
create index videos_tests on videos (created_at, id) where test_outcome is not null and deleted_at is null;
-- What operators see of the last day.
create index videos_failed on videos (completed_at)
  where status = 'failed' and not failed_by_request and deleted_at is null;

-- The words of a video, apart from its row so that lists stay narrow. Deleted with the video.
create table video_scripts (
  video_id       text  primary key references videos (id),
  script         text  not null check (length(script) between 1 and 100000),
  -- The account's pronunciations of words in the script when the video was accepted: an array of
  -- {word, sayAs}. Later changes apply to later videos.
  pronunciations jsonb not null default '[]'
);
