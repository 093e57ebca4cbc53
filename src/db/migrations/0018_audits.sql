-- What the audit found last, so that every process can tell operators.

-- One row, written at the end of each audit.
create table last_audit (
  only_one      boolean     primary key default true check (only_one),
  finished_at   timestamptz not null default clock_timestamp(),
  -- Stored figures that differ from what they should be.
  discrepancies integer     not null check (discrepancies >= 0)
);
