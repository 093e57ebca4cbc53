import { randomUUID } from 'node:crypto'

import { ApiError, ConnectionError } from '../../../sdk/typescript/src/index.ts'
import type { PresenterVideo } from '../../../sdk/typescript/src/index.ts'
import { sdkFor } from './sdk-client.ts'
import { answerIsLost, answers, neverSent, startWay } from './way.ts'

/** What became of creations over a way on which every third request fails. */
export interface UnsteadyCreates {
  /** Creations that the callers know the video of. */
  readonly accepted: number
  /** Videos that are there beside the first one of a creation. */
  readonly doubled: number
  /** Videos of accepted creations that are not there. */
  readonly lost: number
  /** Videos whose seconds were held more or less often than once. */
  readonly chargedOtherwise: number
  readonly requests: number
  /** Creations that the SDK gave up after three retries, and the caller asked for again with their key. */
  readonly askedAgain: number
}

/** Who creates, and how much. */
interface Creators {
  /** Without the version segment. */
  readonly url: string
  readonly keys: readonly string[]
  readonly videosOfEach: number
  /** Keys that create at the same time. */
  readonly together: number
  /** Asks the service's database. */
  readonly query: <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>
}

/** Creates videos by the SDK. One request in three is cut before or after the service has it, or answered by somebody else. */
export async function createUnsteadily(creators: Creators): Promise<UnsteadyCreates> {
  const { url, keys, videosOfEach, together, query } = creators
  const way = await startWay(url)
  const page = answers(502)
  way.everyThird(/^\/videos/u, answerIsLost, neverSent, page, answers(503), answers(429), answerIsLost)
  const run = randomUUID()
  const accepted: string[] = []
  let askedAgain = 0
  const left = keys.entries()
  const work = async () => {
    for (const [n, key] of left) {
      const client = sdkFor(way, { key })
      for (let video = 0; video < videosOfEach; video += 1) {
        const { id, repeated } = await createPatiently(client, `${run}-${n}-${video}`)
        accepted.push(id)
        askedAgain += repeated
      }
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  await way.stop()
  const found = await query<{ id: string; holds: number }>(
    `select v.id, count(l.id)::int as holds from videos v left join ledger l on l.video_id = v.id and l.kind = 'reserve'
      where v.idempotency_key like $1 group by v.id`,
    [`${run}-%`],
  )
  const there = new Set(found.map(({ id }) => id))
  return {
    accepted: accepted.length,
    doubled: there.size - new Set(accepted).size,
    lost: accepted.filter((id) => !there.has(id)).length,
    chargedOtherwise: found.filter(({ holds }) => holds !== 1).length,
    requests: way.sent.length,
    askedAgain,
  }
}

/** As the documentation has a caller do it: what is not known to have happened is asked for again with the same key. */
async function createPatiently(client: PresenterVideo, idempotencyKey: string) {
  for (let repeated = 0; ; repeated += 1) {
    try {
      const options = { idempotencyKey }
      const { id } = await client.videos.create(
        { presenter_id: 'maya', script: 'Hello.', queue: true },
        options,
      )
      return { id, repeated }
    } catch (error) {
      const passes = error instanceof ApiError && (error.retryable || error.code === 'unknown')
      if (!passes && !(error instanceof ConnectionError)) throw error
    }
  }
}
