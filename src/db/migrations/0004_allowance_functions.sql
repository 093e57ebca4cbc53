-- The money path: every function locks the account first, so that none can wait for another in a
-- circle, and is one round trip. Each may run twice: the second run finds what the first did.

-- Writes one movement and applies it. Returns false when it was already written.
create function move_seconds(
  p_account_id text, p_kind text, p_seconds integer, p_video_id text, p_reference text, p_period timestamptz
) returns boolean language plpgsql as $$
begin
  insert into ledger (account_id, kind, seconds, video_id, reference, period_started_at)
  values (p_account_id, p_kind, p_seconds, p_video_id, p_reference, p_period)
  on conflict do nothing;
  if not found then return false; end if;
  update accounts set remaining_seconds = remaining_seconds + p_seconds where id = p_account_id;
  return true;
end $$;

-- The start of the n-th period: n months after the account was made, so that 31 January is followed
-- by 28 February and then by 31 March.
create function period_start(p_created_at timestamptz, p_months integer)
returns timestamptz language sql immutable as $$
  select ((p_created_at at time zone 'utc') + make_interval(months => p_months)) at time zone 'utc'
$$;

-- Closes periods that have ended and opens the one that is running: what was left expires, the
-- plan's seconds are granted. The caller holds the account's lock or does not mind waiting for it.
create function open_period(p_account_id text, p_plan_seconds integer)
returns void language plpgsql as $$
declare
  a accounts;
  months integer;
  started timestamptz;
begin
  select * into a from accounts where id = p_account_id for update;
  if not found or a.period_ends_at > clock_timestamp() then return; end if;
  months := 1;
  while period_start(a.created_at, months) <= clock_timestamp() loop months := months + 1; end loop;
  started := period_start(a.created_at, months - 1);
  if a.remaining_seconds > 0 then
    perform move_seconds(a.id, 'expire', -a.remaining_seconds, null,
      'period ' || to_char(a.period_started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), a.period_started_at);
  end if;
  perform move_seconds(a.id, 'grant', p_plan_seconds, null,
    'period ' || to_char(started at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), started);
  update accounts
  set period_started_at = started, period_ends_at = period_start(a.created_at, months), used_seconds = 0
  where id = a.id;
end $$;

-- Makes an account and grants its first period.
create function create_account(
  p_id text, p_name text, p_email text, p_plan_id text, p_plan_seconds integer, p_webhook_secret bytea
) returns void language plpgsql as $$
declare
  created timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  insert into accounts (id, name, email, plan_id, webhook_secret, created_at, period_started_at, period_ends_at)
  values (p_id, p_name, p_email, p_plan_id, p_webhook_secret, created, created, period_start(created, 1));
  perform move_seconds(p_id, 'grant', p_plan_seconds, null,
    'period ' || to_char(created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), created);
end $$;

-- Changes the plan at once: left is what the new plan gives, less what this period has used and
-- holds. So no way through several plans gives more in a period than the largest of them.
create function change_plan(p_account_id text, p_plan_id text, p_old_seconds integer, p_new_seconds integer)
returns void language plpgsql as $$
declare
  a accounts;
  held integer;
  difference integer;
begin
  perform open_period(p_account_id, p_old_seconds);
  select * into strict a from accounts where id = p_account_id for update;
  if a.plan_id = p_plan_id then return; end if;
  select coalesce(sum(v.reserved_seconds), 0) into held from videos v
  where v.account_id = a.id and v.status in ('queued', 'rendering') and v.deleted_at is null
    and v.period_started_at = a.period_started_at;
  difference := greatest(p_new_seconds - a.used_seconds - held, 0) - a.remaining_seconds;
  if difference <> 0 then
    perform move_seconds(a.id, case when difference > 0 then 'grant' else 'expire' end, difference, null,
      'plan ' || a.plan_id || ' to ' || p_plan_id || ' ' ||
      to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.period_started_at);
  end if;
  update accounts set plan_id = p_plan_id where id = a.id;
end $$;

-- Turns a request into a rendering video that holds its seconds. The caller has checked the limits.
create function accept_video(a accounts, r video_requests) returns void language plpgsql as $$
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
  insert into video_scripts (video_id, script) values (r.video_id, r.script);
  perform move_seconds(a.id, 'reserve', -r.estimated_seconds, r.video_id, r.video_id, a.period_started_at);
  update accounts set
    reserved_seconds = reserved_seconds + r.estimated_seconds,
    rendering_videos = rendering_videos + 1,
    day = today,
    day_videos = case when day = today then day_videos else 0 end + 1
  where id = a.id;
  delete from video_requests q where q.video_id = r.video_id;
end $$;

