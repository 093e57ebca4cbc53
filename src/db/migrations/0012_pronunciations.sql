-- One row is a word that an account's scripts hold and how it is to be said. The word is written in one
-- way only (NFKC, straight apostrophes); in small letters it stands for all ways to write it.
create table pronunciations (
  account_id text        not null references accounts (id),
  word       text        not null check (length(word) between 1 and 240),
  say_as     text        not null check (length(say_as) between 1 and 120),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (account_id, word)
);

-- What the account's pronunciations said about a script when its video was accepted: an array of
-- {word, sayAs}. Later changes are for later videos. It goes where the script goes.
alter table video_requests add column pronunciations jsonb not null default '[]';
alter table video_scripts add column pronunciations jsonb not null default '[]';

-- Turns a request into a rendering video that holds its seconds. The caller has checked the limits.
create or replace function accept_video(a accounts, r video_requests) returns void language plpgsql as $$
declare
  -- One moment for both, so that at midnight a video is counted on the day that is written on it.
  accepted timestamptz := date_trunc('milliseconds', clock_timestamp());
  today date := (accepted at time zone 'utc')::date;
begin
  insert into videos (id, account_id, idempotency_key, request_hash, workflow_id, status, presenter_id, twin_id,
    voice_id, engine_voice_id, presenter_name, title, webhook_url, metadata, script_characters, reserved_seconds,
    period_started_at, created_at)
  values (r.video_id, a.id, r.idempotency_key, r.request_hash, r.workflow_id, 'rendering', r.presenter_id, r.twin_id,
    r.voice_id, r.engine_voice_id, r.presenter_name, r.title, r.webhook_url, r.metadata, r.script_characters, r.estimated_seconds,
    a.period_started_at, accepted);
  insert into video_scripts (video_id, script, pronunciations) values (r.video_id, r.script, r.pronunciations);
  perform move_seconds(a.id, 'reserve', -r.estimated_seconds, r.video_id, r.video_id, a.period_started_at);
  update accounts set
    reserved_seconds = reserved_seconds + r.estimated_seconds,
    rendering_videos = rendering_videos + 1,
    day = today,
    day_videos = case when day = today then day_videos else 0 end + 1
  where id = a.id;
  delete from video_requests q where q.video_id = r.video_id;
end $$;
