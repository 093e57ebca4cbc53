/** Callers in a process of their own, so that a reader beside them measures the service and not them. */
import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

import type { Answers, Order } from './callers.ts'

/** Impatient: the documentation says seconds. */
const ASKS_AGAIN_AFTER_MS = 200

const BODY = JSON.stringify({ script: 'Hello there.', presenter_id: 'maya' })

// In production callers are elsewhere, and their work is not the service's.
setPriority(constants.priority.PRIORITY_LOW)

const agent = new Agent({ keepAlive: true })

process.on('message', (order: Order) => {
  // An answer that should not be ends the process, and the benchmark with it.
  void followOrder(order).then((answers) => process.send?.(answers))
})

async function followOrder({ url, keys, forMs }: Order): Promise<Answers> {
  const answers: Answers = { seconds: 0, accepted: [], refused: [], retryAfter: [], unanswered: 0 }
  const startedAt = performance.now()
  await Promise.all(keys.map((key) => callerAsks(url, key, startedAt + forMs, answers)))
  answers.seconds = (performance.now() - startedAt) / 1000
  return answers
}

/** Asks for one video after the other; for a refused one again, with its key. */
async function callerAsks(url: string, key: string, untilMs: number, answers: Answers): Promise<void> {
  // A crowd does not begin in the same millisecond.
  await wait(Math.random() * ASKS_AGAIN_AFTER_MS)
  let idempotencyKey = randomUUID()
  while (performance.now() < untilMs) {
    const startedAt = performance.now()
    const answer = await askForVideo(url, key, idempotencyKey).catch(() => null)
    const tookMs = performance.now() - startedAt
    if (answer === null) answers.unanswered += 1
    else if (answer.status === 202) {
      answers.accepted.push(tookMs)
      idempotencyKey = randomUUID()
    } else if (answer.status === 503) {
      answers.refused.push(tookMs)
      answers.retryAfter.push(answer.retryAfter)
    } else throw new Error(`POST /videos: ${answer.status}`)
    await wait(ASKS_AGAIN_AFTER_MS)
  }
}

interface Answer {
  readonly status: number
  readonly retryAfter: number
}

/** By hand, because the callers of a crowd together shall not need more of the machine than the service. */
function askForVideo(url: string, key: string, idempotencyKey: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': BODY.length,
      'Idempotency-Key': idempotencyKey,
    }
    const asking = request(`${url}/api/v1/videos`, { agent, method: 'POST', headers }, (answer) => {
      const retryAfter = Number(answer.headers['retry-after'])
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter }))
    })
    asking.once('error', reject).end(BODY)
  })
}
