import { z } from 'zod'

import { problem } from '../../../domain/errors.ts'
import { CONSENT_TEXTS } from '../../../domain/twin-consent.ts'
import type { ConsentText } from '../../../domain/twin-consent.ts'
import { currentTakes, isOpen, PASSCODE_TRIES } from '../../../domain/twin-recording.ts'
import type { Passcode, Recording } from '../../../domain/twin-recording.ts'
import { READING, SILENT_SECONDS, TURN_PROMPTS } from '../../../domain/twin-script.ts'
import {
  FILM_TYPE,
  MOST_CHUNK_BYTES,
  MOST_CHUNKS,
  MOST_TAKE_BYTES,
  TAKE_PARTS,
} from '../../../domain/twin-take.ts'
import type { CheckedRequest, Endpoint } from '../../contract/endpoint.ts'
import type { ApiPorts } from '../../ports.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { takeView, twinRecordView } from '../twins/views.ts'
import type { TakeView, TwinRecordView } from '../twins/views.ts'

/** Carries the token of the link: behind its mark, no server and no log has seen it. */
const TOKEN_HEADER = 'x-recording-token'
/** SHA-256 of a chunk, in hex. */
const HASH_HEADER = 'x-chunk-sha256'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u, 'This is not a SHA-256 in hex.')
const TakeId = z.object({ id: z.string().max(40) })
const ChunkPath = z.object({
  id: z.string().max(40),
  number: z.coerce.number().int().min(0).max(MOST_CHUNKS),
})
const TEXTS = Object.keys(CONSENT_TEXTS) as [ConsentText, ...ConsentText[]]

/** Words to read, in their statement. */
export interface WordsView {
  readonly statement: string
  readonly words: readonly string[]
  readonly expires_at: string
}

/** All that the recording page shows. Times are ISO 8601. */
export interface RecordingView {
  readonly twin: TwinRecordView
  readonly account_name: string
  /** Whether takes can be recorded; the link shows and withdraws the twin as long as there is one. */
  readonly is_open: boolean
  readonly records_until: string
  /** The newest take of each part. */
  readonly takes: readonly TakeView[]
  /** What was drawn and not read yet. */
  readonly words: WordsView | null
  readonly tries_left: number
  readonly script: {
    readonly turn: readonly string[]
    readonly reading: readonly string[]
    readonly silent_seconds: number
  }
  /** What is ticked, by name. */
  readonly texts: typeof CONSENT_TEXTS
  readonly limits: { readonly chunk_bytes: number; readonly take_bytes: number; readonly chunks: number }
}

/** GET /recording: where the recording stands. */
const getRecording = consoleEndpoint({
  method: 'get',
  path: '/recording',
  handle: async (request, ports) => recordingView(await recordingOf(request, ports), ports),
})

/** POST /recording/words: words for the next try to read the statement. Those drawn before hold no more. */
const drawWords = consoleEndpoint({
  method: 'post',
  path: '/recording/words',
  async handle(request, ports) {
    const recording = await recordingOf(request, ports)
    const passcode = await ports.drawConsentWords(recording)
    if (passcode === null) {
      const message = `The statement was tried ${PASSCODE_TRIES} times. Start with a new recording.`
      throw problem('not_found', { message, userMessage: message })
    }
    return { ...wordsView(passcode), tries_left: PASSCODE_TRIES - passcode.try }
  },
})

/** POST /recording/takes: begins to upload a take. */
const beginTake = consoleEndpoint({
  method: 'post',
  path: '/recording/takes',
  body: z.strictObject({
    part: z.enum(TAKE_PARTS),
    content_type: z.string().max(100).regex(FILM_TYPE, 'This is not a film that can be taken.'),
  }),
  async handle(request, ports): Promise<TakeView> {
    const recording = await recordingOf(request, ports)
    const { part, content_type: contentType } = request.body
    return takeView(await ports.beginTake(recording, { part, contentType }), ports)
  },
})

/** PUT /recording/takes/{id}/chunks/{number}: the next bytes, with their SHA-256 in a header. Safe to repeat. */
const sendChunk = consoleEndpoint({
  method: 'put',
  path: '/recording/takes/:id/chunks/:number',
  params: ChunkPath,
  async handle(request, ports): Promise<TakeView> {
    const recording = await recordingOf(request, ports)
    const { id: takeId, number } = request.params
    const sha256 = headerOf(request, HASH_HEADER)
    const bytes = await request.readBytes(MOST_CHUNK_BYTES)
    return takeView(await ports.takeChunk(recording, { takeId, number, sha256, bytes }), ports)
  },
})

