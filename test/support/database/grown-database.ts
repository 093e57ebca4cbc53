import pg from 'pg'

/** How much there is in a database that has served for a year. */
export interface Growth {
  /** Videos of all accounts. */
  readonly videos: number
  /** How many of them the account `acc_1` has; the others share the rest. */
  readonly inOneAccount: number
  readonly accounts: number
  /** So many of them ended and were not swept. */
  readonly unswept?: number
  /** So many of them, evenly among the others, are being made. */
  readonly rendering?: number
}

const RESERVED_SECONDS = 60
const CHARGED_SECONDS = 45
const GRANTED_SECONDS = 2_000_000_000

/**
 * Fills a migrated, empty database with accounts of nearly a year, whose books are right: ended videos over twelve
 * periods, a fiftieth of them failed and a hundredth deleted, with metadata, their movements, events, attempts and scripts. Nothing is
 * left for housekeeping unless it is asked for. The tables are vacuumed and analysed afterwards, as they would be by then.
 */
export async function growDatabase(databaseUrl: string, growth: Growth): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of [...WITHOUT_CHECKS, ...statements(growth), ...WITH_CHECKS])
      await client.query(statement)
    // The first finds rows that are too new to be marked as seen by everybody.
    for (let round = 0; round < 2; round += 1) await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Half of the time would go into looking up, row by row, that what a row names is there. The pairs of metadata are made all the same. */
const WITHOUT_CHECKS = [
  'alter table videos enable always trigger videos_pairs, enable always trigger videos_pairs_changed',
  'set session_replication_role = replica',
]
const WITH_CHECKS = [
  'set session_replication_role = origin',
  'alter table videos enable trigger videos_pairs, enable trigger videos_pairs_changed',
]

