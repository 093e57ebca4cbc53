-- A request may say that its video is to wait for a slot rather than be refused. A queued video holds
-- its seconds and counts in its day; only rendering ones fill the account's slots.
alter table video_requests add column queue boolean not null default false;

create index videos_queued on videos (account_id, created_at, id) where status = 'queued' and deleted_at is null;

-- Accepts a requested video if allowance, concurrency and day permit, or says which of them does not.
-- Those that wait have their slots before any newcomer.
-- p_plans is an object of {video_seconds, concurrent_videos, queued_videos, daily_videos} by plan id.
-- outcome: accepted | queued | existing | allowance_exceeded | concurrency_limit | daily_limit | withdrawn.
create or replace function reserve_video(p_account_id text, p_video_id text, p_plans jsonb)
returns table (outcome text, video_id text, request_hash bytea) language plpgsql as $$
declare
  a accounts;
  r video_requests;
  plan jsonb;
  today date := (clock_timestamp() at time zone 'utc')::date;
  waiting integer;
  no_slot boolean;
begin
  select * into strict a from accounts where id = p_account_id for update;
  select * into r from video_requests q where q.video_id = p_video_id for update;
  return query select case when v.id = p_video_id and v.status = 'queued' then 'queued' else 'existing' end,
    v.id, v.request_hash
    from videos v where v.account_id = a.id and (v.id = p_video_id or v.idempotency_key = r.idempotency_key);
  if found then return; end if;
  if r.video_id is null then
    return query select 'withdrawn', null::text, null::bytea;
    return;
  end if;
  plan := p_plans -> a.plan_id;
  perform open_period(a.id, (plan ->> 'video_seconds')::integer);
  select * into strict a from accounts where id = a.id;
  select count(*) into waiting from videos v where v.account_id = a.id and v.status = 'queued' and v.deleted_at is null;
  no_slot := a.rendering_videos + waiting >= (plan ->> 'concurrent_videos')::integer;
  if a.remaining_seconds < r.estimated_seconds then
    return query select 'allowance_exceeded', null::text, r.request_hash;
  elsif no_slot and not (r.queue and waiting < (plan ->> 'queued_videos')::integer) then
    return query select 'concurrency_limit', null::text, r.request_hash;
  elsif a.day = today and a.day_videos >= (plan ->> 'daily_videos')::integer then
    return query select 'daily_limit', null::text, r.request_hash;
  else
    perform accept_video(a, r);
    if no_slot then
      update videos set status = 'queued' where id = r.video_id;
      update accounts set rendering_videos = rendering_videos - 1 where id = a.id;
    end if;
    return query select case when no_slot then 'queued' else 'accepted' end, r.video_id, r.request_hash;
  end if;
end $$;

-- Gives the account's free slots to those that have waited longest; the workflows of those that are
-- rendering from now on.
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
    update videos v set status = 'rendering' from first where v.id = first.id returning v.workflow_id
  )
  select array_agg(workflow_id) into started from begun;
  update accounts set rendering_videos = rendering_videos + coalesce(cardinality(started), 0) where id = a.id;
  return query select unnest(started);
end $$;

-- Ends the hold of a video: what was not charged goes back, the slot of a rendering one is freed. What
-- goes back into a period that has ended expires at once, as unused seconds do not carry over.
create or replace function end_hold(a accounts, v videos, p_kind text, p_charged integer)
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
    rendering_videos = rendering_videos - case when v.status = 'rendering' then 1 else 0 end
  where id = a.id;
end $$;