-- Accepts a requested video if allowance, concurrency and day permit, or says which of them does not.
-- p_plans is an object of {video_seconds, concurrent_videos, daily_videos} by plan id.
-- outcome: accepted | existing | allowance_exceeded | concurrency_limit | daily_limit | withdrawn.
create function reserve_video(p_account_id text, p_video_id text, p_plans jsonb)
returns table (outcome text, video_id text, request_hash bytea) language plpgsql as $$
declare
  a accounts;
  r video_requests;
  plan jsonb;
  today date := (clock_timestamp() at time zone 'utc')::date;
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into r from video_requests q where q.video_id = p_video_id for update;
  return query select 'existing', v.id, v.request_hash from videos v
    where v.account_id = a.id and (v.id = p_video_id or v.idempotency_key = r.idempotency_key);
  if found then return; end if;
  if r.video_id is null then
    return query select 'withdrawn', null::text, null::bytea;
    return;
  end if;
  plan := p_plans -> a.plan_id;
  perform open_period(a.id, (plan ->> 'video_seconds')::integer);
  select * into strict a from accounts where id = a.id;
  if a.remaining_seconds < r.estimated_seconds then
    return query select 'allowance_exceeded', null::text, r.request_hash;
  elsif a.rendering_videos >= (plan ->> 'concurrent_videos')::integer then
    return query select 'concurrency_limit', null::text, r.request_hash;
  elsif a.day = today and a.day_videos >= (plan ->> 'daily_videos')::integer then
    return query select 'daily_limit', null::text, r.request_hash;
  else
    perform accept_video(a, r);
    return query select 'accepted', r.video_id, r.request_hash;
  end if;
end $$;

-- Ends the hold of a video: what was not charged goes back, the slot is freed. What goes back into a
-- period that has ended expires at once, as unused seconds do not carry over.
create function end_hold(a accounts, v videos, p_kind text, p_charged integer)
returns void language plpgsql as $$
declare
  returned integer := v.reserved_seconds - p_charged;
  same_period boolean := v.period_started_at = a.period_started_at;
begin
  perform move_seconds(a.id, p_kind, returned, v.id, v.id, v.period_started_at);
  if not same_period and returned > 0 then
    perform move_seconds(a.id, 'expire', -returned, v.id, v.id, v.period_started_at);
  end if;
  update accounts set
    reserved_seconds = reserved_seconds - v.reserved_seconds,
    used_seconds = used_seconds + case when same_period then p_charged else 0 end,
    rendering_videos = rendering_videos - 1
  where id = a.id;
end $$;

-- Makes a rendered video ready: settles the allowance and writes the event, all or nothing.
-- Returns the event's id, or null when the video is deleted or failed.
create function publish_video(p_account_id text, p_video_id text, p_duration_seconds numeric, p_event_id text)
returns text language plpgsql as $$
declare
  a accounts;
  v videos;
  charged integer;
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into strict v from videos where id = p_video_id and account_id = a.id for update;
  if v.status = 'ready' then return (select e.id from webhook_events e where e.video_id = v.id); end if;
  if v.deleted_at is not null or v.status = 'failed' then return null; end if;
  charged := least(ceil(p_duration_seconds)::integer, v.reserved_seconds);
  update videos set status = 'ready', progress = 100, duration_seconds = p_duration_seconds,
    charged_seconds = charged, completed_at = date_trunc('milliseconds', clock_timestamp())
  where id = v.id;
  perform end_hold(a, v, 'settle', charged);
  insert into webhook_events (id, account_id, video_id, type) values (p_event_id, a.id, v.id, 'video.ready');
  return p_event_id;
end $$;

-- Ends a video that could not be made: everything held is released, its place in the day too, and
-- the event is written. Returns the event's id, or null when the video is deleted or ready.
create function fail_video(p_account_id text, p_video_id text, p_stage text, p_reason text, p_event_id text)
returns text language plpgsql as $$
declare
  a accounts;
  v videos;
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into strict v from videos where id = p_video_id and account_id = a.id for update;
  if v.status = 'failed' then return (select e.id from webhook_events e where e.video_id = v.id); end if;
  if v.deleted_at is not null or v.status = 'ready' then return null; end if;
  update videos set status = 'failed', failure_stage = p_stage, failure_reason = left(p_reason, 1000),
    charged_seconds = 0, completed_at = date_trunc('milliseconds', clock_timestamp())
  where id = v.id;
  perform end_hold(a, v, 'release', 0);
  update accounts set day_videos = day_videos - 1
  where id = a.id and day_videos > 0 and day = (v.created_at at time zone 'utc')::date;
  insert into webhook_events (id, account_id, video_id, type) values (p_event_id, a.id, v.id, 'video.failed');
  return p_event_id;
end $$;

-- Deletes a video: from this moment nobody finds it. One that was being made gives everything back.
-- Returns nothing when there is none.
create function delete_video(p_account_id text, p_video_id text)
returns table (workflow_id text, was_unfinished boolean) language plpgsql as $$
declare
  a accounts;
  v videos;
  unfinished boolean;
begin
  select * into a from accounts where id = p_account_id for update;
  select * into v from videos where id = p_video_id and account_id = a.id and deleted_at is null for update;
  if not found then return; end if;
  unfinished := v.status in ('queued', 'rendering');
  update videos set deleted_at = date_trunc('milliseconds', clock_timestamp()),
    charged_seconds = case when unfinished then 0 else charged_seconds end
  where id = v.id;
  delete from video_scripts s where s.video_id = v.id;
  if unfinished then perform end_hold(a, v, 'release', 0); end if;
  return query select v.workflow_id, unfinished;
end $$;

-- Takes a request back that was refused or not decided in time. Waits for a reservation that is under
-- way; returns the video's id when that won, else null: then nothing can be reserved any more.
create function withdraw_request(p_account_id text, p_video_id text, p_idempotency_key text)
returns text language plpgsql as $$
begin
  delete from video_requests r where r.video_id = p_video_id;
  return (select v.id from videos v
    where v.account_id = p_account_id and (v.id = p_video_id or v.idempotency_key = p_idempotency_key));
end $$;
