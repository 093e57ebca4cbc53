import { z } from 'zod'

import { problem, problemInWords } from '../../../domain/error/errors.ts'
import { LONGEST_PERSON_NAME } from '../../../domain/account/person.ts'
import { CONSENT_TEXTS } from '../../../domain/twin/twin-consent.ts'
import type { ConsentText } from '../../../domain/twin/twin-consent.ts'
import { currentTakes, isOpen, PASSCODE_TRIES, takesOf } from '../../../domain/twin/twin-recording.ts'
import type { OpenedRecording, Passcode } from '../../../domain/twin/twin-recording.ts'
import { SILENT_SECONDS, TURN_PROMPTS } from '../../../domain/twin/twin-script.ts'
import {
  FILM_TYPE,
  MOST_CHUNK_BYTES,
  MOST_CHUNKS,
  MOST_TAKE_BYTES,
  TAKE_PARTS,
} from '../../../domain/twin/twin-take.ts'
import type { CheckedRequest } from '../../contract/endpoint.ts'
import type { ApiPorts } from '../../ports.ts'
import { name } from '../../contract/fields/names.ts'
import { idParameter, IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { TakeView, takeView, TwinRecordView, twinRecordView } from '../twins/views.ts'

/** Carries the token of the link: behind its mark, no server and no log has seen it. */
const TOKEN_HEADER = 'x-recording-token'
/** SHA-256 of a chunk, in hex. */
const HASH_HEADER = 'x-chunk-sha256'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u, 'This is not a SHA-256 in hex.')
const ChunkPath = z.object({
  id: idParameter,
  number: z.coerce.number().int().min(0).max(MOST_CHUNKS),
})
const TEXTS = Object.keys(CONSENT_TEXTS) as [ConsentText, ...ConsentText[]]

/** Words to read, in their statement. */
export const WordsView = z.strictObject({
  statement: z.string(),
  words: z.array(z.string()).readonly(),
  expires_at: z.string(),
})
export type WordsView = z.infer<typeof WordsView>

/** Words that were just drawn. */
const DrawnWordsView = WordsView.extend({ tries_left: z.number() })
type DrawnWordsView = z.infer<typeof DrawnWordsView>

/** All that the recording page shows. Times are ISO 8601. */
export const RecordingView = z.strictObject({
  access: z.enum(['look', 'browser', 'own']),
  /** What a withdrawal takes back now. */
  withdraws: z.enum(['twin', 'renewal', 'recording', 'nothing']),
  /** Whether the consent was given with this recording. */
  has_consent: z.boolean(),
  /** Whether it is to take the place of a twin that there is. */
  is_renewal: z.boolean(),
  twin: TwinRecordView,
  account_name: z.string(),
  /** Whether takes can be recorded, in the browser that records. */
  is_open: z.boolean(),
  records_until: z.string(),
  /** The newest take of each part, for the browser that records. Films are there while it is open. */
  takes: z.array(TakeView).readonly(),
  /** What was drawn and not read yet. */
  words: WordsView.nullable(),
  tries_left: z.number(),
  script: z.strictObject({
    turn: z.array(z.string()).readonly(),
    reading: z.array(z.string()).readonly(),
    silent_seconds: z.number(),
  }),
  /** What is ticked, by name. */
  texts: z.record(z.enum(TEXTS), z.string()),
  limits: z.strictObject({
    chunk_bytes: z.number(),
    take_bytes: z.number(),
    chunks: z.number(),
  }),
})
export type RecordingView = z.infer<typeof RecordingView>

/** GET /recording: where the recording stands. */
const getRecording = consoleEndpoint({
  method: 'get',
  path: '/recording',
  answer: RecordingView,
  async handle(request, ports) {
    const recording = await recordingOf(request, ports)
    const { id, access } = recording
    if (access === 'look' && ports.recordingCookies.secretOf(request.headers, id) === '') {
      request.setCookie(ports.recordingCookies.give(id))
    }
    return recordingView(recording, ports)
  },
})

/**
 * POST /recording/browser: this browser records from now on, by the secret in the cookie that it was given; the link
 * alone opens nothing any more. Safe to repeat.
 */
const bindBrowser = consoleEndpoint({
  method: 'post',
  path: '/recording/browser',
  body: z.strictObject({}),
  answer: RecordingView,
  async handle(request, ports) {
    const recording = await recordingOf(request, ports)
    const secret = ports.recordingCookies.secretOf(request.headers, recording.id)
    if (secret === '') {
      throw problem('not_found', {
        message: 'This browser keeps no cookies. Allow them, and open the link again.',
      })
    }
    return recordingView(await ports.bindRecording(recording, secret), ports)
  },
})

