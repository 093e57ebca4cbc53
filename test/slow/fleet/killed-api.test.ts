import { afterAll, beforeAll, expect, test } from 'vitest'

import { MOST_LASTING } from '../../../src/api/lasting/lasting-slots.ts'
import { followEvents } from '../../support/http/follow-events.ts'
import type { FollowedEvents } from '../../support/http/follow-events.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldService } from '../../support/service/held-service.ts'
import type { TestService } from '../../support/service/service.ts'

type Account = Awaited<ReturnType<TestService['account']>>

const STREAMS = MOST_LASTING / 2

let held: HeldService
const processes: Program[] = []
const open: FollowedEvents[] = []

beforeAll(async () => {
  held = await startHeldService()
})
afterAll(async () => {
  for (const { leave } of open) leave()
  for (const { process, ended } of processes) {
    process.kill('SIGKILL')
    await ended
  }
  await held.stop()
})

/** An API process of its own, as a deployment has several. */
async function startApi(): Promise<{ program: Program; url: string }> {
  const settings = { PORT: '0', RATE_LIMIT_REQUESTS_PER_MINUTE: '10000', SHUTDOWN_DELAY_SECONDS: '0' }
  const program = startProgram('src/server.ts', [], { ...held.service.settings, ...settings })
  processes.push(program)
  await program.says('API listening')
  const line = program
    .output()
    .split('\n')
    .find((text) => text.includes('API listening'))!
  return { program, url: (JSON.parse(line) as { url: string }).url }
}

async function follow(url: string, { key }: Account, lastEventId: string): Promise<FollowedEvents> {
  const headers = { Authorization: `Bearer ${key}`, 'Last-Event-ID': lastEventId }
  const stream = await followEvents(`${url}/api/v1/events`, headers)
  open.push(stream)
  return stream
}

/** The video as a request that waited for it was answered; null when the connection broke. */
async function waitFor(url: string, { key }: Account, id: string): Promise<{ status: string } | null> {
  try {
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}/api/v1/videos/${id}?wait=60`, { headers })
    return (await answer.json()) as { status: string }
  } catch {
    return null
  }
}

/** As many clients as a key may have waiting at a process: one more is refused. */
async function fill(url: string, account: Account, videoId: string, lastEventId: string) {
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => follow(url, account, lastEventId)))
  expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
  const waits = Array.from({ length: MOST_LASTING - STREAMS }, () => waitFor(url, account, videoId))
  let answered = 0
  for (const wait of waits) void wait.then(() => (answered += 1))
  // What does not wait has been answered by then.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(answered).toBe(0)
  expect((await follow(url, account, lastEventId)).response.status).toBe(429)
  return { streams, waits }
}

const endsIn = (stream: FollowedEvents) =>
  stream.events().flatMap(({ name, data }) => (name === 'video.ready' ? [String(data.data.id)] : []))

test('clients that wait at an API process that is killed wait at another, as many as before, and miss no end', async () => {
  const { service, studio } = held
  const account = await service.account('scale')
  const create = async () => String((await account.createVideo()).body.id)
  studio.release()
  const seen = await create()
  await account.untilStatus(seen, 'ready')
  const lastEventId = String((await account.request('GET', '/webhooks/events')).body.data[0].id)
  await service.query(`update webhook_events set created_at = created_at - interval '1 minute'`)
  studio.hold()
  const missed = await create()
  const [killed, other] = await Promise.all([startApi(), startApi()])

  const before = await fill(killed.url, account, missed, lastEventId)
  killed.program.process.kill('SIGKILL')
  await Promise.all(before.streams.map(({ ended }) => ended))
  expect(await Promise.all(before.waits)).toEqual(before.waits.map(() => null))
  studio.release()
  await account.untilStatus(missed, 'ready')
  studio.hold()
  const next = await create()

  // Nothing of those that were cut off is left to be counted.
  const after = await fill(other.url, account, next, lastEventId)
  studio.release()
  expect((await Promise.all(after.waits)).map((video) => video?.status)).toEqual(
    after.waits.map(() => 'ready'),
  )
  for (const stream of after.streams) {
    await expect.poll(() => [...new Set(endsIn(stream))], PATIENTLY).toEqual([missed, next])
  }
}, 120_000)
