import { problem } from '../../domain/errors.ts'
import type { Person } from '../../domain/person.ts'
import { isOpen } from '../../domain/twin-recording.ts'
import type { Recording } from '../../domain/twin-recording.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RequestGate } from '../../ports/request-gate.ts'
import type { TwinRecordings } from '../../ports/twins.ts'
import { tokenHash } from '../invite-person.ts'

/** The store of recordings, and what counts their requests. */
export interface OpenRecordingPorts {
  readonly twinRecordings: Pick<TwinRecordings, 'findByToken'>
  readonly requestGate: Pick<RequestGate, 'admitRecording'>
}

/**
 * The recording of a link, for whoever may use it: anybody who has it, or the one person it was made for. It may
 * have ended.
 *
 * @throws `not_found`, `rate_limited`.
 */
export type OpenRecording = (token: string, signedIn: Person | null) => Promise<Recording>

/** Opening a recording by its link. */
export function makeOpenRecording({ twinRecordings, requestGate }: OpenRecordingPorts): OpenRecording {
  return async (token, signedIn) => {
    const recording = token === '' ? null : await twinRecordings.findByToken(tokenHash(token))
    if (recording === null) {
      throw problem('not_found', { message: 'This link leads nowhere. Ask for a new one.' })
    }
    const waitSeconds = await requestGate.admitRecording(recording.id)
    if (waitSeconds !== null) throw problem('rate_limited', { retryAfterSeconds: waitSeconds })
    if (recording.personId !== null && recording.personId !== signedIn?.id) {
      throw problem('not_found', { message: 'Sign in as the person who started this recording.' })
    }
    return recording
  }
}

/** A recording in which takes can be recorded. @throws `not_found` for one that has ended. */
export function requireOpen(recording: Recording, clock: Clock): Recording {
  if (isOpen(recording, clock())) return recording
  throw problem('not_found', {
    message: 'This recording has ended. Ask for a new link to record again.',
  })
}
