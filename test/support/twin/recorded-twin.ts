import { createHash, randomBytes } from 'node:crypto'

import { openDatabase } from '../../../src/db/database.ts'
import { createTwinBuilds } from '../../../src/db/twin/twin-builds.ts'
import { createTwinTakes } from '../../../src/db/twin/twin-takes.ts'
import { CONSENT_TEXTS } from '../../../src/domain/twin/twin-consent.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakeCheck, TakePart } from '../../../src/domain/twin/twin-take.ts'
import { createLog } from '../../../src/process/log.ts'
import type { BuiltTwin, TwinBuilds } from '../../../src/ports/twin/twin-builds.ts'
import type { TwinTakes } from '../../../src/ports/twin/twin-takes.ts'
import type { ApiAnswer } from '../service/client.ts'
import type { TestService } from '../service/service.ts'
import type { SignedInPerson } from '../http/signed-in.ts'

/** A built twin with Robert's voice, as a build would leave it. */
export const BUILT: BuiltTwin = {
  engine: 'video',
  voice: {
    engineVoiceId: 'flite:rms',
    name: 'Robert',
    match: { method: 'pitch', f0Hz: 107, deltaSemitones: -0.7 },
  },
  pitchHz: 107,
  quality: { gap_correlation: 0.7 },
}

/** SHA-256 in hex. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Somebody with the link of a recording, and what the workflows do. */
export interface RecordedTwin {
  readonly twinId: string
  readonly token: string
  /** What the browser that records sends with everything. */
  readonly cookie: string
  readonly takes: TwinTakes
  readonly builds: TwinBuilds
  /** Asks an endpoint below `/api/console/recording`. */
  ask(method: string, path: string, body?: object): Promise<ApiAnswer>
  /** Sends a chunk. */
  send(takeId: string, number: number, bytes: Uint8Array, hash?: string): Promise<ApiAnswer>
  /** Records a part, of two chunks unless told otherwise; the id of the take. Words are drawn where needed. */
  record(part: TakePart, chunks?: readonly Buffer[]): Promise<string>
  /** Records the statement with the words that were drawn last; the id of the take. */
  read(): Promise<string>
  /** As the checks do. */
  accept(takeId: string, checks?: readonly TakeCheck[]): Promise<void>
  /** Records all parts, and has them accepted. */
  recordAll(): Promise<void>
  /** Gives the consent. */
  consent(): Promise<ApiAnswer>
  /** Token of a link that the person keeps after the consent. */
  keepLink(): Promise<string>
  /** All of it, and the twin is built. */
  complete(built?: BuiltTwin): Promise<void>
  close(): Promise<void>
}

/** The service in which somebody records. */
type Reached = Pick<TestService, 'url' | 'databaseUrl'>

/** Starts a recording as a signed-in person. */
export async function startTwin(
  service: Reached,
  person: SignedInPerson,
  request: object = { name: 'Anna', who: 'somebody' },
): Promise<RecordedTwin> {
  const started = await person.request('POST', '/twin-studio/recordings', request)
  if (started.status !== 200) throw new Error(JSON.stringify(started.body))
  const { id: twinId, path } = started.body as { id: string; path: string }
  const signedIn = (request as { who?: string }).who === 'me' ? person.cookie : ''
  const token = path.split('#')[1]!
  const cookie = await openLink(service, token, signedIn)
  return byLink(service, { twinId, token, cookie })
}

/** Opens the link of a recording as the first browser does, which records from then on; the cookies that it sends. */
export async function openLink(service: Reached, token: string, signedIn = ''): Promise<string> {
  const looked = await askByLink(service, { token, cookie: signedIn }, 'GET', '')
  const given = looked.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const cookie = [signedIn, ...given].filter((one) => one !== '').join('; ')
  const bound = await askByLink(service, { token, cookie }, 'POST', '/browser', {})
  if (bound.status !== 200) throw new Error(JSON.stringify(bound.body))
  return cookie
}

/** The cookies of somebody who records, as a browser of ours takes them. */
export function browserCookies({ url }: Pick<TestService, 'url'>, { cookie }: Pick<RecordedTwin, 'cookie'>) {
  return cookie.split('; ').map((one) => {
    const at = one.indexOf('=')
    return { name: one.slice(0, at), value: one.slice(at + 1), url }
  })
}

/** Asks an endpoint below `/api/console/recording` with a token and cookies. */
export async function askByLink(
  service: Reached,
  { token, cookie = '' }: { token: string; cookie?: string },
  method: string,
  path: string,
  body?: object,
): Promise<ApiAnswer> {
  const response = await fetch(`${service.url}/api/console/recording${path}`, {
    method,
    headers: {
      Origin: service.url,
      'X-Recording-Token': token,
      Cookie: cookie,
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

function byLink(
  service: Reached,
  { twinId, token, cookie }: { twinId: string; token: string; cookie: string },
): RecordedTwin {
  const db = openDatabase(service.databaseUrl, createLog({ level: 'silent' }))
  const takes = createTwinTakes(db)
  const builds = createTwinBuilds(db, takes)

  async function call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array | string,
  ) {
    const response = await fetch(`${service.url}/api/console/recording${path}`, {
      method,
      headers: { Origin: service.url, 'X-Recording-Token': token, Cookie: cookie, ...headers },
      ...(body !== undefined && { body: body as string }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const ask: RecordedTwin['ask'] = (method, path, body) =>
    call(method, path, { 'Content-Type': 'application/json' }, body && JSON.stringify(body))
  const send: RecordedTwin['send'] = (takeId, number, bytes, hash = sha256(bytes)) =>
    call('PUT', `/takes/${takeId}/chunks/${number}`, { 'X-Chunk-SHA256': hash }, bytes)

  async function record(part: TakePart, chunks?: readonly Buffer[]) {
    if (part === 'consent') await ask('POST', '/words')
    return film(part, chunks)
  }
  async function film(part: TakePart, chunks: readonly Buffer[] = [randomBytes(3_000), randomBytes(2_000)]) {
    const begun = await ask('POST', '/takes', { part, content_type: 'video/mp4;codecs=avc1,opus' })
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
    const { id } = begun.body
    for (const [number, bytes] of chunks.entries()) await send(id, number, bytes)
    const whole = { chunks: chunks.length, sha256: sha256(Buffer.concat(chunks)) }
    const finished = await ask('POST', `/takes/${id}/finish`, whole)
    if (finished.status !== 200) throw new Error(JSON.stringify(finished.body))
    return id as string
  }
  const accept: RecordedTwin['accept'] = async (takeId, checks = []) => {
    await takes.check(takeId, { status: 'accepted', seconds: 9.5, soundLateSeconds: 0.06, checks })
  }
  const recordAll = async () => {
    for (const part of TAKE_PARTS) await accept(await record(part))
  }
  const consent = () =>
    ask('POST', '/consent', { full_name: 'Anna Berg', ticked: Object.keys(CONSENT_TEXTS), locale: 'en-GB' })

  return {
    twinId,
    token,
    cookie,
    takes,
    builds,
    ask,
    send,
    record,
    read: () => film('consent'),
    accept,
    recordAll,
    consent,
    async keepLink() {
      const made = await ask('POST', '/own-links', {})
      if (made.status !== 200) throw new Error(JSON.stringify(made.body))
      return (made.body.path as string).split('#')[1]!
    },
    async complete(built = BUILT) {
      await recordAll()
      await consent()
      await builds.publish(twinId, built)
    },
    close: () => db.destroy(),
  }
}
