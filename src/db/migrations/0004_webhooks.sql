-- One row is where an account's events go, unless a video names a webhook of its own.
create table webhook_endpoints (
  account_id       text        primary key references accounts (id),
  url              text        not null check (length(url) between 1 and 2048),
  created_at       timestamptz not null default clock_timestamp(),
  updated_at       timestamptz not null default clock_timestamp(),
  -- The first and the last failed attempt since one succeeded.
  failing_since    timestamptz,
  last_failed_at   timestamptz,
  -- Nothing is sent there any more: it did nothing but fail for days, or answered that it is gone.
  disabled_at      timestamptz,
  disabled_because text        check (disabled_because in ('failing', 'gone')),
  check ((failing_since is null) = (last_failed_at is null)),
  check ((disabled_at is null) = (disabled_because is null)),
  check (disabled_at is null or failing_since is not null)
);

-- One row is the end of a video, as its account is notified of it. Written in the transaction that ends
-- the video, so that no crash can lose it. An event is delivered once by itself and again whenever the
-- account asks for it.
create table webhook_events (
  id            text        primary key check (length(id) <= 40),
  account_id    text        not null references accounts (id),
  -- One terminal state, one event.
  video_id      text        not null unique references videos (id),
  type          text        not null check (type in ('video.ready', 'video.failed')),
  -- That of the newest delivery; an older one that is still under way ends at its next attempt.
  status        text        not null default 'pending'
    check (status in ('pending', 'delivered', 'exhausted', 'gone', 'no_destination', 'endpoint_disabled')),
  -- The number of the newest delivery, and when it was asked for.
  delivery      integer     not null default 1 check (delivery > 0),
  pending_since timestamptz not null default clock_timestamp(),
  created_at    timestamptz not null default clock_timestamp(),
  completed_at  timestamptz
);

create index webhook_events_page on webhook_events (account_id, created_at desc, id desc);
create index webhook_events_pending on webhook_events (pending_since) where status = 'pending';
create index webhook_events_held on webhook_events (account_id, created_at) where status = 'endpoint_disabled';

-- One row is one attempt to deliver an event. It is written before the attempt is made and once more
-- when its outcome is known: nothing is sent that is not in the log, and an attempt that was made again
-- because its worker was stopped is there twice.
create table webhook_attempts (
  id               bigint      generated always as identity primary key,
  event_id         text        not null references webhook_events (id),
  delivery         integer     not null check (delivery > 0),
  attempt          integer     not null check (attempt > 0),
  url              text        not null check (length(url) <= 2048),
  attempted_at     timestamptz not null default clock_timestamp(),
  -- Without signatures, and without signatures of links. The body is deleted with its video, and after
  -- some time.
  request_headers  jsonb       check (jsonb_typeof(request_headers) = 'object'),
  request_body     text,
  delivered        boolean     not null,
  response_status  integer     check (response_status between 100 and 999),
  response_excerpt text        not null default '' check (length(response_excerpt) <= 4096),
  error            text        check (length(error) <= 1000),
  -- Null until the outcome is known.
  duration_ms      integer     check (duration_ms >= 0),
  next_attempt_at  timestamptz
);

create index webhook_attempts_event on webhook_attempts (event_id, id);
create index webhook_attempts_bodies on webhook_attempts (attempted_at) where request_body is not null;