function statements({ videos, inOneAccount, accounts, unswept = 0, rendering = 0 }: Growth): string[] {
  const share = Math.round((inOneAccount / videos) * 1_000)
  return [
    `insert into accounts (id, name, email, plan_id, webhook_secret, created_at, period_started_at, period_ends_at)
     select 'acc_' || n, 'Account ' || n, n || '@example.com', 'scale', '\\x00', opened, period_start(opened, 11),
       period_start(opened, 12)
     from generate_series(1, ${accounts}) n,
       lateral (select date_trunc('milliseconds', now() - interval '11 months 20 days') as opened) o`,
    `insert into videos (id, account_id, request_hash, request_id, workflow_id, origin, status, progress, presenter_id,
       twin_id, voice_id, engine_voice_id, presenter_name, title, metadata, options, script_characters, estimated_seconds, reserved_seconds,
       charged_seconds, period_started_at, duration_seconds, failure_stage, failure_reason, created_at, completed_at,
       deleted_at, swept_at)
     select 'vid_' || lpad(n::text, 26, '0'), a.id, decode(md5(n::text) || md5(n::text), 'hex'),
       'req_1', 'video/' || a.id || '/id/' || n, 'api', state, case state when 'ready' then 100 when 'failed' then 60 else 0 end,
       case when n % 50 <> 3 then case when n % 5 = 0 then 'noah' else 'maya' end end, case when n % 50 = 3 then 'twn_1' end,
       case when n % 20 = 0 then 'voc_1' end, 'flite:slt', 'Maya', 'Title of video ' || n,
       jsonb_build_object('order', n::text, 'shop', case when n % 3 = 0 then 'berlin' else 'oslo' end),
       '{"resolution":"720p","aspectRatio":"16:9","captions":"none"}', 900, ${RESERVED_SECONDS}, ${RESERVED_SECONDS},
       case state when 'ready' then ${CHARGED_SECONDS} when 'failed' then 0 end, p.starts,
       case state when 'ready' then ${CHARGED_SECONDS - 0.5} end, case state when 'failed' then 'draw' end,
       case state when 'failed' then 'The picture could not be drawn.' end, made,
       case when state <> 'rendering' then made + interval '1 minute' end,
       case when n % 100 = 1 then made + interval '1 hour' end,
       case when n <= ${videos - unswept} then made + interval '3 hours' end
     from generate_series(1, ${videos}) n
     join accounts a on a.id = 'acc_' || case when n / 7 % 1000 < ${share} then 1 else 2 + n % ${accounts - 1} end,
       lateral (select (n - 1)::bigint * 12 / ${videos} as month,
         case when ${rendering} > 0 and n % ${Math.floor(videos / Math.max(rendering, 1))} = 10 then 'rendering'
           when n % 50 = 0 then 'failed' else 'ready' end as state) m,
       lateral (select period_start(a.created_at, month::integer) as starts,
         least(period_start(a.created_at, month::integer + 1), now() - interval '1 day') as ends) p,
       lateral (select date_trunc('milliseconds', starts +
         (ends - starts) * ((n - 1)::double precision * 12 / ${videos} - month)) as made) t`,
    `insert into batches (id, account_id, idempotency_key, request_hash, request_id, key_id, estimated_seconds, status, ended_at)
     select 'bat_1', 'acc_1', 'nightly', decode(repeat('00', 32), 'hex'), 'req_1', 'key_1', 0, 'finished', now() - interval '1 day'`,
    `with first as (select id, row_number() over (order by id) as number from videos where account_id = 'acc_1' limit 100),
       its as (insert into batch_items (batch_id, number, status, video_id) select 'bat_1', number, 'started', id from first)
     update videos v set batch_id = 'bat_1' from first where v.id = first.id`,
    `insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject, status, pending_since,
       created_at, completed_at)
     select 'evt_of_batch', 'acc_1', 'batch', 'bat_1', 'batch.finished', true, 'streamed', ended_at, ended_at, ended_at
     from batches`,
    `insert into video_scripts (video_id, script)
     select id, repeat('A sentence that a presenter says. ', 27) from videos where deleted_at is null`,
    `with moves as (
       select account_id, 'reserve' as kind, -reserved_seconds as seconds, id, period_started_at, created_at as moment
       from videos
       union all
       select account_id, case status when 'ready' then 'settle' else 'release' end,
         reserved_seconds - charged_seconds, id, period_started_at, completed_at from videos where status <> 'rendering'
       union all
       select id, 'grant', ${GRANTED_SECONDS}, null, period_start(created_at, 0), created_at from accounts
     )
     insert into ledger (account_id, number, kind, seconds, balance_seconds, video_id, reference, period_started_at,
       created_at)
     select account_id, row_number() over w, kind, seconds, sum(seconds) over w, id, coalesce(id, 'period 0'),
       period_started_at, moment
     from moves window w as (partition by account_id order by moment, id nulls first, kind)
     order by moment, id nulls first, kind`,
    `update accounts a set remaining_seconds = l.balance_seconds
     from (select distinct on (account_id) account_id, balance_seconds from ledger order by account_id, number desc) l
     where l.account_id = a.id`,
    `update accounts a set reserved_seconds = v.held, rendering_videos = v.rendering
     from (select account_id, sum(reserved_seconds) as held, count(*) as rendering from videos
       where status = 'rendering' group by 1) v
     where v.account_id = a.id`,
    `update accounts a set used_seconds = v.charged
     from (select account_id, period_started_at, coalesce(sum(charged_seconds), 0) as charged from videos group by 1, 2) v
     where v.account_id = a.id and v.period_started_at = a.period_started_at`,
    `insert into usage_days (account_id, period_started_at, day, seconds, videos)
     select account_id, period_started_at, (completed_at at time zone 'utc')::date, sum(charged_seconds), count(*)
     from videos where status = 'ready' group by 1, 2, 3`,
    `insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject, status, pending_since, created_at, completed_at)
     select 'evt_' || substring(id from 5), account_id, 'video', id, 'video.' || status, true, 'delivered', completed_at, completed_at,
       completed_at + interval '2 seconds'
     from videos where status <> 'rendering' order by completed_at`,
    `insert into webhook_attempts (event_id, delivery, attempt, url, attempted_at, request_headers, request_body,
       delivered, response_status, duration_ms)
     select id, 1, 1, 'https://example.com/hooks', created_at, '{"content-type":"application/json"}',
       case when created_at > now() - interval '29 days' then repeat('{"event":"video.ready"}', 20) end, true, 204, 80
     from webhook_events order by created_at`,
  ]
}
