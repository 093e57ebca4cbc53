import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { App } from '../../../src/app/app.ts'
import { sendBody } from '../../../test/support/http/send-body.ts'
import { signedIn } from '../../../test/support/http/signed-in.ts'
import { sha256, startTwin } from '../../../test/support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../../test/support/twin/recorded-twin.ts'
import type { ApiAnswer } from '../../../test/support/service/client.ts'
import { newAccount } from '../../support/api-and-worker.ts'
import type { ApiAndWorker } from '../../support/api-and-worker.ts'
import type { BenchServers } from '../../support/servers.ts'

/** As large as a piece of a film may be. */
const PIECE_BYTES = 8 * 1024 * 1024
/** A film of a minute. */
const CHUNKS = Array.from({ length: 5 }, () => randomBytes(PIECE_BYTES))
const TAKE = { part: 'turn', content_type: 'video/mp4;codecs=avc1,opus' }

/** Sends pieces of one film without an end, by one link. Done when all connections were answered or cut off. */
export async function keepPiecesBack(
  { url, operate }: ApiAndWorker,
  { databaseUrl }: BenchServers,
  connections: number,
): Promise<void> {
  const [recording] = await operate((app) => startRecordings({ url, databaseUrl, app }, 1))
  if (recording === undefined) return
  const { token, cookie, ask, close } = recording
  const { id } = (await ask('POST', '/takes', TAKE)).body
  const address = `${url}/api/console/recording/takes/${id}/chunks/0`
  const headers = {
    Origin: url,
    Cookie: cookie,
    'X-Recording-Token': token,
    'X-Chunk-SHA256': '0'.repeat(64),
  }
  const way = { bytes: PIECE_BYTES, announced: true, keepsLastBack: true }
  await Promise.allSettled(Array.from({ length: connections }, () => sendBody(address, 'PUT', headers, way)))
  await close()
}

/** People of as many accounts send a film each, all at once. */
export async function sendFilms(
  { url, operate }: ApiAndWorker,
  { databaseUrl }: BenchServers,
  films: number,
): Promise<void> {
  const recordings = await operate((app) => startRecordings({ url, databaseUrl, app }, films))
  await Promise.all(recordings.map(sendFilm))
  await Promise.all(recordings.map((recording) => recording.close()))
}

/** Recordings, each of an account of its own. */
async function startRecordings(
  { url, databaseUrl, app }: { readonly url: string; readonly databaseUrl: string; readonly app: App },
  count: number,
): Promise<RecordedTwin[]> {
  const recordings: RecordedTwin[] = []
  for (let index = 0; index < count; index += 1) {
    const entrance = { url, app, query: () => Promise.resolve([]) }
    const owner = await signedIn(entrance, { accountId: await newAccount(app) })
    recordings.push(await startTwin({ url, databaseUrl }, owner))
  }
  return recordings
}

/** As the page does: what is refused because others are served is sent again when it is told to. */
async function sendFilm({ ask, send }: RecordedTwin): Promise<void> {
  const begun = await ask('POST', '/takes', TAKE)
  const { id } = begun.body
  for (const [number, bytes] of CHUNKS.entries()) await untilTaken(() => send(id, number, bytes))
  const whole = { chunks: CHUNKS.length, sha256: sha256(Buffer.concat(CHUNKS)) }
  await untilTaken(() => ask('POST', `/takes/${id}/finish`, whole))
}

async function untilTaken(sending: () => Promise<ApiAnswer>): Promise<void> {
  for (;;) {
    const { status, headers, body } = await sending()
    if (status === 200) return
    if (status !== 503 && status !== 429) throw new Error(JSON.stringify(body))
    await wait(Number(headers.get('Retry-After') ?? 1) * 1_000)
  }
}
