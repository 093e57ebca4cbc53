-- One row is something that happened to a video and that its account is to be told. Written in the
-- transaction that ends the video, so that no crash can lose it.
create table webhook_events (
  id           text        primary key check (length(id) <= 40),
  account_id   text        not null references accounts (id),
  -- One terminal state, one event.
  video_id     text        not null unique references videos (id),
  type         text        not null check (type in ('video.ready', 'video.failed')),
  status       text        not null default 'pending'
    check (status in ('pending', 'delivered', 'exhausted', 'gone', 'no_destination')),
  created_at   timestamptz not null default clock_timestamp(),
  completed_at timestamptz
);

create index webhook_events_page on webhook_events (account_id, created_at desc, id desc);
create index webhook_events_pending on webhook_events (created_at) where status = 'pending';

-- One row is one try to deliver an event, and what came of it.
create table webhook_attempts (
  event_id         text        not null references webhook_events (id),
  attempt          integer     not null check (attempt > 0),
  url              text        not null check (length(url) <= 2048),
  attempted_at     timestamptz not null default clock_timestamp(),
  delivered        boolean     not null,
  response_status  integer     check (response_status between 100 and 999),
  response_excerpt text        not null default '' check (length(response_excerpt) <= 4096),
  error            text        check (length(error) <= 1000),
  duration_ms      integer     not null check (duration_ms >= 0),
  primary key (event_id, attempt)
);
