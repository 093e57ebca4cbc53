-- Most seconds that the speech was expected to take, and so what is spoken at most: a quarter and three
-- seconds more. Until now the same was always reserved.
alter table videos add column estimated_seconds integer check (estimated_seconds > 0);
update videos set estimated_seconds = reserved_seconds;
alter table videos alter column estimated_seconds set not null;

-- The request asked for what cannot be made: its video counts in its day although it failed.
alter table videos add column failed_by_request boolean not null default false,
  add check (status = 'failed' or not failed_by_request);

-- Turns a request into a rendering video that holds its seconds. The caller has checked the limits.
create or replace function accept_video(a accounts, r video_requests) returns void language plpgsql as $$
declare
  -- One moment for both, so that at midnight a video is counted on the day that is written on it.
  accepted timestamptz := date_trunc('milliseconds', clock_timestamp());
  today date := (accepted at time zone 'utc')::date;
begin
  insert into videos (id, account_id, idempotency_key, request_hash, workflow_id, status, presenter_id, twin_id,
    voice_id, engine_voice_id, presenter_name, title, webhook_url, metadata, options, script_characters,
    estimated_seconds, reserved_seconds, period_started_at, created_at)
  values (r.video_id, a.id, r.idempotency_key, r.request_hash, r.workflow_id, 'rendering', r.presenter_id, r.twin_id,
    r.voice_id, r.engine_voice_id, r.presenter_name, r.title, r.webhook_url, r.metadata, r.options,
    r.script_characters, r.estimated_seconds, r.estimated_seconds, a.period_started_at, accepted);
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

-- Ends a video that could not be made: everything held is released and the event is written. Its place in
-- the day is given back too, unless the request was at fault: who sends what cannot be made could otherwise
-- keep the service busy for nothing. Returns the event's id, or null when the video is deleted or ready.
drop function fail_video(text, text, text, text, text);
create function fail_video(
  p_account_id text, p_video_id text, p_stage text, p_reason text, p_by_request boolean, p_event_id text
) returns text language plpgsql as $$
declare
  a accounts;
  v videos;
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into strict v from videos where id = p_video_id and account_id = a.id for update;
  if v.status = 'failed' then return (select e.id from webhook_events e where e.video_id = v.id); end if;
  if v.deleted_at is not null or v.status = 'ready' then return null; end if;
  update videos set status = 'failed', failure_stage = p_stage, failure_reason = left(p_reason, 1000),
    failed_by_request = p_by_request, charged_seconds = 0,
    completed_at = date_trunc('milliseconds', clock_timestamp())
  where id = v.id;
  perform end_hold(a, v, 'release', 0);
  if not p_by_request then
    update accounts set day_videos = day_videos - 1
    where id = a.id and day_videos > 0 and day = (v.created_at at time zone 'utc')::date;
  end if;
  insert into webhook_events (id, account_id, video_id, type) values (p_event_id, a.id, v.id, 'video.failed');
  return p_event_id;
end $$;
