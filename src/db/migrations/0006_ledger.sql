-- One row is a movement of an account's remaining seconds. Append-only; the sum over an account is
-- its remaining seconds, always. Number and balance let a page be read without adding up and show when
-- a row was taken out, and the number tells an account nothing about how much others move.
create table ledger (
  id                bigint generated always as identity primary key,
  account_id        text        not null references accounts (id),
  -- The movement's place in its account's ledger, from 1, without gaps.
  number            integer     not null check (number > 0),
  -- grant: a period or plan gives seconds.      reserve: a video holds seconds.
  -- settle: a ready video gives back what it did not use.
  -- release: a failed or deleted video gives back everything.   expire: a period or plan takes the rest.
  kind              text        not null check (kind in ('grant', 'reserve', 'settle', 'release', 'expire')),
  -- Signed effect on the remaining seconds.
  seconds           integer     not null,
  -- The remaining seconds after the movement.
  balance_seconds   integer     not null check (balance_seconds >= 0),
  video_id          text        references videos (id),
  -- What the movement is for: the video, the period's start or the plan change. Makes a repeat impossible.
  reference         text        not null check (length(reference) <= 160),
  period_started_at timestamptz not null,
  created_at        timestamptz not null default clock_timestamp(),
  unique (account_id, kind, reference)
);

create unique index ledger_video_kind on ledger (video_id, kind) where video_id is not null;
create unique index ledger_number on ledger (account_id, number) include (seconds);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;

create trigger ledger_append_only before update or delete on ledger
  for each row execute function refuse_change();

-- Writes one movement and applies it to the account: the only function that does either.
-- When:   A period, a plan or a video moves seconds (0007_periods.sql, 0008_money_path.sql).
-- Locks:  The account's row, so that two movements of one account take turns.
-- Books:  The ledger gets one row, with the account's next number and its balance; the account's
--         remaining seconds become that balance. A balance below zero fails the whole transaction.
-- Repeat: A second call with the same kind and reference changes nothing and returns false.
create function move_seconds(
  p_account_id text, p_kind text, p_seconds integer, p_video_id text, p_reference text, p_period timestamptz
) returns boolean language plpgsql as $$
declare
  balance integer;
begin
  select a.remaining_seconds + p_seconds into strict balance from accounts a where a.id = p_account_id for update;
  insert into ledger (account_id, kind, seconds, video_id, reference, period_started_at, number, balance_seconds)
  values (p_account_id, p_kind, p_seconds, p_video_id, p_reference, p_period,
    (select coalesce(max(l.number), 0) + 1 from ledger l where l.account_id = p_account_id), balance)
  -- Only a repeat is passed over; anything else that is there twice is a bug and must fail.
  on conflict (account_id, kind, reference) do nothing;
  if not found then return false; end if;
  update accounts set remaining_seconds = balance where id = p_account_id;
  return true;
end $$;
