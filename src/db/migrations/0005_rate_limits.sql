-- One row is when a key, or a link to record a twin, was used lately, as far as one of its limits is concerned: a
-- log of at most as many moments as the limit allows. Unlogged: after a crash of the server the logs are empty,
-- and each has its full limits again.
create unlogged table rate_limits (
  -- Of an API key or of a recording.
  caller_id text          not null check (length(caller_id) <= 40),
  bucket    text          not null check (length(bucket) between 1 and 40),
  -- In order of time.
  hits      timestamptz[] not null default '{}',
  primary key (caller_id, bucket)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- Logs a request in all of the given buckets if each has a place for it in the window that ends now,
-- else in none. One row for each bucket, in the order given: whether it was full, how many places it has
-- left, and when the next of its places that are taken will be free (null: none is taken).
--
-- Everybody has to name buckets in the same order, or two requests could wait for each other. One row at
-- a time by its key: a statement about an array of buckets would be planned anew at every call.
create function hit_rate_limits(p_caller_id text, p_buckets text[], p_limits integer[], p_window interval)
returns table (bucket text, was_full boolean, remaining integer, seconds_to_next_place double precision)
language plpgsql as $$
declare
  this_moment timestamptz;
  refused     boolean := false;
  in_window   timestamptz[];
begin
  for n in 1 .. cardinality(p_buckets) loop
    perform from rate_limits r where r.caller_id = p_caller_id and r.bucket = p_buckets[n] for update;
    if not found then
      insert into rate_limits (caller_id, bucket) values (p_caller_id, p_buckets[n]) on conflict do nothing;
      perform from rate_limits r where r.caller_id = p_caller_id and r.bucket = p_buckets[n] for update;
    end if;
  end loop;
  -- Read after the wait for the locks: moments are logged in the order in which they are decided.
  this_moment := clock_timestamp();
  for n in 1 .. cardinality(p_buckets) loop
    select refused or cardinality(r.hits) - width_bucket(this_moment - p_window, r.hits) >= p_limits[n] into refused
    from rate_limits r where r.caller_id = p_caller_id and r.bucket = p_buckets[n];
  end loop;
  for n in 1 .. cardinality(p_buckets) loop
    if refused then
      select r.hits[width_bucket(this_moment - p_window, r.hits) + 1:] into in_window
      from rate_limits r where r.caller_id = p_caller_id and r.bucket = p_buckets[n];
    else
      update rate_limits r set hits = r.hits[width_bucket(this_moment - p_window, r.hits) + 1:] || this_moment
      where r.caller_id = p_caller_id and r.bucket = p_buckets[n] returning r.hits into in_window;
    end if;
    bucket := p_buckets[n];
    was_full := refused and cardinality(in_window) >= p_limits[n];
    remaining := greatest(p_limits[n] - cardinality(in_window), 0);
    seconds_to_next_place := extract(epoch from
      in_window[greatest(cardinality(in_window) - p_limits[n] + 1, 1)] + p_window - this_moment);
    return next;
  end loop;
end $$;
