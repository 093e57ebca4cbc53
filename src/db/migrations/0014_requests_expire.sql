-- A request is good for some seconds from when it was noted, by the database's clock, which all
-- processes share. One that is older counts as withdrawn: whatever became of its client, its run or the
-- network in between, nothing is charged for it later. How long that is comes from the caller.
create index video_requests_key on video_requests (account_id, idempotency_key) where idempotency_key is not null;

drop function reserve_video(text, text, jsonb);

-- Accepts a requested video if allowance, concurrency and day permit, or says which of them does not.
-- Those that wait have their slots before any newcomer.
-- p_plans is an object of {video_seconds, concurrent_videos, queued_videos, daily_videos} by plan id.
-- outcome: accepted | queued | existing | allowance_exceeded | concurrency_limit | daily_limit | withdrawn.
-- A repeat finds its own video, accepted or queued, for as long as that is still to be made.
create function reserve_video(p_account_id text, p_video_id text, p_plans jsonb, p_good_for_seconds integer)
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
  return query select
      case when v.id <> p_video_id or v.deleted_at is not null then 'existing'
        when v.status = 'queued' then 'queued'
        when v.status = 'rendering' then 'accepted'
        else 'existing' end,
      v.id, v.request_hash
    from videos v where v.account_id = a.id and (v.id = p_video_id or v.idempotency_key = r.idempotency_key);
  if found then return; end if;
  -- The time is read under the account's lock: waiting for it makes a request no younger.
  if r.video_id is null or r.requested_at < clock_timestamp() - make_interval(secs => p_good_for_seconds) then
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

-- Takes a request back that was refused or not decided in time, and with it all others of the key that
-- is named: whoever joined another request's run and gave it up must not be charged by it either. Waits
-- for a reservation that is under way; returns the video's id when that won, else null: then nothing can
-- be reserved any more.
create or replace function withdraw_request(p_account_id text, p_video_id text, p_idempotency_key text)
returns text language plpgsql as $$
begin
  -- Several rows may go: two that withdraw the same ones take turns, as reservations do.
  perform from accounts a where a.id = p_account_id for update;
  delete from video_requests r
  where r.video_id = p_video_id or (r.account_id = p_account_id and r.idempotency_key = p_idempotency_key);
  return (select v.id from videos v
    where v.account_id = p_account_id and (v.id = p_video_id or v.idempotency_key = p_idempotency_key));
end $$;
