-- One row is where an account's events go, unless a video names a webhook of its own.
create table webhook_endpoints (
  account_id       text        primary key references accounts (id),
  url              text        not null check (length(url) between 1 and 2048),
  -- The types of events that are sent there; null for all, also for those that a later release adds.
  event_types      text[],
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

-- One row is an endpoint that an account has beside its webhook: it is sent the events that it asks for, signed with a
-- secret of its own.
create table event_endpoints (
  id                    text        primary key check (length(id) <= 40),
  account_id            text        not null references accounts (id),
  url                   text        not null check (length(url) between 1 and 2048),
  description           text        check (length(description) between 1 and 200),
  types                 text[]      not null check (cardinality(types) between 1 and 50),
  -- Pairs that the metadata of a video or a batch must have. Null: whatever they have.
  metadata              jsonb       check (jsonb_typeof(metadata) = 'object' and metadata <> '{}'),
  -- Its owner holds its events back.
  paused                boolean     not null default false,
  -- Sealed like the secret of an account, and replaced in the same way. Null once the endpoint is deleted.
  secret                bytea,
  secret_created_at     timestamptz not null default clock_timestamp(),
  previous_secret       bytea,
  previous_secret_until timestamptz,
  created_at            timestamptz not null default clock_timestamp(),
  updated_at            timestamptz not null default clock_timestamp(),
  -- As in webhook_endpoints.
  failing_since         timestamptz,
  last_failed_at        timestamptz,
  disabled_at           timestamptz,
  disabled_because      text        check (disabled_because in ('failing', 'gone')),
  -- The row stays, because the log of its deliveries does.
  deleted_at            timestamptz,
  check ((secret is null) = (deleted_at is not null)),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((failing_since is null) = (last_failed_at is null)),
  check ((disabled_at is null) = (disabled_because is null)),
  check (disabled_at is null or failing_since is not null)
);

create index event_endpoints_account on event_endpoints (account_id, created_at, id) where deleted_at is null;
create index event_endpoints_previous_secret on event_endpoints (previous_secret_until)
  where previous_secret_until is not null;

-- One row is a type of event: what it is about, and whether it ends that. A new type is a row here and one in
-- domain/webhook/webhook-event.ts.
create table webhook_event_types (
  type         text    primary key check (length(type) <= 100),
  subject_type text    not null check (length(subject_type) <= 40),
  ends_subject boolean not null,
  unique (type, subject_type, ends_subject)
);

insert into webhook_event_types (type, subject_type, ends_subject) values
  ('video.ready', 'video', true),
  ('video.failed', 'video', true),
  ('video.queued', 'video', false),
  ('video.rendering', 'video', false),
  ('video.progress', 'video', false),
  ('video.expiring', 'video', false),
  ('video.deleted', 'video', false),
  ('batch.finished', 'batch', true),
  ('twin.ready', 'twin', false),
  ('twin.withdrawn', 'twin', false),
  ('allowance.low', 'account', false);

-- One row is something that happened to a video, or to another subject, as its account is notified of it.
-- Written in the transaction in which it happens, so that no crash can lose it. An event is delivered once
-- by itself and again whenever the account asks for it.
create table webhook_events (
  id            text        primary key check (length(id) <= 40),
  account_id    text        not null references accounts (id),
  -- The endpoint that it is for. Null: it is for the account's webhook or that of its video, and for streams.
  endpoint_id   text        references event_endpoints (id),
  subject_type  text        not null,
  subject_id    text        not null check (length(subject_id) <= 40),
  type          text        not null,
  ends_subject  boolean     not null,
  -- The subject, where it is a video.
  video_id      text        generated always as (case subject_type when 'video' then subject_id end) stored
    references videos (id),
  -- That of the newest delivery; an older one that is still under way ends at its next attempt. 'streamed': it is for
  -- streams of events, and no webhook gets it.
  status        text        not null default 'pending'
    check (status in ('pending', 'delivered', 'exhausted', 'gone', 'no_destination', 'endpoint_disabled', 'streamed')),
  -- The number of the newest delivery, and when it was asked for.
  delivery      integer     not null default 1 check (delivery > 0),
  pending_since timestamptz not null default clock_timestamp(),
  created_at    timestamptz not null default clock_timestamp(),
  completed_at  timestamptz,
  -- When a worker process next tries to begin its newest delivery. Null once that has begun, and where whoever writes the
  -- event begins it.
  starts_at     timestamptz,
  foreign key (type, subject_type, ends_subject)
    references webhook_event_types (type, subject_type, ends_subject)
);

-- One terminal state, one event; and one for each endpoint that asks for it.
create unique index webhook_events_end on webhook_events (subject_id) where ends_subject and endpoint_id is null;
create index webhook_events_video on webhook_events (video_id);

create index webhook_events_page on webhook_events (account_id, created_at desc, id desc)
  where endpoint_id is null and status <> 'streamed';
create index webhook_events_streamed on webhook_events (account_id, created_at) where status = 'streamed';
create index webhook_events_page_status on webhook_events (account_id, status, created_at desc, id desc)
  where endpoint_id is null;
create index webhook_events_endpoint on webhook_events (endpoint_id, created_at desc, id desc)
  where endpoint_id is not null;
create index webhook_events_endpoint_status on webhook_events (endpoint_id, status, created_at desc, id desc)
  where endpoint_id is not null;
create index webhook_events_starting on webhook_events (starts_at) where starts_at is not null;
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
