-- One row is when a key, all keys of an account, a person, all people of an account or a link to record a twin sent
-- something lately, as far as one of their limits is concerned: a log of at most as many moments as the limit allows. Unlogged: after a crash of the server the logs are empty,
-- and each has its full limits again.
create unlogged table rate_limits (
  -- Of an API key, an account, a person or a recording; for the people of an account its id and `:people`.
  caller_id text          not null check (length(caller_id) <= 40),
  bucket    text          not null check (length(bucket) between 1 and 40),
  -- In order of time.
  hits      timestamptz[] not null default '{}',
  primary key (caller_id, bucket)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- The few hundred moments of an account or a person stay in the row, which is written at every request.
alter table rate_limits alter column hits set storage main;

-- Logs a request in all of the given buckets if each has a place for it in the window that ends now,
-- else in none. One row for each bucket, in the order given: whether it was full, how many places it has
-- left, and when the next of its places that are taken will be free (null: none is taken).
--
-- Everybody has to name buckets in the same order, that of a key or a person before that of the account, or two requests
-- could wait for each other. One row at a time by its key: a statement about an array of buckets would be planned anew at every
-- call.
create function hit_rate_limits(
  p_caller_ids text[], p_buckets text[], p_limits integer[], p_window_seconds integer[])
returns table (bucket text, was_full boolean, remaining integer, seconds_to_next_place double precision)
language plpgsql rows 2 as $$
declare
  this_moment timestamptz;
  window_at   timestamptz;
  refused     boolean := false;
  in_window   timestamptz[];
begin
  for n in 1 .. coalesce(cardinality(p_buckets), 0) loop
    perform from rate_limits r where r.caller_id = p_caller_ids[n] and r.bucket = p_buckets[n] for update;
    if not found then
      insert into rate_limits (caller_id, bucket) values (p_caller_ids[n], p_buckets[n]) on conflict do nothing;
      perform from rate_limits r where r.caller_id = p_caller_ids[n] and r.bucket = p_buckets[n] for update;
    end if;
  end loop;
  -- Read after the wait for the locks: moments are logged in the order in which they are decided.
  this_moment := clock_timestamp();
  for n in 1 .. coalesce(cardinality(p_buckets), 0) loop
    window_at := this_moment - make_interval(secs => p_window_seconds[n]);
    select refused or cardinality(r.hits) - width_bucket(window_at, r.hits) >= p_limits[n] into refused
    from rate_limits r where r.caller_id = p_caller_ids[n] and r.bucket = p_buckets[n];
  end loop;
  for n in 1 .. coalesce(cardinality(p_buckets), 0) loop
    window_at := this_moment - make_interval(secs => p_window_seconds[n]);
    if refused then
      select r.hits[width_bucket(window_at, r.hits) + 1:] into in_window
      from rate_limits r where r.caller_id = p_caller_ids[n] and r.bucket = p_buckets[n];
    else
      update rate_limits r set hits = r.hits[width_bucket(window_at, r.hits) + 1:] || this_moment
      where r.caller_id = p_caller_ids[n] and r.bucket = p_buckets[n] returning r.hits into in_window;
    end if;
    bucket := p_buckets[n];
    was_full := refused and cardinality(in_window) >= p_limits[n];
    remaining := greatest(p_limits[n] - cardinality(in_window), 0);
    seconds_to_next_place := extract(epoch from
      in_window[greatest(cardinality(in_window) - p_limits[n] + 1, 1)]
        + make_interval(secs => p_window_seconds[n]) - this_moment);
    return next;
  end loop;
end $$;