/** POST /recording/takes/{id}/finish: everything was sent; the take is checked. Safe to repeat. */
const finishTake = consoleEndpoint({
  method: 'post',
  path: '/recording/takes/:id/finish',
  params: TakeId,
  body: z.strictObject({ chunks: z.int().min(1).max(MOST_CHUNKS), sha256: Sha256 }),
  async handle(request, ports): Promise<TakeView> {
    const recording = await recordingOf(request, ports)
    const sent = { takeId: request.params.id, ...request.body }
    return takeView(await ports.finishTake(recording, sent), ports)
  },
})

/** POST /recording/consent: the person agrees, and the twin is built. */
const giveConsent = consoleEndpoint({
  method: 'post',
  path: '/recording/consent',
  body: z.strictObject({
    full_name: z.string().trim().min(2).max(200),
    ticked: z.array(z.enum(TEXTS)).max(TEXTS.length),
    locale: z.string().max(35).default('en'),
  }),
  async handle(request, ports): Promise<RecordingView> {
    const recording = await recordingOf(request, ports)
    const { full_name: fullName, ticked, locale } = request.body
    await ports.giveConsent({
      recording,
      fullName,
      ticked,
      locale,
      ipAddress: request.address,
      userAgent: headerOf(request, 'user-agent').slice(0, 400),
      token: headerOf(request, TOKEN_HEADER),
    })
    return recordingView(await recordingOf(request, ports), ports)
  },
})

/** POST /recording/withdrawal: the person takes the consent back. */
const withdrawConsent = consoleEndpoint({
  method: 'post',
  path: '/recording/withdrawal',
  body: z.strictObject({ keep_videos: z.boolean().default(false) }),
  async handle(request, ports): Promise<{ state: 'withdrawn' }> {
    const { twinId, personId } = await recordingOf(request, ports)
    await ports.withdrawTwin({ twinId, actor: 'subject', personId, keepsVideos: request.body.keep_videos })
    return { state: 'withdrawn' }
  },
})

type Asking = Pick<CheckedRequest<unknown, unknown, unknown>, 'headers' | 'caller'>

/** The recording of the link whose token a request carries. @throws `not_found`, `rate_limited`. */
async function recordingOf(
  request: Asking,
  { openRecording }: Pick<ApiPorts, 'openRecording'>,
): Promise<Recording> {
  const { caller } = request
  return openRecording(headerOf(request, TOKEN_HEADER), caller.kind === 'person' ? caller.person : null)
}

function headerOf({ headers }: Pick<Asking, 'headers'>, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

async function recordingView(recording: Recording, ports: ApiPorts): Promise<RecordingView> {
  const { id, accountId, twinId, personId, recordsUntil } = recording
  const [twin, account, takes, words] = await Promise.all([
    ports.twins.find(accountId, twinId),
    ports.accounts.find(accountId),
    ports.twinTakes.list(twinId),
    ports.twinRecordings.words(id),
  ])
  if (twin === null) throw problem('not_found')
  return {
    twin: twinRecordView(twin, personId, ports),
    account_name: account?.name ?? '',
    is_open: isOpen(recording, new Date()),
    records_until: recordsUntil.toISOString(),
    takes: currentTakes(takes).map((take) => takeView(take, ports)),
    words: words.open && wordsView(words.open),
    tries_left: Math.max(0, PASSCODE_TRIES - words.triesUsed),
    script: { turn: TURN_PROMPTS, reading: READING, silent_seconds: SILENT_SECONDS },
    texts: CONSENT_TEXTS,
    limits: { chunk_bytes: MOST_CHUNK_BYTES, take_bytes: MOST_TAKE_BYTES, chunks: MOST_CHUNKS },
  }
}

function wordsView({ statement, words, expiresAt }: Passcode): WordsView {
  return { statement, words, expires_at: expiresAt.toISOString() }
}

/** What anybody with the link of a recording may do. */
export const RECORDING_ENDPOINTS: readonly Endpoint[] = [
  getRecording,
  drawWords,
  beginTake,
  sendChunk,
  finishTake,
  giveConsent,
  withdrawConsent,
]
