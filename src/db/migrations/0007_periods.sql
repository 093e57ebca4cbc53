-- How an account gets its seconds: its plan grants them anew in each period of one month. How videos use
-- them up is in 0008_money_path.sql. Whatever changes an account locks its row first.

-- The start of the n-th period: n months after the account was made, so that 31 January is followed
-- by 28 February and then by 31 March. Reads nothing and locks nothing.
create function period_start(p_created_at timestamptz, p_months integer)
returns timestamptz language sql immutable as $$
  select ((p_created_at at time zone 'utc') + make_interval(months => p_months)) at time zone 'utc'
$$;

-- Makes an account and opens its first period.
-- When:   An operator adds a customer; the first start and the demo make an account, too.
-- Locks:  Nothing that others wait for: nobody else can see the row yet.
-- Books:  The plan's seconds are granted.
-- Repeat: A second call fails on the account's id or e-mail address, or on that of the account whose test data it holds.
create function create_account(
  p_id text, p_name text, p_email text, p_plan_id text, p_plan_seconds integer, p_webhook_secret bytea, p_test_of text
) returns void language plpgsql as $$
declare
  created timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  insert into accounts (id, name, email, plan_id, test_of, webhook_secret, created_at, period_started_at, period_ends_at)
  values (p_id, p_name, p_email, p_plan_id, p_test_of, p_webhook_secret, created, created, period_start(created, 1));
  perform move_seconds(p_id, 'grant', p_plan_seconds, null,
    'period ' || to_char(created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), created);
end $$;

-- Closes the period that has ended and opens the running one. Periods in between are skipped.
-- When:   Reads of the allowance, reservations and changes of plan call it first, in case it is due.
-- Locks:  The account's row.
-- Books:  What was left expires, the plan's seconds are granted, and the used seconds start again from 0.
--         Seconds that videos hold stay held.
-- Repeat: A second call finds the running period open and changes nothing.
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

-- Opens the running period of accounts that nothing has looked at since their last one ended; returns how
-- many. p_plan_seconds is an object of seconds by plan id; accounts of other plans are left alone.
-- When:   Housekeeping calls it in each round, for p_most accounts at most.
-- Locks:  The row of one account after another, all until the transaction ends.
-- Books:  Those of open_period, for each account.
-- Repeat: A second call finds only accounts that the first one did not reach.
create function open_due_periods(p_plan_seconds jsonb, p_most integer) returns integer language plpgsql as $$
declare
  due accounts;
  opened integer := 0;
begin
  for due in select * from accounts a
    where a.period_ends_at <= statement_timestamp() and p_plan_seconds ? a.plan_id
    order by a.period_ends_at limit p_most
  loop
    perform open_period(due.id, (p_plan_seconds ->> due.plan_id)::integer);
    opened := opened + 1;
  end loop;
  return opened;
end $$;

-- Changes the plan at once. What is left afterwards is what the new plan gives, less what this period has
-- used and holds, so that no way through several plans gives more in a period than the largest of them.
-- A plan that keeps videos for longer (p_keep_days; null: for ever) keeps also those that are there. One that keeps them for
-- less time does so with later ones.
-- When:   An operator changes the plan of an account. What is known of plans comes from the caller.
-- Locks:  The account's row, then its videos that expire, then the row of its test data, whose plan changes with it.
-- Books:  A period that has ended is closed under the old plan. Then the difference is granted, or
--         expires.
-- Repeat: A second call finds the plan changed and does nothing.
create function change_plan(
  p_account_id text, p_plan_id text, p_old_seconds integer, p_new_seconds integer, p_keep_days integer)
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
  if a.test_of is null then
    update videos v set expires_at = v.created_at + make_interval(days => p_keep_days)
    where v.account_id = a.id and v.deleted_at is null and v.expires_at is not null
      and (p_keep_days is null or v.expires_at < v.created_at + make_interval(days => p_keep_days));
  end if;
  perform change_plan(t.id, p_plan_id, p_old_seconds, p_new_seconds, p_keep_days) from accounts t where t.test_of = a.id;
end $$;
