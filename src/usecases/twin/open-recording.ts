import { problem } from '../../domain/error/errors.ts'
import type { Person } from '../../domain/account/person.ts'
import { isOpen } from '../../domain/twin/twin-recording.ts'
import type { OpenedRecording, Recording, RecordingAccess } from '../../domain/twin/twin-recording.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { RequestGate } from '../../ports/account/request-gate.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import { tokenHash } from '../account/invite-person.ts'
import { notHere } from './not-here.ts'

/** The store of recordings, and what counts their requests. */
export interface OpenRecordingPorts {
  readonly twinRecordings: Pick<TwinRecordings, 'findByToken' | 'bindBrowser'>
  readonly requestGate: Pick<RequestGate, 'admitRecording'>
  readonly clock: Clock
}

/** What somebody opens a recording with. */
export interface RecordingKey {
  /** The token of the link. */
  readonly token: string
  /** The secret that this browser was given for a recording; empty when it has none. */
  readonly secretFor: (recordingId: string) => string
  readonly signedIn: Person | null
}

/**
 * The recording of a link, for whoever may use it: the browser that opened it first, the person it was made for, and
 * whoever has the link that was kept after the consent. It may have ended.
 *
 * @throws `not_found`, `rate_limited`.
 */
export type OpenRecording = (key: RecordingKey) => Promise<OpenedRecording>

/** Ties a recording to the browser that asks: it records from then on. Safe to repeat. @throws `not_found`. */
export type BindRecording = (recording: OpenedRecording, secret: string) => Promise<OpenedRecording>

const ELSEWHERE =
  'This link was opened in another browser, and only that one can continue it. If that was not yours, ask for a new link.'

/** Opening a recording by its link. */
export function makeOpenRecording(ports: OpenRecordingPorts): OpenRecording {
  const { twinRecordings, requestGate, clock } = ports
  return async (key) => {
    const found = key.token === '' ? null : await twinRecordings.findByToken(tokenHash(key.token))
    if (found === null) {
      throw notHere('This link leads nowhere. Ask for a new one.')
    }
    const { recording, isOwnLink } = found
    // A link that opens nothing costs what an invented one does, and none of what its person may send.
    const access = isOwnLink ? 'own' : accessOf(recording, key)
    if (access === 'look' && !isOpen(recording, clock())) {
      throw notHere('This link is too old, or there is a newer one. Ask for a new one.')
    }
    const waitSeconds = await requestGate.admitRecording(recording.id)
    if (waitSeconds !== null) throw problem('rate_limited', { retryAfterSeconds: waitSeconds })
    return { ...recording, access }
  }
}

/** Tying a recording to a browser. */
export function makeBindRecording({
  twinRecordings,
}: Pick<OpenRecordingPorts, 'twinRecordings'>): BindRecording {
  return async (recording, secret) => {
    if (recording.access === 'browser') return recording
    const sha256 = tokenHash(secret)
    if (recording.access !== 'look' || !(await twinRecordings.bindBrowser(recording.id, sha256))) {
      throw notHere(ELSEWHERE)
    }
    return { ...recording, browserSha256: sha256.toString('hex'), access: 'browser' }
  }
}

function accessOf(recording: Recording, { secretFor, signedIn }: RecordingKey): RecordingAccess {
  const { id, personId, browserSha256 } = recording
  if (personId !== null && personId !== signedIn?.id) {
    throw notHere('Sign in as the person who started this recording.')
  }
  if (browserSha256 === null) return 'look'
  const secret = secretFor(id)
  if (secret !== '' && tokenHash(secret).toString('hex') === browserSha256) return 'browser'
  if (personId !== null) return 'own'
  throw notHere(ELSEWHERE)
}

/**
 * A recording in which takes can be recorded, by whom it was opened. @throws `not_found` for one that has ended, and for
 * any other browser than the one that records.
 */
export function requireOpen(recording: OpenedRecording, clock: Clock): OpenedRecording {
  if (!isOpen(recording, clock())) throw recordingEnded()
  if (recording.access === 'browser') return recording
  throw notHere('Go on in the browser in which this recording was begun.')
}

/** The refusal of what is asked of a recording that has ended. */
export function recordingEnded(): Error {
  return notHere('This recording has ended. Ask for a new link to record again.')
}
