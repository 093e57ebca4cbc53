import { randomBytes } from 'node:crypto'

import { invalidFields, problem } from '../../domain/errors.ts'
import { RECORDING_LINK_DAYS } from '../../domain/twin-recording.ts'
import type { Recording } from '../../domain/twin-recording.ts'
import type { Twin, TwinState } from '../../domain/twin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { NewId } from '../../ports/new-id.ts'
import type { TwinRecords, TwinRecordings, Twins } from '../../ports/twins.ts'
import { requireTwinName } from '../create-twin.ts'
import { tokenHash } from '../invite-person.ts'

/** Stores and the sources of ids and time that a recording is started with. */
export interface StartRecordingPorts {
  readonly twins: Pick<Twins, 'add' | 'find' | 'renewalOf'>
  readonly twinRecordings: Pick<TwinRecordings, 'start'>
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly newId: NewId
  readonly clock: Clock
}

/** Who is to be recorded, for which account. */
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
  const { twins, twinRecordings, twinRecords, newId, clock } = ports
  return async (input) => {
    const { accountId, personId, forMyself } = input
    const subject = forMyself ? personId : null
    const twin =
      'id' in input.twin
        ? await recordable(ports, accountId, input.twin.id, subject)
        : await twins.add({
            id: newId('twn'),
            accountId,
            name: requireTwinName(input.twin.name),
            state: 'recording',
            switchedOff: false,
            look: null,
            voice: null,
            subjectPersonId: subject,
            renewsId: null,
          })
    const token = randomBytes(32).toString('base64url')
    const recording = await twinRecordings.start({
      id: newId('rec'),
      twinId: twin.id,
      accountId,
      tokenHash: tokenHash(token),
      personId: subject,
      recordsUntil: new Date(clock().getTime() + RECORDING_LINK_DAYS * 86_400_000),
    })
    const details = { recording_id: recording.id, for_myself: forMyself }
    await twinRecords.note(twin.id, 'recording_started', { actor: 'account', personId }, details)
    // Behind the mark, so that no server and no log sees it when the page is opened.
    return { twin: { ...twin, state: 'recording' }, recording, path: `/record#${token}` }
  }
}

/** The twin that is recorded over: the one that was asked for, or its renewal. */
async function recordable(
  { twins, newId }: Pick<StartRecordingPorts, 'twins' | 'newId'>,
  accountId: string,
  twinId: string,
  subject: string | null,
): Promise<Twin> {
  const twin = await twins.find(accountId, twinId)
  if (twin === null) throw problem('not_found')
  requireSubject(twin, subject)
  if (twin.renewsId !== null) requireSameWay(twin, subject)
  const renewal = twin.state === 'ready' || twin.state === 'expired' ? await twins.renewalOf(twinId) : null
  const isRenewed = renewal !== null || (twin.state === 'ready' && twin.look?.kind === 'footage')
  if (!isRenewed) return requireRecordable(twin)
  requireSameWay(twin, subject)
  if (renewal !== null) return requireRecordable(renewal)
  const { name, voice, subjectPersonId } = twin
  return twins.add({
    id: newId('twn'),
    accountId,
    name,
    state: 'recording',
    switchedOff: false,
    look: null,
    voice,
    subjectPersonId,
    renewsId: twinId,
  })
}

function requireRecordable(twin: Twin): Twin {
  if (RECORDABLE.includes(twin.state) && twin.look?.kind !== 'presenter') return twin
  throw conflict(
    twin.renewsId === null
      ? 'This twin cannot be recorded again. Record a new one.'
      : 'What was recorded to renew this twin is being built.',
  )
}

/** Whoever is shown by a twin decides about it: nobody else takes it over. */
function requireSubject({ subjectPersonId }: Twin, subject: string | null): void {
  if (subjectPersonId === null || subjectPersonId === subject) return
  throw conflict('Only the person whom this twin shows can record it again. Record a new one.')
}

/** Who was recorded by a link renews by a link: whoever signs in would take their twin over. */
function requireSameWay({ subjectPersonId }: Twin, subject: string | null): void {
  if (subjectPersonId === subject) return
  throw conflict('This twin was recorded by a link. Make a link to renew it.')
}

function conflict(message: string): Error {
  return invalidFields({ twin_id: { code: 'conflict', message } })
}
