-- The money path of a video, in the order in which a video takes it:
--
--   reserve  reserve_video          a request becomes a video that holds seconds, or is refused,
--            withdraw_request       or is taken back before that;
--   start    accept_video           the video renders in a slot of its account, or is queued for one;
--   publish  publish_video          it is ready: it costs its length, and the rest goes back;
--   fail     fail_video             it could not be made: everything goes back;
--   delete   delete_video           its account deleted it: everything goes back, unless it was ready;
--            end_hold               what those three have in common;
--   hand on  start_queued_videos    the slot that is free now goes to the video that has waited longest.
--
-- Each step is one transaction and one round trip. Each locks the account's row before any other, so that no
-- two can wait for each other in a circle. Each may be called again, because an answer can be lost. Seconds
-- move by move_seconds alone (0006_ledger.sql).

-- Accepts a requested video if allowance, concurrency and day permit, or says which of them does not.
-- p_plans is an object of {video_seconds, concurrent_videos, queued_videos, daily_videos, daily_test_videos, keep_days,
-- keep_test_days} by plan id. A test video needs nothing of the allowance. A
-- request can be reserved for p_good_for_seconds from when it was noted; after that it counts as withdrawn,
-- whatever became of its client, its run or the network, so that nothing is charged for it later. The request of an item
-- counts as withdrawn once the item is decided otherwise, or its batch cancelled.
-- When:   The run of the request calls it as its first step.
-- Locks:  The account, then the request, then the item of a batch that asks for it.
-- Books:  A period that has ended is closed first. An accepted video reserves its seconds (accept_video); a
--         refusal moves nothing.
-- Repeat: A second call finds its own video: accepted or queued for as long as that is still to be made,
--         existing after it has ended. A refused request is decided anew until it is withdrawn.
-- Returns the outcome: accepted | queued | existing | allowance_exceeded | concurrency_limit | daily_limit |
-- withdrawn; the video that the key stands for, if there is one; and the hash of its request, or of the one
-- that was refused.
create function reserve_video(p_account_id text, p_video_id text, p_plans jsonb, p_good_for_seconds integer)
returns table (outcome text, video_id text, request_hash bytea) language plpgsql as $$
declare
  a accounts;
  r video_requests;
  plan jsonb;
  today date := (clock_timestamp() at time zone 'utc')::date;
  waiting integer;
  no_slot boolean;
  daily text;
  keep text;
begin
  select * into a from accounts where id = p_account_id for update;
  -- The database was restored to a time before the account: its run must not ask for ever.
  if not found then
    return query select 'withdrawn', null::text, null::bytea;
    return;
  end if;
  select * into r from video_requests q where q.video_id = p_video_id for update;
  return query select
      case when v.id <> p_video_id or v.deleted_at is not null then 'existing'
        when v.status = 'queued' then 'queued'
        when v.status = 'rendering' then 'accepted'
        else 'existing' end,
      v.id, v.request_hash
    from videos v where v.account_id = a.id and (v.id = p_video_id or v.idempotency_key = r.idempotency_key);
  if found then return; end if;
  -- The time is read under the account's lock: waiting for it makes a request no younger.
  if r.video_id is null or r.requested_at < clock_timestamp() - make_interval(secs => p_good_for_seconds)
    or (r.batch_id is not null and not item_waits(r.batch_id, r.batch_item)) then
    return query select 'withdrawn', null::text, null::bytea;
    return;
  end if;
  plan := p_plans -> a.plan_id;
  perform open_period(a.id, (plan ->> 'video_seconds')::integer);
  select * into strict a from accounts where id = a.id;
  select count(*) into waiting from videos v where v.account_id = a.id and v.status = 'queued' and v.deleted_at is null;
  no_slot := a.rendering_videos + waiting >= (plan ->> 'concurrent_videos')::integer;
  daily := case when a.test_of is null then 'daily_videos' else 'daily_test_videos' end;
  keep := case when a.test_of is null then 'keep_days' else 'keep_test_days' end;
  if a.test_of is null and a.remaining_seconds < r.needed_seconds then
    return query select 'allowance_exceeded', null::text, r.request_hash;
  elsif no_slot and not (r.queue and waiting < (plan ->> 'queued_videos')::integer) then
    return query select 'concurrency_limit', null::text, r.request_hash;
  elsif a.day = today and a.day_videos >= (plan ->> daily)::integer then
    return query select 'daily_limit', null::text, r.request_hash;
  else
    perform accept_video(a, r, (plan ->> keep)::integer, case when no_slot then 'queued' else 'rendering' end);
    return query select case when no_slot then 'queued' else 'accepted' end, r.video_id, r.request_hash;
  end if;
