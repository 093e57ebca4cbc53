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
  -- When it got its slot, and is made from then on; null while it is queued.
  started_at        timestamptz,
  completed_at      timestamptz,
  deleted_at        timestamptz,
  -- When housekeeping deletes it, by the rule of its plan when it was accepted; null: never.
  expires_at        timestamptz,
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
-- One index for each way into the list of an account's videos: a page is read in its order, from where it begins, and
-- costs the same whatever the account has made (db/video/video-pages.ts).
create index videos_page on videos (account_id, created_at desc, id desc) where deleted_at is null;
create index videos_page_origin on videos (account_id, origin, created_at desc, id desc) where deleted_at is null;
create index videos_page_status on videos (account_id, status, created_at desc, id desc) where deleted_at is null;
create index videos_page_presenter on videos (account_id, presenter_id, created_at desc, id desc)
  where presenter_id is not null and deleted_at is null;
create index videos_page_twin on videos (account_id, twin_id, created_at desc, id desc)
  where twin_id is not null and deleted_at is null;
create index videos_page_voice on videos (account_id, voice_id, created_at desc, id desc)
  where voice_id is not null and deleted_at is null;
create index videos_unfinished on videos (account_id)
  where status in ('queued', 'rendering') and deleted_at is null;
create index videos_queued on videos (account_id, created_at, id) where status = 'queued' and deleted_at is null;
create index videos_overdue on videos (created_at)
  where status in ('queued', 'rendering') and deleted_at is null;
create index videos_unswept on videos ((coalesce(deleted_at, completed_at)))
  where (swept_at is null or swept_at < deleted_at) and (deleted_at is not null or completed_at is not null);
create index videos_expiring on videos (expires_at, id) where expires_at is not null and deleted_at is null;
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

-- One row is a pair of metadata of a video that is not deleted: the way into the list of the videos that have it, in the
-- order of the list. A GIN index has no order: a pair that a million videos share would be read a million times a page.
create table video_pairs (
  -- metadata_pair of the account, the key and the value.
  pair       bytea       not null check (length(pair) = 16),
  created_at timestamptz not null,
  video_id   text        not null references videos (id),
  primary key (pair, created_at, video_id)
);

-- Half of a SHA-256: short, whatever the length of a value, and of the same length for all.
create function metadata_pair(p_account_id text, p_key text, p_value text) returns bytea language sql stable as $$
  select substring(sha256(convert_to(jsonb_build_array(p_account_id, p_key, p_value)::text, 'UTF8')) for 16)
$$;

-- Keeps video_pairs as the metadata is, whoever writes it.
create function note_pairs() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from video_pairs p using jsonb_each_text(old.metadata) m
    where p.pair = metadata_pair(old.account_id, m.key, m.value) and p.created_at = old.created_at and p.video_id = old.id;
  end if;
  if new.deleted_at is null then
    insert into video_pairs (pair, created_at, video_id)
    select metadata_pair(new.account_id, m.key, m.value), new.created_at, new.id from jsonb_each_text(new.metadata) m;
  end if;
  return null;
end $$;

create trigger videos_pairs after insert on videos
  for each row when (new.metadata is not null) execute function note_pairs();
create trigger videos_pairs_changed after update of metadata, deleted_at on videos
  for each row when (old.metadata is distinct from new.metadata or old.deleted_at is distinct from new.deleted_at)
  execute function note_pairs();

-- Changes the title and the metadata of a video. p_changes is an object of {title, metadata}: a member that is absent
-- stays, and null removes it; of metadata, each member by itself.
-- Locks:  The video, and waits for nothing else. What was asked for at creation stays in request_hash.
-- Repeat: A second call changes nothing.
-- Returns the outcome: edited | not_found | too_many_pairs, which changes nothing.
create function edit_video(p_account_id text, p_video_id text, p_changes jsonb, p_most_pairs integer)
returns text language plpgsql as $$
declare
  v videos;
  edited jsonb;
begin
  select * into v from videos where id = p_video_id and account_id = p_account_id and deleted_at is null for update;
  if not found then return 'not_found'; end if;
  edited := case
    when not p_changes ? 'metadata' then v.metadata
    when jsonb_typeof(p_changes -> 'metadata') = 'object'
      then jsonb_strip_nulls(coalesce(v.metadata, '{}') || (p_changes -> 'metadata')) end;
  if (select count(*) from jsonb_object_keys(edited)) > p_most_pairs then return 'too_many_pairs'; end if;
  update videos set metadata = edited,
    title = case when p_changes ? 'title' then p_changes ->> 'title' else title end
  where id = v.id;
  return 'edited';
end $$;
