-- How endpoints get their events: whatever happens to a video, a batch, a twin or an allowance writes one event for each
-- endpoint that asks for it, in the transaction in which it happens. Triggers do it, so that no way of changing a row
-- forgets it. An account without endpoints costs one look into an index. Worker processes begin the deliveries
-- (webhook_events.starts_at).

-- An id of an event, in the form of those that the service makes: 48 bits of the time and 80 of chance, in 26 characters.
create function new_event_id() returns text language sql volatile as $$
  with bits as (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, sha256(uuid_send(gen_random_uuid())) as chance
  )
  select 'evt_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + case
      when place < 10 then ((ms >> (45 - 5 * place)) & 31)::integer
      else get_byte(chance, place) & 31 end, 1), '' order by place)
  from bits, generate_series(0, 25) as place
$$;

-- Writes an event for each endpoint of an account that asks for its type and whose metadata filter the pairs of its subject
-- satisfy. With p_once_since, only where no such event of the subject was written since then.
-- When:   The triggers below call it, and housekeeping by tell_of_expiring.
-- Locks:  Only that the rows of the endpoints stay; changes of them are not waited for.
-- Books:  No seconds move. An event for an endpoint that is paused or disabled is held from the beginning; progress is
--         not, because it is of no use later.
create function tell_endpoints(
  p_account_id text, p_type text, p_subject_type text, p_subject_id text, p_metadata jsonb,
  p_once_since timestamptz default null
) returns void language sql as $$
  insert into webhook_events (id, account_id, endpoint_id, subject_type, subject_id, type, ends_subject, status, completed_at, starts_at)
  select new_event_id(), n.account_id, n.id, p_subject_type, p_subject_id, p_type, t.ends_subject,
    case when held.is_so then 'endpoint_disabled' else 'pending' end,
    case when held.is_so then clock_timestamp() end,
    case when held.is_so then null else clock_timestamp() end
  from event_endpoints n
  cross join lateral (select n.paused or n.disabled_at is not null as is_so) as held
  join webhook_event_types t on t.type = p_type
  where n.account_id = p_account_id and n.deleted_at is null and p_type = any(n.types)
    and (n.metadata is null or coalesce(p_metadata @> n.metadata, false))
    and not (held.is_so and p_type = 'video.progress')
    and (p_once_since is null or not exists (select from webhook_events e
      where e.endpoint_id = n.id and e.type = p_type and e.subject_id = p_subject_id and e.created_at >= p_once_since))
$$;

-- Tells of a video: that it is queued, rendering, ready, failed or deleted, and of each quarter of its progress. As with
-- webhooks, nobody is told of a video that was made in the application.
create function tell_of_video() returns trigger language plpgsql as $$
begin
  perform tell_endpoints(new.account_id,
    case
      when new.deleted_at is not null then 'video.deleted'
      when tg_op = 'INSERT' then 'video.' || new.status
      when new.status <> old.status then 'video.' || new.status
      else 'video.progress'
    end, 'video', new.id, new.metadata);
  return null;
end $$;

create trigger videos_told after insert on videos
  for each row when (new.origin = 'api') execute function tell_of_video();
create trigger videos_told_changed after update of status, progress, deleted_at on videos
  for each row when (new.origin = 'api' and case
    when new.deleted_at is not null then old.deleted_at is null
    else new.status <> old.status or new.progress / 25 > old.progress / 25 end)
  execute function tell_of_video();

-- Tells of the end of a batch that was asked for with a key.
create function tell_of_batch() returns trigger language plpgsql as $$
begin
  perform tell_endpoints(new.account_id, 'batch.finished', 'batch', new.id, new.metadata);
  return null;
end $$;

create trigger batches_told after update of status on batches
  for each row when (new.status <> 'running' and old.status = 'running' and new.key_id is not null)
  execute function tell_of_batch();

-- Tells of a twin that can be used, and that it was withdrawn or deleted. What renews a twin is none itself.
create function tell_of_twin() returns trigger language plpgsql as $$
begin
  perform tell_endpoints(new.account_id,
    case when new.state = 'ready' and new.deleted_at is null then 'twin.ready' else 'twin.withdrawn' end,
    'twin', new.id, null);
  return null;
end $$;

create trigger twins_told after insert on twins
  for each row when (new.state = 'ready' and new.renews_id is null) execute function tell_of_twin();
create trigger twins_told_changed after update of state, deleted_at on twins
  for each row when (new.renews_id is null and case
    -- One that was recorded is withdrawn first.
    when new.deleted_at is not null then old.deleted_at is null and new.state = 'ready'
    else new.state in ('ready', 'withdrawn') and new.state <> old.state end)
  execute function tell_of_twin();

-- Tells that less than a fifth of a period's seconds remain, once a period for each endpoint. Videos only take seconds when
-- they reserve them, so that is the moment to look.
create function tell_of_allowance() returns trigger language plpgsql as $$
begin
  perform tell_endpoints(new.id, 'allowance.low', 'account', new.id, null, new.period_started_at);
  return null;
end $$;

create trigger accounts_told_of_allowance after update of reserved_seconds on accounts
  for each row when (new.test_of is null and new.reserved_seconds > old.reserved_seconds
    and 4 * new.remaining_seconds::bigint < new.reserved_seconds::bigint + new.used_seconds)
  execute function tell_of_allowance();

-- Housekeeping looks for videos of accounts that want to know when one is about to be deleted.
create index videos_expiring_of_account on videos (account_id, expires_at)
  where expires_at is not null and deleted_at is null;

-- Tells of ready videos that will be deleted within p_seconds, or that have half of their time left where that is less.
-- When:   Housekeeping calls it in each round.
-- Repeat: An endpoint is told of a video once.
-- Returns the number of videos that somebody was told of, at most p_most.
create function tell_of_expiring(p_seconds integer, p_most integer) returns integer language plpgsql as $$
declare
  due record;
  told integer := 0;
begin
  for due in
    select distinct v.id, v.account_id, v.metadata, v.expires_at
    from event_endpoints n
    join videos v on v.account_id = n.account_id and v.deleted_at is null and v.origin = 'api' and v.status = 'ready'
      and v.expires_at > statement_timestamp()
      and v.expires_at <= statement_timestamp() + make_interval(secs => p_seconds)
      and v.expires_at <= statement_timestamp() + (v.expires_at - v.created_at) / 2
    where n.deleted_at is null and 'video.expiring' = any(n.types)
      and (n.metadata is null or coalesce(v.metadata @> n.metadata, false))
      and not exists (select from webhook_events e
        where e.video_id = v.id and e.endpoint_id = n.id and e.type = 'video.expiring')
    order by v.expires_at limit p_most
  loop
    perform tell_endpoints(due.account_id, 'video.expiring', 'video', due.id, due.metadata, '-infinity');
    told := told + 1;
  end loop;
  return told;
end $$;
