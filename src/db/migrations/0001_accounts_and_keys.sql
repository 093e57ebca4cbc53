-- One row is a master key that stored data may need: every process must have all of them, and refuses
-- to start otherwise. The id follows from the key; the key itself is never here. A row is deleted when
-- nothing needs its key any more.
create table master_keys (
  id            text        primary key check (id ~ '^[0-9a-f]{8}$'),
  first_used_at timestamptz not null default clock_timestamp()
);

-- One row is a customer: who they are, what they pay for, and the running figures by which the
-- reservation of a video is decided.
create table accounts (
  id                            text        primary key check (length(id) <= 40),
  name                          text        not null check (length(name) between 1 and 200),
  email                         text        not null check (length(email) between 3 and 320),
  plan_id                       text        not null check (length(plan_id) between 1 and 40),
  -- The account whose test data this one holds; null for an account of its own. What keys of the kind pv_test_ make
  -- belongs to such an account, so that nothing of it can be mistaken for what is paid for. It has the plan, the name
  -- and the address of the other, and uses its voices, pronunciations and twins.
  test_of                       text        unique references accounts (id),
  -- Sealed with AES-256-GCM: the secret signs deliveries, so it must be read back. The sealed bytes
  -- begin with the id of their master key.
  webhook_secret                bytea       not null,
  webhook_secret_created_at     timestamptz not null default clock_timestamp(),
  -- A secret that was replaced continues to sign for a while. Both are sealed for the same purpose, so
  -- that the current secret becomes the previous one without being opened.
  previous_webhook_secret       bytea,
  previous_webhook_secret_until timestamptz,
  created_at                    timestamptz not null default clock_timestamp(),
  period_started_at             timestamptz not null,
  period_ends_at                timestamptz not null,
  -- Seconds that new videos may still reserve; always the sum of the account's ledger.
  remaining_seconds             integer     not null default 0 check (remaining_seconds >= 0),
  -- Held by videos that are queued or rendering.
  reserved_seconds              integer     not null default 0 check (reserved_seconds >= 0),
  -- Charged in this period.
  used_seconds                  integer     not null default 0 check (used_seconds >= 0),
  -- Slots in use: videos that are rendering, not those that are queued.
  rendering_videos              integer     not null default 0 check (rendering_videos >= 0),
  -- Videos accepted on this day (UTC).
  day                           date        not null default (clock_timestamp() at time zone 'utc')::date,
  day_videos                    integer     not null default 0 check (day_videos >= 0),
  check (period_ends_at > period_started_at),
  check ((previous_webhook_secret is null) = (previous_webhook_secret_until is null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

create unique index accounts_email on accounts (lower(email)) where test_of is null;
create index accounts_period_end on accounts (period_ends_at);
create index accounts_previous_webhook_secret on accounts (previous_webhook_secret_until)
  where previous_webhook_secret_until is not null;

-- One row is a key that opens the API for an account. The key itself is not here, only its HMAC.
create table api_keys (
  id             text        primary key check (length(id) <= 40),
  account_id     text        not null references accounts (id),
  name           text        not null check (length(name) between 1 and 100),
  hash           bytea       not null unique check (length(hash) = 32),
  -- The master key whose pepper the hash was made with.
  master_key_id  text        not null check (master_key_id ~ '^[0-9a-f]{8}$'),
  -- The owner recognises the key by its prefix and its last four characters.
  prefix         text        not null check (length(prefix) <= 20),
  last_four      text        not null check (length(last_four) = 4),
  -- What the key is limited to; null: it may do everything.
  scopes         text[]      check (
    cardinality(scopes) > 0
    and scopes <@ array['videos:read', 'videos:write', 'webhooks', 'account:read', 'twins:use']
  ),
  -- Where the events of its videos are sent that name no address themselves; null: to the webhook of the account.
  webhook_url    text        check (length(webhook_url) between 1 and 2048),
  created_at     timestamptz not null default clock_timestamp(),
  last_used_at   timestamptz,
  -- The network that this use came from. The address itself is not kept.
  last_used_from cidr        check (masklen(last_used_from) <= case family(last_used_from) when 4 then 24 else 48 end),
  expires_at     timestamptz,
  revoked_at     timestamptz,
  -- The key works until it is revoked or expires.
  works_until    timestamptz not null generated always as (coalesce(least(revoked_at, expires_at), 'infinity')) stored
);

create index api_keys_account on api_keys (account_id, created_at desc);
