import { setTimeout } from 'node:timers/promises'

import { OutcomeUnknown } from '../../domain/error/errors.ts'
import type { Patience } from '../../domain/video/patience.ts'

/** Repeats a query until it succeeds. The query may run several times, even concurrently. @throws OutcomeUnknown. */
export type AskUntilAnswered = <Answer>(question: () => Promise<Answer>) => Promise<Answer>

/** Creates a function that repeats queries until they succeed. All its queries share the time limit, which starts now. */
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
