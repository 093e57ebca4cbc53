-- One row is an answer that a request with an idempotency key gets again, for a day. Creations are not here: their videos
-- answer, for ever.
create table kept_answers (
  id              text        primary key check (length(id) <= 40),
  account_id      text        not null references accounts (id),
  -- The endpoint, as generated clients call it, for example rotateWebhookSecret.
  operation       text        not null check (length(operation) between 1 and 60),
  idempotency_key text        not null check (length(idempotency_key) between 1 and 255),
  -- SHA-256 over what was asked for.
  request_hash    bytea       not null check (length(request_hash) = 32),
  asked_at        timestamptz not null default clock_timestamp(),
  -- Sealed by the secret box: it can contain a secret. Null while the request is carried out.
  answer          bytea       check (length(answer) <= 65536),
  unique (account_id, operation, idempotency_key)
);

create index kept_answers_account on kept_answers (account_id, asked_at);
create index kept_answers_asked on kept_answers (asked_at);
