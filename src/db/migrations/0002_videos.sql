-- One row is a video that was accepted: its request, its state, and what it holds of the allowance.
create table videos (
  id                text        primary key check (length(id) <= 40),
  account_id        text        not null references accounts (id),
  -- Null when the client sent none. Never freed: the same key means the same video for ever.
  idempotency_key   text        check (length(idempotency_key) between 1 and 255),
  -- SHA-256 over the validated request without its key; tells a retry from a different request.
  request_hash      bytea       not null check (length(request_hash) = 32),
  workflow_id       text        not null check (length(workflow_id) <= 400),
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
  script_characters integer     not null check (script_characters > 0),
  -- Held from the allowance at creation; the charge is never more.
  reserved_seconds  integer     not null check (reserved_seconds > 0),
  charged_seconds   integer     check (charged_seconds between 0 and reserved_seconds),
  -- The account's period that the reservation was taken from.
  period_started_at timestamptz not null,
  duration_seconds  numeric(9, 3) check (duration_seconds > 0),
  failure_stage     text        check (length(failure_stage) <= 40),
  failure_reason    text        check (length(failure_reason) <= 1000),
  -- Milliseconds only: the page cursor carries this value.
  created_at        timestamptz not null,
  completed_at      timestamptz,
  deleted_at        timestamptz,
  check (num_nonnulls(presenter_id, twin_id) = 1),
  check ((status = 'ready') = (progress = 100)),
  check ((status = 'ready') = (duration_seconds is not null)),
  check ((status = 'failed') = (failure_stage is not null))
);

create unique index videos_idempotency_key on videos (account_id, idempotency_key)
  where idempotency_key is not null;
create index videos_page on videos (account_id, created_at desc, id desc) where deleted_at is null;
create index videos_unfinished on videos (account_id)
  where status in ('queued', 'rendering') and deleted_at is null;

-- The words of a video, apart from its row so that lists stay narrow. Removed with the video.
create table video_scripts (
  video_id text primary key references videos (id),
  script   text not null check (length(script) between 1 and 100000)
);

-- One row is a request for a video that is not decided yet. Reserving its seconds turns it into a
-- video; withdrawing it deletes it, and what is gone can never be reserved behind its client's back.
create table video_requests (
  video_id          text        primary key check (length(video_id) <= 40),
  account_id        text        not null references accounts (id),
  idempotency_key   text,
  request_hash      bytea       not null,
  workflow_id       text        not null,
  presenter_id      text,
  twin_id           text,
  voice_id          text,
  engine_voice_id   text        not null,
  presenter_name    text        not null,
  title             text,
  webhook_url       text,
  metadata          jsonb,
  script            text        not null,
  script_characters integer     not null,
  estimated_seconds integer     not null,
  requested_at      timestamptz not null default clock_timestamp()
);

-- One row is a movement of an account's remaining seconds. Append-only; the sum over an account is
-- its remaining seconds, always.
create table ledger (
  id                bigint generated always as identity primary key,
  account_id        text        not null references accounts (id),
  -- grant: a period or plan gives seconds.      reserve: a video holds seconds.
  -- settle: a ready video gives back what it did not use.
  -- release: a failed or deleted video gives back all.   expire: a period or plan takes the rest.
  kind              text        not null check (kind in ('grant', 'reserve', 'settle', 'release', 'expire')),
  -- Signed effect on the remaining seconds.
  seconds           integer     not null,
  video_id          text        references videos (id),
  -- What the movement is for: the video, the period's start or the plan change. Makes a repeat impossible.
  reference         text        not null check (length(reference) <= 160),
  period_started_at timestamptz not null,
  created_at        timestamptz not null default clock_timestamp(),
  unique (account_id, kind, reference)
);

create unique index ledger_video_kind on ledger (video_id, kind) where video_id is not null;
create index ledger_account on ledger (account_id, id) include (seconds);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;

create trigger ledger_append_only before update or delete on ledger
  for each row execute function refuse_change();
