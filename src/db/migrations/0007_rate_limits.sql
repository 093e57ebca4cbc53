-- One row is when a key was used lately, as far as one of its limits is concerned: a log of at most
-- as many moments as the limit allows. Not written ahead: after a crash of the server the logs are
-- empty, and each key has its limits once more.
create unlogged table rate_limits (
  api_key_id text          not null references api_keys (id),
  bucket     text          not null check (length(bucket) between 1 and 40),
  -- In order of time.
  hits       timestamptz[] not null default '{}',
  primary key (api_key_id, bucket)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- Locks a key's logs, always in the same order, so that no two requests wait for each other. False
-- when one of them is not there yet.
create function lock_rate_limits(p_api_key_id text, p_buckets text[]) returns boolean language sql as $$
  select count(*) = cardinality(p_buckets) from (
    select from rate_limits r where r.api_key_id = p_api_key_id and r.bucket = any (p_buckets)
    order by r.bucket for update
  ) locked
$$;

-- Logs a request in all of the given buckets if each has a place for it in the window that ends now,
-- else in none. One row for each bucket: whether it was full, how many places it has left, and when
-- the next of its places that are taken will be free (null: none is taken).
create function hit_rate_limits(p_api_key_id text, p_buckets text[], p_limits integer[], p_window interval)
returns table (bucket text, was_full boolean, remaining integer, seconds_to_next_place double precision)
language plpgsql as $$
declare
  this_moment timestamptz;
begin
  if not lock_rate_limits(p_api_key_id, p_buckets) then
    insert into rate_limits (api_key_id, bucket) select p_api_key_id, b from unnest(p_buckets) as b
    on conflict do nothing;
    perform lock_rate_limits(p_api_key_id, p_buckets);
  end if;
  -- Read after the wait for the lock: moments are logged in the order in which they are decided.
  this_moment := clock_timestamp();
  return query
  with standing as (
    select r.bucket, p_limits[array_position(p_buckets, r.bucket)] as places,
      r.hits[width_bucket(this_moment - p_window, r.hits) + 1:] as hits
    from rate_limits r where r.api_key_id = p_api_key_id and r.bucket = any (p_buckets)
  ), judged as (
    select s.*, cardinality(s.hits) >= s.places as was_full, bool_or(cardinality(s.hits) >= s.places) over () as refused
    from standing s
  ), logged as (
    update rate_limits r set hits = j.hits || this_moment from judged j
    where not j.refused and r.api_key_id = p_api_key_id and r.bucket = j.bucket
  )
  select d.bucket, d.was_full, greatest(d.places - cardinality(d.hits), 0),
    extract(epoch from d.hits[greatest(cardinality(d.hits) - d.places + 1, 1)] + p_window - this_moment)::double precision
  from (select j.bucket, j.places, j.was_full, case when j.refused then j.hits else j.hits || this_moment end as hits
    from judged j) d
  order by array_position(p_buckets, d.bucket);
end $$;
