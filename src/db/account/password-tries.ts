import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { MOST_TRIES, TRIES_WINDOW_SECONDS } from '../../domain/account/person.ts'
import type { PasswordTries } from '../../ports/account/password-tries.ts'
import type { Db } from '../database.ts'

/** The limit on guessing one person's password, in PostgreSQL: for all processes, and for all addresses together. */
export function createPasswordTries(db: Db): PasswordTries {
  return {
    async count(email, address) {
      const known = email.toLowerCase()
      // What strangers type is not kept, and may be of any length.
      const key = `e-mail|${createHash('sha256').update(known).digest('base64url')}`
      const windowMs = TRIES_WINDOW_SECONDS * 1000
      // A window begins with its first try and is not prolonged by those that are refused: it always ends.
      const { rows } = await sql<{ count: number; ms_left: string }>`
        with this as (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as moment)
        insert into sign_in_attempts as tries (id, key, count, last_request)
        select gen_random_uuid()::text, ${key}::text, 1, this.moment from this
        where not exists (
          select from sign_in_sessions s join people p on p.id = s.person_id
          where p.email = ${known} and s.ip_address = ${address} and s.expires_at > clock_timestamp()
        )
        on conflict (key) do update set
          count = case when tries.last_request + ${windowMs}::bigint <= excluded.last_request then 1
            else least(tries.count + 1, ${MOST_TRIES + 1}) end,
          last_request = case when tries.last_request + ${windowMs}::bigint <= excluded.last_request
            then excluded.last_request else tries.last_request end
        returning count, last_request + ${windowMs}::bigint - (select moment from this) as ms_left`.execute(
        db,
      )
      const [tried] = rows
      if (tried === undefined || tried.count <= MOST_TRIES) return 0
      return Math.max(1, Math.ceil(Number(tried.ms_left) / 1000))
    },
  }
}
