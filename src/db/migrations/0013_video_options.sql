-- How a video is shown, every member filled in when it was accepted: an object of {resolution,
-- aspectRatio, …}. What a row does not name is as it was for every video before there was a choice.
alter table video_requests add column options jsonb not null default '{}' check (jsonb_typeof(options) = 'object');
alter table videos add column options jsonb not null default '{}'
  check (jsonb_typeof(options) = 'object' and octet_length(options::text) <= 8192);

-- Turns a request into a rendering video that holds its seconds. The caller has checked the limits.
create or replace function accept_video(a accounts, r video_requests) returns void language plpgsql as $$
declare
  -- One moment for both, so that at midnight a video is counted on the day that is written on it.
  accepted timestamptz := date_trunc('milliseconds', clock_timestamp());
  today date := (accepted at time zone 'utc')::date;
begin
  insert into videos (id, account_id, idempotency_key, request_hash, workflow_id, status, presenter_id, twin_id,
    voice_id, engine_voice_id, presenter_name, title, webhook_url, metadata, options, script_characters,
    reserved_seconds, period_started_at, created_at)
  values (r.video_id, a.id, r.idempotency_key, r.request_hash, r.workflow_id, 'rendering', r.presenter_id, r.twin_id,
    r.voice_id, r.engine_voice_id, r.presenter_name, r.title, r.webhook_url, r.metadata, r.options,
    r.script_characters, r.estimated_seconds, a.period_started_at, accepted);
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
