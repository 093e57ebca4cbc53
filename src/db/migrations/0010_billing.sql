-- How accounts come to other plans. The plan that an account has is in accounts.plan_id (0001), and only
-- change_plan changes it (0007).

-- One row is an owner's request for another plan, which an operator decides. An account has at most one that is
-- open: a new request replaces the one before.
create table plan_requests (
  id         text        primary key check (length(id) <= 40),
  account_id text        not null references accounts (id),
  plan_id    text        not null check (length(plan_id) between 1 and 40),
  asked_by   text        references people (id) on delete set null,
  asked_at   timestamptz not null default clock_timestamp(),
  status     text        not null default 'open' check (status in ('open', 'approved', 'declined', 'withdrawn')),
  decided_at timestamptz,
  -- Null when it was decided at the command line, or withdrawn.
  decided_by text        references people (id) on delete set null,
  -- What the operator wrote to the account.
  note       text        check (length(note) between 1 and 500),
  check ((status = 'open') = (decided_at is null))
);

create unique index plan_requests_open on plan_requests (account_id) where status = 'open';
create index plan_requests_account on plan_requests (account_id, asked_at desc);

-- One row is an account that is a customer of the payment provider. Each notice about the customer has a turn, in which
-- the provider is asked what the account pays for: what came of an earlier turn never follows what came of a later one.
create table billing_customers (
  account_id   text        primary key references accounts (id),
  -- What the provider calls the account, for example cus_….
  customer_id  text        not null unique check (length(customer_id) between 1 and 255),
  -- The plan that the account got because it pays for it. An account that an operator gave a plan to keeps it
  -- when a payment comes to nothing.
  paid_plan_id text        check (length(paid_plan_id) between 1 and 40),
  -- The last turn that began, and the last one whose outcome the account has.
  begun_turn   integer     not null default 0 check (begun_turn >= 0),
  taken_turn   integer     not null default 0 check (taken_turn between 0 and begun_turn),
  created_at   timestamptz not null default clock_timestamp()
);

-- One row is a notice of the payment provider that was taken; providers send the same one several times.
create table billing_notices (
  id         text        primary key check (length(id) between 1 and 255),
  account_id text        not null references billing_customers (account_id),
  type       text        not null check (length(type) between 1 and 255),
  taken_at   timestamptz not null default clock_timestamp()
);
create index billing_notices_old on billing_notices (taken_at);
