-- One row is a session in which a person records a twin, by a link. Only the SHA-256 of the link's token is kept.
create table twin_recordings (
  id            text        primary key check (length(id) <= 40),
  twin_id       text        not null references twins (id),
  account_id    text        not null references accounts (id),
  token_hash    bytea       not null unique check (length(token_hash) = 32),
  -- The signed-in person who records themselves and who alone may use the link. Null: whoever has it.
  person_id     text        check (length(person_id) <= 40),
  -- Who made the link: somebody who worked for the account then.
  started_by    text        not null check (length(started_by) <= 40),
  created_at    timestamptz not null default clock_timestamp(),
  -- Takes are recorded until then. The link shows and withdraws the twin for as long as there is one.
  records_until timestamptz not null,
  -- When the consent was given or another recording took its place.
  ended_at      timestamptz,
  -- SHA-256 of the secret of the browser that records: from its first use on, the link alone opens nothing.
  browser_hash  bytea       check (length(browser_hash) = 32)
);

create index twin_recordings_twin on twin_recordings (twin_id, created_at desc);
-- A twin is recorded in one place at a time.
create unique index twin_recordings_open on twin_recordings (twin_id) where ended_at is null;
create index twin_recordings_account on twin_recordings (account_id, created_at);

-- One row is a link that the person in a recording keeps after the consent: it shows the twin and takes the consent
-- back, from any browser. Only the SHA-256 of its token is kept.
create table twin_own_links (
  token_hash   bytea       primary key check (length(token_hash) = 32),
  recording_id text        not null references twin_recordings (id),
  created_at   timestamptz not null default clock_timestamp()
);

create index twin_own_links_recording on twin_own_links (recording_id);

-- One row is one take of one part of a recording. Its film is in the media store, in the folder of the twin.
create table twin_takes (
  id                 text        primary key check (length(id) <= 40),
  twin_id            text        not null references twins (id),
  recording_id       text        not null references twin_recordings (id),
  part               text        not null check (part in ('consent', 'turn', 'reading', 'silence')),
  status             text        not null default 'uploading'
    check (status in ('uploading', 'checking', 'accepted', 'refused', 'replaced')),
  content_type       text        not null check (length(content_type) between 1 and 100),
  -- Chunks that have arrived, in order and without gaps.
  chunks             integer     not null default 0 check (chunks >= 0),
  size_bytes         integer     not null default 0 check (size_bytes >= 0),
  -- Of all chunks together. Null until the upload is complete.
  sha256             bytea       check (length(sha256) = 32),
  seconds            real        check (seconds >= 0),
  sound_late_seconds real,
  checks             jsonb       not null default '[]',
  -- Version of the text that was to be said: of the statement, or of what is read.
  text_version       text        not null check (length(text_version) between 1 and 40),
  created_at         timestamptz not null default clock_timestamp(),
  uploaded_at        timestamptz,
  -- The step of its check that is at work, and since when: what waits for its turn has not begun.
  work_step          text        check (work_step in ('look', 'judge')),
  work_began_at      timestamptz,
  checked_at         timestamptz,
  -- When its film and what was seen in it were removed.
  forgotten_at       timestamptz,
  check (status in ('uploading', 'replaced') or (sha256 is not null and uploaded_at is not null))
);

create index twin_takes_twin on twin_takes (twin_id, created_at);
create index twin_takes_recording on twin_takes (recording_id);
-- One take of a part counts.
create unique index twin_takes_current on twin_takes (twin_id, part) where status <> 'replaced';
create index twin_takes_stored on twin_takes (created_at) where forgotten_at is null;

-- One row is a chunk of a take that has arrived. Gone when the take is complete.
create table twin_take_chunks (
  take_id    text    not null references twin_takes (id),
  -- From 0.
  number     integer not null check (number >= 0),
  sha256     bytea   not null check (length(sha256) = 32),
  size_bytes integer not null check (size_bytes > 0),
  primary key (take_id, number)
);

