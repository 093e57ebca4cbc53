-- One row is a customer: who they are, what they pay for, where their webhook goes, and the
-- running figures that the reservation of a video is decided by.
create table accounts (
  id                 text        primary key check (length(id) <= 40),
  name               text        not null check (length(name) between 1 and 200),
  email              text        not null check (length(email) between 3 and 320),
  plan_id            text        not null check (length(plan_id) between 1 and 40),
  webhook_url        text        check (length(webhook_url) <= 2048),
  -- Sealed with AES-256-GCM: the secret signs deliveries, so it must be read back.
  webhook_secret     bytea       not null,
  created_at         timestamptz not null default clock_timestamp(),
  period_started_at  timestamptz not null,
  period_ends_at     timestamptz not null,
  -- Seconds that new videos may still reserve; always the sum of the account's ledger.
  remaining_seconds  integer     not null default 0 check (remaining_seconds >= 0),
  reserved_seconds   integer     not null default 0 check (reserved_seconds >= 0),
  -- Charged in this period.
  used_seconds       integer     not null default 0 check (used_seconds >= 0),
  rendering_videos   integer     not null default 0 check (rendering_videos >= 0),
  -- Videos accepted on this day (UTC).
  day                date        not null default (clock_timestamp() at time zone 'utc')::date,
  day_videos         integer     not null default 0 check (day_videos >= 0),
  check (period_ends_at > period_started_at)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

create unique index accounts_email on accounts (lower(email));

-- One row is a key that opens the API for an account. The key itself is not here: only its HMAC.
create table api_keys (
  id           text        primary key check (length(id) <= 40),
  account_id   text        not null references accounts (id),
  name         text        not null check (length(name) between 1 and 100),
  hash         bytea       not null unique check (length(hash) = 32),
  -- What the owner recognises the key by.
  prefix       text        not null check (length(prefix) <= 20),
  last_four    text        not null check (length(last_four) = 4),
  created_at   timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);

create index api_keys_account on api_keys (account_id, created_at desc);
