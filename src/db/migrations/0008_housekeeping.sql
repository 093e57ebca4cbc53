-- When housekeeping made sure that nothing but the finished files of a video is left. A video that is
-- deleted after that has to be swept once more.
alter table videos add column swept_at timestamptz;

create index videos_unswept on videos ((coalesce(deleted_at, completed_at)))
  where (swept_at is null or swept_at < deleted_at) and (deleted_at is not null or completed_at is not null);
create index videos_overdue on videos (created_at)
  where status in ('queued', 'rendering') and deleted_at is null;
create index accounts_period_end on accounts (period_ends_at);

-- Opens the running period of accounts whose last one has ended, though nobody looked; their number.
-- p_plan_seconds is an object of seconds by plan id.
create function open_due_periods(p_plan_seconds jsonb, p_most integer) returns integer language plpgsql as $$
declare
  due accounts;
  opened integer := 0;
begin
  for due in select * from accounts a
    where a.period_ends_at <= clock_timestamp() and p_plan_seconds ? a.plan_id
    order by a.period_ends_at limit p_most
  loop
    perform open_period(due.id, (p_plan_seconds ->> due.plan_id)::integer);
    opened := opened + 1;
  end loop;
  return opened;
end $$;
