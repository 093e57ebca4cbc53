import { setTimeout } from 'node:timers/promises'

import { OutcomeUnknown } from '../domain/errors.ts'
import type { Patience } from '../domain/patience.ts'

/** Asks what has to be known. What is asked may run twice, and even at the same time. @throws OutcomeUnknown. */
export type AskUntilAnswered = <Answer>(question: () => Promise<Answer>) => Promise<Answer>

/** Begins to be patient: everything that is asked from now on is asked again until it is answered. */
export function untilAnswered({ tryMs, pauseMs, wholeMs }: Patience): AskUntilAnswered {
  const tooLate = AbortSignal.timeout(wholeMs)
  return async (question) => {
    for (;;) {
      try {
        return await answerWithin(tryMs, question)
      } catch (error) {
        if (tooLate.aborted) throw new OutcomeUnknown(error)
        await setTimeout(pauseMs, undefined, { ref: false })
      }
    }
  }
}

async function answerWithin<Answer>(milliseconds: number, question: () => Promise<Answer>): Promise<Answer> {
  const answered = new AbortController()
  const tooLong = setTimeout(milliseconds, undefined, { ref: false, signal: answered.signal }).then(() => {
    throw new Error(`No response within ${milliseconds} ms.`)
  })
  try {
    return await Promise.race([question(), tooLong])
  } finally {
    answered.abort()
  }
}
