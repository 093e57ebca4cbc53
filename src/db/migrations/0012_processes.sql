-- What the processes of the service tell of themselves, so that each knows what the others can do.

-- One row is a process. It is written every ten seconds, and removed when the process ends; one that was killed is
-- forgotten after a day. What is older than a minute says nothing of what is now.
create unlogged table processes (
  id         text        primary key check (length(id) <= 60),
  -- As Temporal calls a worker: <pid>@<host>.
  name       text        not null check (length(name) <= 300),
  role       text        not null check (role in ('api', 'worker', 'service')),
  version    text        not null check (length(version) <= 100),
  -- Of the release that it is of, where releases are told apart.
  build_id   text        check (length(build_id) <= 100),
  -- Those that it takes work from while it lacks nothing that they need.
  queues     text[]      not null,
  -- What it lacks: a list of {need, why, since}.
  lacks      jsonb       not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null default clock_timestamp()
);

-- One row is a speech engine whose voices the whole installation speaks with when SPEECH_ENGINE is auto. The first process
-- that has the engine's files decides it; every other process keeps to it, whatever is on its disk.
create table speech_engines (
  id          text        primary key check (length(id) <= 40),
  -- Processes read this table every ten seconds. All of them offer the voices from the same moment on.
  in_use_from timestamptz not null default clock_timestamp() + interval '30 seconds',
  decided_by  text        not null check (length(decided_by) <= 300)
);