end $$;

-- Turns a request into a video that renders or is queued, and holds its seconds: the upper estimate, or all that
-- remains where that is less. What is spoken beyond that costs nothing. It is kept for p_keep_days, or for ever when
-- that is null.
-- When:   reserve_video calls it when the limits permit, with the status queued if no slot is free.
-- Locks:  Nothing more: the caller holds the account and the request.
-- Books:  reserve takes the seconds, and the account's reserved seconds grow by as many; a test video holds none, and
--         its ledger says nothing of it. One that renders takes a slot, and the day's videos grow by one. The request
--         is deleted. The item of a batch that asked for it has started.
-- Repeat: Never happens: reserve_video looks for the video first.
create function accept_video(a accounts, r video_requests, p_keep_days integer, p_status text)
returns void language plpgsql as $$
declare
  -- One moment for both, so that at midnight a video is counted on the day that is written on it.
  accepted timestamptz := date_trunc('milliseconds', clock_timestamp());
  today date := (accepted at time zone 'utc')::date;
  held integer := case when r.test_outcome is null then least(r.hold_seconds, a.remaining_seconds) else 0 end;
begin
  insert into videos (id, account_id, idempotency_key, request_hash, request_id, workflow_id, batch_id, origin, status,
    presenter_id, twin_id, voice_id, engine_voice_id, presenter_name, title, webhook_url, metadata, options, script_characters,
    estimated_seconds, test_outcome, reserved_seconds, period_started_at, created_at, started_at, expires_at)
  values (r.video_id, a.id, r.idempotency_key, r.request_hash, r.request_id, r.workflow_id, r.batch_id, r.origin, p_status,
    r.presenter_id, r.twin_id, r.voice_id, r.engine_voice_id, r.presenter_name, r.title, r.webhook_url, r.metadata, r.options,
    r.script_characters, r.estimated_seconds, r.test_outcome, held, a.period_started_at, accepted,
    case p_status when 'rendering' then accepted end,
    accepted + make_interval(days => p_keep_days));
  insert into video_scripts (video_id, script, pronunciations) values (r.video_id, r.script, r.pronunciations);
  update batch_items i set status = 'started', video_id = r.video_id, request = null
  where i.batch_id = r.batch_id and i.number = r.batch_item;
  if r.test_outcome is null then
    perform move_seconds(a.id, 'reserve', -held, r.video_id, r.video_id, a.period_started_at);
  end if;
  update accounts set
    reserved_seconds = reserved_seconds + held,
    rendering_videos = rendering_videos + case p_status when 'rendering' then 1 else 0 end,
    day = today,
    day_videos = case when day = today then day_videos else 0 end + 1
  where id = a.id;
  delete from video_requests q where q.video_id = r.video_id;
end $$;

-- Takes a request back, and with it all others of the idempotency key if one is given: whoever joined another
-- request's run and gave it up must not be charged by that run either.
-- When:   The API calls it when a request was refused, was not decided in time, or met another one of its key.
-- Locks:  The account, and so waits for a reservation that is under way.
-- Books:  Nothing moves. The requests are deleted, and nothing can reserve them any more.
-- Repeat: A second call deletes nothing and returns the same.
-- Returns the id of the video of this request or key if a reservation came first, else null.
create function withdraw_request(p_account_id text, p_video_id text, p_idempotency_key text)
returns text language plpgsql as $$
begin
  -- Several rows may be deleted: two calls that withdraw the same ones take turns, as reservations do.
  perform from accounts a where a.id = p_account_id for update;
  delete from video_requests r
  where r.video_id = p_video_id or (r.account_id = p_account_id and r.idempotency_key = p_idempotency_key);
  return (select v.id from videos v
    where v.account_id = p_account_id and (v.id = p_video_id or v.idempotency_key = p_idempotency_key));
end $$;

