import { sql } from 'kysely'

import {
  ANSWER_KEPT_SECONDS,
  CARRIED_OUT_WITHIN_SECONDS,
  MOST_KEPT_ANSWERS,
} from '../../domain/account/kept-answer.ts'
import type { KeyedRequest } from '../../domain/account/kept-answer.ts'
import type { Claim, KeptAnswers } from '../../ports/account/kept-answers.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { Db } from '../database.ts'

/** Answers in PostgreSQL, sealed: that to a rotation contains a signing secret. */
export function createKeptAnswers(db: Db, secrets: SecretBox, newId: NewId): KeptAnswers {
  return {
    async claim(request) {
      for (;;) {
        const claim = (await begin(db, newId('ans'), request)) ?? (await find(db, secrets, request))
        // What was in the way may have been refused meanwhile, and be gone.
        if (claim !== null) return claim
      }
    },
    async keep(id, answer) {
      const sealed = secrets.seal(answer, keptAnswerPurpose(id))
      await db.updateTable('kept_answers').set({ answer: sealed }).where('id', '=', id).execute()
    },
    async release(id) {
      await db.deleteFrom('kept_answers').where('id', '=', id).where('answer', 'is', null).execute()
    },
  }
}

/** What an answer is sealed for. */
export function keptAnswerPurpose(id: string): string {
  return `answer ${id}`
}

/** Null when another request of the key is there. One that is over, or was cut off, gives way. */
async function begin(db: Db, id: string, request: KeyedRequest): Promise<Claim | null> {
  const { accountId, operation, idempotencyKey, requestHash } = request
  const { rows } = await sql<{ id: string }>`
    insert into kept_answers as kept (id, account_id, operation, idempotency_key, request_hash)
    values (${id}, ${accountId}, ${operation}, ${idempotencyKey}, decode(${requestHash}, 'hex'))
    on conflict (account_id, operation, idempotency_key) do update
      set id = excluded.id, request_hash = excluded.request_hash, asked_at = excluded.asked_at, answer = null
      where kept.asked_at < clock_timestamp() - make_interval(secs => case when kept.answer is null
        then ${CARRIED_OUT_WITHIN_SECONDS}::integer else ${ANSWER_KEPT_SECONDS}::integer end)
    returning id`.execute(db)
  if (rows.length === 0) return null
  await sql`
    delete from kept_answers where id in (
      select id from kept_answers where account_id = ${accountId} and answer is not null
      order by asked_at desc offset ${MOST_KEPT_ANSWERS - 1})`.execute(db)
  return { isFirst: true, id }
}

async function find(db: Db, secrets: SecretBox, request: KeyedRequest): Promise<Claim | null> {
  const row = await db
    .selectFrom('kept_answers')
    .select(['id', 'request_hash', 'answer'])
    .where('account_id', '=', request.accountId)
    .where('operation', '=', request.operation)
    .where('idempotency_key', '=', request.idempotencyKey)
    .executeTakeFirst()
  if (row === undefined) return null
  const answer = row.answer && secrets.open(row.answer, keptAnswerPurpose(row.id))
  return { isFirst: false, requestHash: row.request_hash.toString('hex'), answer }
}
