-- Each movement gets its place in its account's ledger and what was left after it: a page of the
-- ledger is read without adding up, a gap shows that a row was taken out, and nothing tells an account
-- how much others move.
alter table ledger add column number integer, add column balance_seconds integer;

alter table ledger disable trigger ledger_append_only;
update ledger l set number = counted.number, balance_seconds = counted.balance
from (
  select id, row_number() over w as number, sum(seconds) over w as balance
  from ledger window w as (partition by account_id order by id)
) counted
where counted.id = l.id;
alter table ledger enable trigger ledger_append_only;

alter table ledger
  alter column number set not null,
  alter column balance_seconds set not null,
  add check (number > 0),
  add check (balance_seconds >= 0);

create unique index ledger_number on ledger (account_id, number) include (seconds);
drop index ledger_account;

-- Writes one movement and applies it. Returns false when it was already written. Two movements of one
-- account take turns by the lock of its row.
create or replace function move_seconds(
  p_account_id text, p_kind text, p_seconds integer, p_video_id text, p_reference text, p_period timestamptz
) returns boolean language plpgsql as $$
declare
  balance integer;
begin
  select a.remaining_seconds + p_seconds into strict balance from accounts a where a.id = p_account_id for update;
  insert into ledger (account_id, kind, seconds, video_id, reference, period_started_at, number, balance_seconds)
  values (p_account_id, p_kind, p_seconds, p_video_id, p_reference, p_period,
    (select coalesce(max(l.number), 0) + 1 from ledger l where l.account_id = p_account_id), balance)
  -- Only a repeat is passed over; anything else that is there twice is a bug and must be heard of.
  on conflict (account_id, kind, reference) do nothing;
  if not found then return false; end if;
  update accounts set remaining_seconds = balance where id = p_account_id;
  return true;
end $$;

-- What a period's ready videos cost, by the day they were ready: read by GET /usage.
create index videos_charged on videos (account_id, period_started_at, completed_at) include (charged_seconds)
  where status = 'ready';