-- Writes the event of a video's end. Nobody is notified of a video that was made in the application: the
-- person who made it is watching, and webhooks are for those who ask through the API. An event that no webhook
-- takes, or whose webhook is disabled, ends or is held at once, so that no run is started to find that out.
-- Returns whether its delivery is pending.
create function write_event(p_event_id text, v videos, p_type text) returns boolean language sql as $$
  insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject, status, completed_at)
  select p_event_id, v.account_id, 'video', v.id, p_type, true, delivery.status,
    case when delivery.status <> 'pending' then clock_timestamp() end
  from (select case
    when v.origin <> 'api' then 'no_destination'
    when v.webhook_url is not null then 'pending'
    else coalesce((
      select case when w.disabled_at is null then 'pending' else 'endpoint_disabled' end from webhook_endpoints w
      where w.account_id = v.account_id and (w.event_types is null or p_type = any(w.event_types))
    ), 'no_destination')
  end as status) as delivery
  returning status = 'pending';
$$;

-- One row is a day (UTC) of an account's period: what the videos cost that became ready on it, deleted ones included.
-- Kept as they become ready, so that GET /usage reads a month and not every video that was ever made.
create table usage_days (
  account_id        text        not null references accounts (id),
  period_started_at timestamptz not null,
  day               date        not null,
  seconds           integer     not null check (seconds >= 0),
  videos            integer     not null check (videos > 0),
  primary key (account_id, period_started_at, day)
) with (fillfactor = 70);

-- Makes a rendered video ready. It costs its price, which domain/billing/price.ts decides, and never more than
-- was reserved; test/db/charge.test.ts holds both to that rule.
-- When:   The run of the video calls it once its files are complete.
-- Locks:  The account, then the video.
-- Books:  settle gives back what was reserved and not charged (end_hold). The charge is added to its day. The
--         event is written with it, so that no crash comes between the charge and its notice.
-- Repeat: A second call finds the video ready, changes nothing and returns the same event. A video that
--         failed, or was deleted before it was ready, stays as it is, and the call returns no row. One that was
--         never accepted, by what the database knows, raises no_data_found.
-- Returns the event and whether its delivery is pending.
create function publish_video(
  p_account_id text, p_video_id text, p_duration_seconds numeric, p_price_seconds integer, p_event_id text
) returns table (event_id text, is_pending boolean) language plpgsql as $$
declare
  a accounts;
  v videos;
  charged integer;
  completed timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into strict v from videos where id = p_video_id and account_id = a.id for update;
  if v.status = 'ready' then
    return query select e.id, e.status = 'pending' from webhook_events e
      where e.video_id = v.id and e.ends_subject and e.endpoint_id is null;
    return;
  end if;
  if v.deleted_at is not null or v.status = 'failed' then return; end if;
  charged := least(p_price_seconds, v.reserved_seconds);
  update videos set status = 'ready', progress = 100, duration_seconds = p_duration_seconds,
    charged_seconds = charged, completed_at = completed
  where id = v.id;
  insert into usage_days as d (account_id, period_started_at, day, seconds, videos)
  values (a.id, v.period_started_at, (completed at time zone 'utc')::date, charged, 1)
  on conflict (account_id, period_started_at, day)
  do update set seconds = d.seconds + excluded.seconds, videos = d.videos + 1;
  perform end_hold(a, v, 'settle', charged);
  return query select p_event_id, write_event(p_event_id, v, 'video.ready');
end $$;

-- Ends a video that could not be made.
-- When:   The run of the video calls it as its last step; housekeeping calls it for a video whose run is lost.
-- Locks:  The account, then the video.
-- Books:  release gives back everything reserved (end_hold). The place in the day is given back too, unless
--         the request was at fault: a client that sends what cannot be made could otherwise keep the
--         service busy for nothing. The event is written with it.
-- Repeat: A second call finds the video failed, changes nothing and returns the same event. A video that
--         is ready, or was deleted before it failed, stays as it is, and the call returns no row. One that was
--         never accepted, by what the database knows, raises no_data_found.
-- Returns the event and whether its delivery is pending.
create function fail_video(
  p_account_id text, p_video_id text, p_stage text, p_reason text, p_by_request boolean,
  p_twin_withdrawn boolean, p_event_id text
) returns table (event_id text, is_pending boolean) language plpgsql as $$
declare
  a accounts;
  v videos;
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into strict v from videos where id = p_video_id and account_id = a.id for update;
  if v.status = 'failed' then
    return query select e.id, e.status = 'pending' from webhook_events e
      where e.video_id = v.id and e.ends_subject and e.endpoint_id is null;
    return;
  end if;
  if v.deleted_at is not null or v.status = 'ready' then return; end if;
  update videos set status = 'failed', failure_stage = p_stage, failure_reason = left(p_reason, 1000),
    failed_by_request = p_by_request, twin_withdrawn = p_twin_withdrawn, charged_seconds = 0,
    completed_at = date_trunc('milliseconds', clock_timestamp())
  where id = v.id;
  perform end_hold(a, v, 'release', 0);
  if not p_by_request then
    update accounts set day_videos = day_videos - 1
    where id = a.id and day_videos > 0 and day = (v.created_at at time zone 'utc')::date;
  end if;
  return query select p_event_id, write_event(p_event_id, v, 'video.failed');
