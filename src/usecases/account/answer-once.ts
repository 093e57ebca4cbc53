import { setTimeout } from 'node:timers/promises'

import type { KeyedRequest } from '../../domain/account/kept-answer.ts'
import { problem } from '../../domain/error/errors.ts'
import { reusedKey } from '../../domain/video/idempotency-key.ts'
import type { KeptAnswers } from '../../ports/account/kept-answers.ts'
import type { Log } from '../../ports/process/log.ts'

/** The store of answers. */
export interface AnswerOncePorts {
  readonly keptAnswers: KeptAnswers
  readonly log: Log
}

/** An answer as text, and whether an earlier request got it first. */
export interface OnceAnswered {
  readonly answer: string
  readonly replayed: boolean
}

/**
 * Carries a request out once for its idempotency key: a repeated one gets the answer of the first, and waits while that is
 * carried out. A request that is refused frees its key.
 *
 * @param carryOut does what is asked for and returns the answer.
 * @param gone aborted when nobody waits for the answer any more.
 * @throws `invalid_request` when the key was used for another request; `service_unavailable` when the first one takes too
 *   long; whatever `carryOut` throws.
 */
export type AnswerOnce = (
  request: KeyedRequest,
  carryOut: () => Promise<string>,
  gone: AbortSignal,
) => Promise<OnceAnswered>

/** How often a request looks whether the first one of its key has its answer. */
const LOOK_AGAIN_MS = 250

/** The longest request, a test event, waits 15 seconds for its receiver. */
const MOST_LOOKS = 80

/**
 * Builds the use case. When a process dies while it carries a request out, nobody knows how far it came: for a minute the
 * key answers 503, and then the request can be repeated.
 */
export function makeAnswerOnce({ keptAnswers, log }: AnswerOncePorts): AnswerOnce {
  return async (request, carryOut, gone) => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const claim = await keptAnswers.claim(request)
      if (claim.isFirst) return { answer: await first(claim.id), replayed: false }
      if (claim.requestHash !== request.requestHash) throw reusedKey()
      if (claim.answer !== null) return { answer: claim.answer, replayed: true }
      await setTimeout(LOOK_AGAIN_MS, undefined, { signal: gone })
    }
    throw problem('service_unavailable', { retryAfterAboutSeconds: 5 })

    async function first(id: string): Promise<string> {
      const answer = await carryOut().catch(async (fault: unknown) => {
        await keptAnswers.release(id).catch(notNoted)
        throw fault
      })
      // What was done is answered in any case.
      await keptAnswers.keep(id, answer).catch(notNoted)
      return answer
    }
  }

  function notNoted(error: unknown) {
    log.warn({ error }, 'what became of a request with an idempotency key could not be noted')
  }
}
