-- What operators look for when a video has failed. Its owner reads videos.failure_reason.

-- One row is a video that failed. Kept for a month.
create table video_failures (
  video_id text        primary key references videos (id),
  -- What was at fault (domain/video/failure-cause.ts).
  cause    text        not null check (length(cause) <= 20),
  -- The activity that failed last; null when none did.
  step     text        check (length(step) <= 60),
  -- Where, as Temporal calls a worker: <pid>@<host>.
  worker   text        check (length(worker) <= 300),
  -- What the error said; null when its owner reads the same.
  detail   text        check (length(detail) <= 300),
  noted_at timestamptz not null default clock_timestamp()
);
