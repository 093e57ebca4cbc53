import { randomBytes } from 'node:crypto'

import { invalidFields, problem } from '../../domain/error/errors.ts'
import { requireName } from '../../domain/account/name.ts'
import type { TwinLimits } from '../../domain/twin/twin-limits.ts'
import { RECORDING_LINK_DAYS } from '../../domain/twin/twin-recording.ts'
import type { Recording } from '../../domain/twin/twin-recording.ts'
import { LONGEST_TWIN_NAME } from '../../domain/twin/twin.ts'
import type { Twin, TwinState } from '../../domain/twin/twin.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { tokenHash } from '../account/invite-person.ts'
import { dropReplacedFilms } from './drop-replaced-films.ts'
import type { DropReplacedFilmsPorts } from './drop-replaced-films.ts'
import { tooManyOpen } from './recording-room.ts'
import type { RecordingRoom } from './recording-room.ts'

/** Stores and the sources of ids and time that a recording is started with. */
export interface StartRecordingPorts extends DropReplacedFilmsPorts {
  readonly twins: Pick<Twins, 'add' | 'delete' | 'find' | 'renewalOf' | 'folder'>
  readonly twinRecordings: Pick<TwinRecordings, 'start'>
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly recordingRoom: Pick<RecordingRoom, 'requireForRecording'>
  readonly twinLimits: TwinLimits
  readonly newId: NewId
  readonly clock: Clock
}

/** The person to record, and the account that it is for. */
export interface StartRecordingInput {
  readonly accountId: string
  /** The signed-in person who asks. */
  readonly personId: string
  /** Whether they record themselves, or want a link for somebody else. */
  readonly forMyself: boolean
  /** Name of a new twin, or the twin that is recorded again. */
  readonly twin: { readonly name: string } | { readonly id: string }
}

/**
 * Starts a recording. The path of its link is shown once; only its hash is kept.
 *
 * @throws `not_found`, `invalid_request`.
 */
export type StartRecording = (
  input: StartRecordingInput,
) => Promise<{ twin: Twin; recording: Recording; path: string }>

/** A twin in any other state is not recorded over: it is in use, being built, or its person has withdrawn it. */
const RECORDABLE: readonly TwinState[] = ['recording', 'failed', 'expired']

/**
 * Starting a recording, of a new twin or of one that failed or whose consent has ended. One that is ready is renewed: what
 * is recorded is built beside it, and takes its place when it is ready.
 */
export function makeStartRecording(ports: StartRecordingPorts): StartRecording {
  const { twins, twinRecordings, twinRecords, recordingRoom, twinLimits, newId, clock } = ports
  return async (input) => {
    const { accountId, personId, forMyself } = input
    const subject = forMyself ? personId : null
    await recordingRoom.requireForRecording(accountId, 'name' in input.twin)
    const { twin, isAdded } =
      'id' in input.twin
        ? await recordable(ports, accountId, input.twin.id, subject)
        : added(
            await twins.add({
              ...UNRECORDED,
              id: newId('twn'),
              accountId,
              name: requireName(input.twin.name, LONGEST_TWIN_NAME),
              subjectPersonId: subject,
            }),
          )
    const token = randomBytes(32).toString('base64url')
    const recording = await twinRecordings.start(
      {
        id: newId('rec'),
        twinId: twin.id,
        accountId,
        tokenHash: tokenHash(token),
        personId: subject,
        startedBy: personId,
        recordsUntil: new Date(clock().getTime() + RECORDING_LINK_DAYS * 86_400_000),
      },
      twinLimits.openRecordings,
      RECORDABLE,
    )
    if (typeof recording === 'string') {
      if (isAdded) await twins.delete(accountId, twin.id)
      throw recording === 'no room' ? tooManyOpen(twinLimits.openRecordings) : notRecordable(twin)
    }
    const details = { recording_id: recording.id, for_myself: forMyself }
    await twinRecords.note(twin.id, 'recording_started', { actor: 'account', personId }, details)
    await dropReplacedFilms(ports, twin.id)
    // Behind the mark, so that no server and no log sees it when the page is opened.
    return { twin: { ...twin, state: 'recording' }, recording, path: `/record#${token}` }
  }
}

/** A twin as it begins, of nobody yet. */
const UNRECORDED = {
  state: 'recording',
  switchedOff: false,
  look: null,
  voice: null,
  renewsId: null,
} as const

/** The twin that a recording is of, and whether it was added for it. */
interface Recorded {
  readonly twin: Twin
  readonly isAdded: boolean
}

const added = (twin: Twin): Recorded => ({ twin, isAdded: true })
const there = (twin: Twin): Recorded => ({ twin, isAdded: false })

/** The twin that is recorded over: the one that was asked for, or its renewal. */
async function recordable(
  { twins, newId }: Pick<StartRecordingPorts, 'twins' | 'newId'>,
  accountId: string,
  twinId: string,
  subject: string | null,
): Promise<Recorded> {
  const twin = await twins.find(accountId, twinId)
  if (twin === null) throw problem('not_found')
  requireSubject(twin, subject)
  requireSameWay(twin, subject)
  const renewal = twin.state === 'ready' || twin.state === 'expired' ? await twins.renewalOf(twinId) : null
  const isRenewed = renewal !== null || (twin.state === 'ready' && twin.look?.kind === 'footage')
  if (!isRenewed) return there(requireRecordable(twin))
  if (renewal !== null) return there(requireRecordable(renewal))
  const { name, voice, subjectPersonId } = twin
  const id = newId('twn')
  return added(
    await twins.add({ ...UNRECORDED, id, accountId, name, voice, subjectPersonId, renewsId: twinId }),
  )
}

function requireRecordable(twin: Twin): Twin {
  if (RECORDABLE.includes(twin.state) && twin.look?.kind !== 'presenter') return twin
  throw notRecordable(twin)
}

function notRecordable({ renewsId }: Pick<Twin, 'renewsId'>): Error {
  return conflict(
    renewsId === null
      ? 'This twin cannot be recorded again. Record a new one.'
      : 'What was recorded to renew this twin is being built.',
  )
}

/** The person whom a twin shows decides about it: nobody else takes it over. */
function requireSubject({ subjectPersonId }: Twin, subject: string | null): void {
  if (subjectPersonId === null || subjectPersonId === subject) return
  throw conflict('Only the person whom this twin shows can record it again. Record a new one.')
}

/** A person who was recorded by a link is recorded again by a link: one who signs in would take their twin over. */
function requireSameWay({ subjectPersonId }: Twin, subject: string | null): void {
  if (subjectPersonId === subject) return
  throw conflict('This twin is recorded by a link. Make another link, or record a new twin of yourself.')
}

function conflict(message: string): Error {
  return invalidFields({ twin_id: { code: 'conflict', message } })
}