end $$;

-- Deletes a video: from this moment nobody finds it, and what was sent about it is forgotten.
-- When:   The API calls it when the account deletes the video.
-- Locks:  The account, then the video.
-- Books:  release gives back everything that an unfinished video had reserved (end_hold); its place in the
--         day stays taken. A video that had ended moves nothing. No event is written.
-- Repeat: A second call finds no video, changes nothing and returns no row.
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
  update webhook_attempts t set request_body = null, response_excerpt = ''
  from webhook_events e where e.video_id = v.id and t.event_id = e.id;
  if unfinished then perform end_hold(a, v, 'release', 0); end if;
  return query select v.workflow_id, unfinished;
end $$;

-- Ends the hold of a video: what was not charged goes back, and the slot of a rendering video is freed.
-- When:   publish_video, fail_video and delete_video call it, with the rows as they were before.
-- Locks:  Nothing more: the caller holds the account and the video.
-- Books:  p_kind, settle or release, gives back reserved less charged seconds, also when that is 0, but for a test
--         video, which held none. What goes
--         back into a period that was closed expires at once, because unused seconds do not carry over, and
--         what was charged for it does not count as used in the running one.
-- Repeat: Never happens: each caller first looks whether the video has ended.
create function end_hold(a accounts, v videos, p_kind text, p_charged integer)
returns void language plpgsql as $$
declare
  returned integer := v.reserved_seconds - p_charged;
  same_period boolean := v.period_started_at = a.period_started_at;
begin
  if v.test_outcome is null then
    perform move_seconds(a.id, p_kind, returned, v.id, v.id, v.period_started_at);
  end if;
  if not same_period and returned > 0 then
    perform move_seconds(a.id, 'expire', -returned, v.id, v.id, v.period_started_at);
  end if;
  update accounts set
    reserved_seconds = reserved_seconds - v.reserved_seconds,
    used_seconds = used_seconds + case when same_period then p_charged else 0 end,
    rendering_videos = rendering_videos - case when v.status = 'rendering' then 1 else 0 end
  where id = a.id;
end $$;

-- Gives the account's free slots to those of its queued videos that have waited longest. p_plans is that of
-- reserve_video.
-- When:   Runs call it after their video has ended, and while theirs is queued, to see whether it is its turn.
-- Locks:  The account, if any video is queued.
-- Books:  No seconds move: a queued video holds its seconds already. The slots in use grow by the number of
--         videos that start.
-- Repeat: A second call finds the slots taken and starts nothing.
-- Returns the workflow ids of the videos that are rendering from now on.
create function start_queued_videos(p_account_id text, p_plans jsonb) returns setof text language plpgsql as $$
declare
  a accounts;
  free integer;
  started text[];
begin
  -- Whoever queues up while the last slot is freed finds it free itself.
  if not exists (select from videos v
    where v.account_id = p_account_id and v.status = 'queued' and v.deleted_at is null) then return; end if;
  select * into strict a from accounts where id = p_account_id for update;
  free := (p_plans -> a.plan_id ->> 'concurrent_videos')::integer - a.rendering_videos;
  if free <= 0 then return; end if;
  with first as (
    select v.id from videos v where v.account_id = a.id and v.status = 'queued' and v.deleted_at is null
    order by v.created_at, v.id limit free
  ), begun as (
    update videos v set status = 'rendering', started_at = clock_timestamp() from first where v.id = first.id returning v.workflow_id
  )
  select array_agg(workflow_id) into started from begun;
  update accounts set rendering_videos = rendering_videos + coalesce(cardinality(started), 0) where id = a.id;
  return query select unnest(started);
end $$;
