-- One row is how often it was decided so about videos of an account on a day (UTC), before they were accepted.
create table moderation_counts (
  account_id text    not null references accounts (id),
  day        date    not null default (clock_timestamp() at time zone 'utc')::date,
  -- The operator's list of words, the operator's service, or what is set for when that says nothing.
  decided_by text    not null check (decided_by in ('words', 'service', 'silence')),
  decision   text    not null check (decision in ('allow', 'refuse')),
  count      integer not null default 1 check (count > 0),
  primary key (account_id, day, decided_by, decision)
);

create index moderation_counts_day on moderation_counts (day);