-- One row is one try to read the consent statement: the words that were drawn for it, once.
create table twin_passcodes (
  id           text        primary key check (length(id) <= 40),
  recording_id text        not null references twin_recordings (id),
  try          smallint    not null check (try > 0),
  words        text[]      not null check (cardinality(words) > 0),
  -- The whole sentence with the name and the words, as it was shown. A twin may be called otherwise since.
  statement    text        not null check (length(statement) between 1 and 1000),
  statement_version text   not null check (length(statement_version) between 1 and 40),
  issued_at    timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null,
  -- The take in which they were read: a passcode is used once.
  take_id      text        unique references twin_takes (id),
  used_at      timestamptz,
  unique (recording_id, try),
  check ((take_id is null) = (used_at is null))
);

create function refuse_change_of_record() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- What a consent says may be forgotten, and nothing else of it may change: not before the consent has ended, and for
-- good. Its digest and its seal stay, so that those after it can still be checked.
create function refuse_change_of_consent() returns trigger language plpgsql as $$
begin
  if new.evidence is null and old.evidence is not null
    and to_jsonb(new) - '{evidence,forgotten_at}'::text[] = to_jsonb(old) - '{evidence,forgotten_at}'::text[]
    and ((old.evidence::jsonb ->> 'expiresAt')::timestamptz < clock_timestamp()
      or exists (select from twins t where t.id = old.twin_id and t.withdrawn_at is not null))
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- One row is a key that consents are sealed with, encrypted with the master key. It never changes, so that seals
-- outlive a rotation of the master key.
create table evidence_keys (
  id         text        primary key check (length(id) <= 60),
  sealed_key bytea       not null,
  created_at timestamptz not null default clock_timestamp()
);

-- One row is a consent that a person gave. Append-only: it stays when the twin is gone, as proof that there was
-- one. Each row is chained to the one before it in its account, so that none can be changed, taken out or put in
-- between unseen, and sealed with a key that is not readable in the database.
create table twin_consents (
  id           text        primary key check (length(id) <= 40),
  account_id   text        not null references accounts (id),
  twin_id      text        not null references twins (id),
  recording_id text        not null references twin_recordings (id),
  -- Its place among the consents of the account, from 1, without gaps.
  number       integer     not null check (number > 0),
  -- JSON, as the exact text that is sealed: jsonb would order its members anew.
  -- Null when the time for which it is kept has passed.
  evidence     text        check (jsonb_typeof(evidence::jsonb) = 'object'),
  -- SHA-256 over the digest of the row before it, if there is one, and the evidence.
  digest       bytea       not null check (length(digest) = 32),
  -- HMAC-SHA-256 of the digest with an evidence key.
  seal         bytea       not null check (length(seal) = 32),
  key_id       text        not null references evidence_keys (id),
  given_at     timestamptz not null default clock_timestamp(),
  forgotten_at timestamptz,
  unique (account_id, number),
  check ((evidence is null) = (forgotten_at is not null))
);

create index twin_consents_twin on twin_consents (twin_id, given_at desc);
create index twin_consents_stored on twin_consents (given_at) where forgotten_at is null;

create trigger twin_consents_append_only before delete on twin_consents
  for each row execute function refuse_change_of_record();
create trigger twin_consents_unchanged before update on twin_consents
  for each row execute function refuse_change_of_consent();
create trigger twin_consents_not_emptied before truncate on twin_consents
  for each statement execute function refuse_change_of_record();

-- One row is something that happened to a twin: who did what, and when. Append-only.
create table twin_events (
  id         bigint      generated always as identity primary key,
  twin_id    text        not null references twins (id),
  account_id text        not null references accounts (id),
  kind       text        not null check (length(kind) between 1 and 40),
  actor      text        not null check (actor in ('subject', 'account', 'operator', 'service')),
  person_id  text        check (length(person_id) <= 40),
  -- No pictures, and no templates of faces.
  details    jsonb       not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);

create index twin_events_twin on twin_events (twin_id, id);

create trigger twin_events_append_only before update or delete on twin_events
  for each row execute function refuse_change_of_record();
create trigger twin_events_not_emptied before truncate on twin_events
  for each statement execute function refuse_change_of_record();
