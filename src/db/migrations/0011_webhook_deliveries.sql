-- One row is where an account's events go, unless a video names a webhook of its own.
create table webhook_endpoints (
  account_id       text        primary key references accounts (id),
  url              text        not null check (length(url) between 1 and 2048),
  created_at       timestamptz not null default clock_timestamp(),
  updated_at       timestamptz not null default clock_timestamp(),
  -- The first and the last failed attempt since one succeeded.
  failing_since    timestamptz,
  last_failed_at   timestamptz,
  -- Nothing is sent there any more: it only failed for days, or said that it is gone.
  disabled_at      timestamptz,
  disabled_because text        check (disabled_because in ('failing', 'gone')),
  check ((failing_since is null) = (last_failed_at is null)),
  check ((disabled_at is null) = (disabled_because is null)),
  check (disabled_at is null or failing_since is not null)
);

insert into webhook_endpoints (account_id, url)
select id, webhook_url from accounts where webhook_url is not null;
alter table accounts drop column webhook_url;

-- A secret that was replaced signs on for a while. Both are sealed for the same purpose, so that the
-- one becomes the other without being opened.
alter table accounts
  add column webhook_secret_created_at     timestamptz not null default clock_timestamp(),
  add column previous_webhook_secret       bytea,
  add column previous_webhook_secret_until timestamptz,
  add check ((previous_webhook_secret is null) = (previous_webhook_secret_until is null));
update accounts set webhook_secret_created_at = created_at;
create index accounts_previous_webhook_secret on accounts (previous_webhook_secret_until)
  where previous_webhook_secret_until is not null;

-- An event is delivered once of itself and again whenever it is asked for. The status is that of the
-- newest delivery; an older one that is still under way ends at its next attempt.
alter table webhook_events
  add column delivery integer not null default 1 check (delivery > 0),
  -- When the newest delivery was asked for.
  add column pending_since timestamptz not null default clock_timestamp(),
  drop constraint webhook_events_status_check,
  add constraint webhook_events_status_check check
    (status in ('pending', 'delivered', 'exhausted', 'gone', 'no_destination', 'endpoint_disabled'));
update webhook_events set pending_since = created_at;

drop index webhook_events_pending;
create index webhook_events_pending on webhook_events (pending_since) where status = 'pending';
create index webhook_events_held on webhook_events (account_id, created_at) where status = 'endpoint_disabled';

-- An attempt is logged before it is made and once more when its outcome is known: nothing is sent that
-- is not in the log, and one that was made again because its worker was stopped is there twice.
alter table webhook_attempts
  drop constraint webhook_attempts_pkey,
  add column id bigint generated always as identity primary key,
  add column delivery integer not null default 1 check (delivery > 0),
  -- Without signatures, and without signatures of links. The body goes with its video, and with time.
  add column request_headers jsonb check (jsonb_typeof(request_headers) = 'object'),
  add column request_body text,
  add column next_attempt_at timestamptz,
  -- Null until the outcome is known.
  alter column duration_ms drop not null;
alter table webhook_attempts alter column delivery drop default;

create index webhook_attempts_event on webhook_attempts (event_id, id);
create index webhook_attempts_bodies on webhook_attempts (attempted_at) where request_body is not null;

-- Deletes a video: from this moment nobody finds it, and what was sent about it is forgotten. One that
-- was being made gives everything back. Returns nothing when there is none.
create or replace function delete_video(p_account_id text, p_video_id text)
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
