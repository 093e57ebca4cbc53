import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { createProgress } from '../../src/process/progress.ts'
import type { Fleet } from '../../test/support/machines/fleet.ts'

/** What became of some videos. */
export interface Outcome {
  readonly ready: number
  /** Reasons of those that failed. */
  readonly failures: readonly string[]
  /** Videos that both API processes play. */
  readonly played: number
  /** From the first request until the last video has ended. */
  readonly seconds: number
  readonly audit: string
}

const POLL_MS = 500

/** Asks for videos, by each API process in turn, waits until all have ended, and plays them from all of them. */
export async function makeVideos(fleet: Fleet, count: number, script: string): Promise<Outcome> {
  const client = await fleet.account()
  const step = createProgress().step(`${count} videos`)
  let over = 0
  const startedAt = performance.now()
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) => ask(() => client(index % fleet.urls.length), script)),
  )
  const ended = await Promise.all(
    ids.map(async (id) => {
      const video = await untilEnded(() => client(0), id)
      over += 1
      step.update(over / count)
      return video
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  step.done()
  const ready = ended.filter(({ status }) => status === 'ready')
  const failures = ended.flatMap(({ error }) => (error === null ? [] : [String(error.details.reason)]))
  let played = 0
  for (const { id } of ready) {
    const plays = await Promise.all(fleet.urls.map((_, index) => isPlayed(client(index), id)))
    if (plays.every(Boolean)) played += 1
  }
  const { output } = await fleet.admin('audit')
  return { ready: ready.length, failures, played, seconds, audit: output.trim() }
}

type Client = ReturnType<Awaited<ReturnType<Fleet['account']>>>

/** As a client that follows the documentation: the same key again, until there is an answer that is not 503. */
async function ask(client: () => Client, script: string): Promise<string> {
  const headers = { 'Idempotency-Key': randomUUID() }
  for (;;) {
    const answer = await client()
      .createVideo({ script, queue: true }, headers)
      .catch(() => null)
    if (answer?.status === 202) return answer.body.id as string
    if (answer !== null && answer.status !== 503) throw new Error(JSON.stringify(answer.body))
    await wait(POLL_MS)
  }
}

async function untilEnded(client: () => Client, id: string) {
  for (;;) {
    const answer = await client()
      .request('GET', `/videos/${id}`)
      .catch(() => null)
    const video = answer?.status === 200 ? answer.body : null
    if (video !== null && ['ready', 'failed'].includes(video.status)) return video
    await wait(POLL_MS)
  }
}

/** Whether the link that this process gives leads to an MP4. */
async function isPlayed(client: Client, id: string): Promise<boolean> {
  const { body } = await client.request('GET', `/videos/${id}`)
  const response = await fetch(body.video_url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.ok && bytes.subarray(4, 8).toString('latin1') === 'ftyp'
}