/** POST /recording/own-links: a link that the person keeps to withdraw, from any browser. Its path is shown this once. */
const makeOwnLink = consoleEndpoint({
  method: 'post',
  path: '/recording/own-links',
  body: z.strictObject({}),
  answer: z.strictObject({ path: z.string() }),
  async handle(request, ports) {
    return { path: await ports.makeOwnLink(await recordingOf(request, ports)) }
  },
})

/** POST /recording/words: words for the next try to read the statement. Those drawn before hold no more. */
const drawWords = consoleEndpoint({
  method: 'post',
  path: '/recording/words',
  answer: DrawnWordsView,
  async handle(request, ports) {
    const recording = await recordingOf(request, ports)
    const passcode = await ports.drawConsentWords(recording)
    if (passcode === null) {
      const message = `The statement was tried ${PASSCODE_TRIES} times. Start with a new recording.`
      throw problemInWords('not_found', message)
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
  answer: TakeView,
  async handle(request, ports) {
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
  bodyBytes: MOST_CHUNK_BYTES,
  answer: TakeView,
  async handle(request, ports) {
    const recording = await recordingOf(request, ports)
    const { id: takeId, number } = request.params
    const sha256 = headerOf(request, HASH_HEADER)
    const bytes = request.streamBytes()
    return takeView(await ports.takeChunk(recording, { takeId, number, sha256, bytes }), ports)
  },
})

/** POST /recording/takes/{id}/finish: everything was sent; the take is checked. Safe to repeat. */
const finishTake = consoleEndpoint({
  method: 'post',
  path: '/recording/takes/:id/finish',
  params: IdPath,
  body: z.strictObject({ chunks: z.int().min(1).max(MOST_CHUNKS), sha256: Sha256 }),
  answer: TakeView,
  async handle(request, ports) {
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
    full_name: name(LONGEST_PERSON_NAME).min(2),
    ticked: z.array(z.enum(TEXTS)).max(TEXTS.length),
    locale: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,35}$/u, 'Send a language tag.')
      .default('en'),
  }),
  answer: RecordingView,
  async handle(request, ports) {
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
  answer: z.strictObject({ state: z.literal('withdrawn') }),
  async handle(request, ports) {
    await ports.withdrawRecording(await recordingOf(request, ports), request.body.keep_videos)
    return { state: 'withdrawn' as const }
  },
})

type Asking = Pick<CheckedRequest<unknown, unknown, unknown>, 'headers' | 'caller'>

/** The recording of the link whose token a request carries. @throws `not_found`, `rate_limited`. */
async function recordingOf(
  request: Asking,
  { openRecording, recordingCookies }: Pick<ApiPorts, 'openRecording' | 'recordingCookies'>,
): Promise<OpenedRecording> {
  const { caller, headers } = request
  return openRecording({
    token: headerOf(request, TOKEN_HEADER),
    secretFor: (recordingId) => recordingCookies.secretOf(headers, recordingId),
    signedIn: caller.kind === 'person' ? caller.person : null,
  })
}

function headerOf({ headers }: Pick<Asking, 'headers'>, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

async function recordingView(recording: OpenedRecording, ports: ApiPorts): Promise<RecordingView> {
  const { id, accountId, twinId, personId, recordsUntil, access, hasConsent } = recording
  const [twin, account, takes, words, withdraws] = await Promise.all([
    ports.twins.find(accountId, twinId),
    ports.accounts.find(accountId),
    ports.twinTakes.list(twinId),
    ports.twinRecordings.words(id),
    ports.twinRecordings.withdraws(id),
  ])
  if (twin === null) throw problem('not_found')
  const open = isOpen(recording, new Date())
  const records = access === 'browser'
  const own = records ? currentTakes(takesOf(recording, takes)) : []
  return {
    access,
    withdraws: access === 'look' ? 'nothing' : withdraws,
    has_consent: hasConsent,
    is_renewal: twin.renewsId !== null,
    twin: twinRecordView(twin, personId, ports),
    account_name: account?.name ?? '',
    is_open: open,
    records_until: recordsUntil.toISOString(),
    takes: own.map((take) => takeView(take, open ? ports : null)),
    words: records && words.open ? wordsView(words.open) : null,
    tries_left: Math.max(0, PASSCODE_TRIES - words.triesUsed),
    script: { turn: TURN_PROMPTS, reading: ports.reading, silent_seconds: SILENT_SECONDS },
    texts: CONSENT_TEXTS,
    limits: { chunk_bytes: MOST_CHUNK_BYTES, take_bytes: MOST_TAKE_BYTES, chunks: MOST_CHUNKS },
  }
}

function wordsView({ statement, words, expiresAt }: Passcode): WordsView {
  return { statement, words, expires_at: expiresAt.toISOString() }
}

/** What anybody with the link of a recording may do. */
export const RECORDING_ENDPOINTS = [
  getRecording,
  bindBrowser,
  drawWords,
  beginTake,
  sendChunk,
  finishTake,
  giveConsent,
  withdrawConsent,
  makeOwnLink,
]
