import { invalidFields, problem } from '../../domain/error/errors.ts'
import { CONSENT_TEXTS, CONSENT_TEXTS_VERSION } from '../../domain/twin/twin-consent.ts'
import type { ConsentEvidence, ConsentText, TakeEvidence } from '../../domain/twin/twin-consent.ts'
import { takesOf } from '../../domain/twin/twin-recording.ts'
import type { OpenedRecording } from '../../domain/twin/twin-recording.ts'
import { READING_VERSION } from '../../domain/twin/twin-script.ts'
import { TAKE_PARTS } from '../../domain/twin/twin-take.ts'
import type { Take } from '../../domain/twin/twin-take.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { tokenHash } from '../account/invite-person.ts'
import { requireOpen } from './open-recording.ts'
import { tooManyBuildsToday } from './recording-room.ts'
import type { RecordingRoom } from './recording-room.ts'

/** Stores for giving a consent. */
export interface GiveConsentPorts {
  readonly twins: Pick<Twins, 'find'>
  readonly twinTakes: Pick<TwinTakes, 'list'>
  readonly twinRecordings: Pick<TwinRecordings, 'readWords'>
  readonly twinRecords: Pick<TwinRecords, 'consent'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTwinBuild'>
  /** How long a consent holds. */
  readonly consentMonths: number
  readonly recordingRoom: Pick<RecordingRoom, 'requireForBuild'>
  readonly newId: NewId
  readonly clock: Clock
  readonly log: Log
}

/** What a person gives their consent with, and from where. */
export interface GiveConsentInput {
  readonly recording: OpenedRecording
  /** As typed, 1 to 200 characters. */
  readonly fullName: string
  /** Names of the texts that were ticked. */
  readonly ticked: readonly ConsentText[]
  readonly locale: string
  readonly ipAddress: string
  readonly userAgent: string
  /** The token of the link. */
  readonly token: string
}

/** Gives the consent, seals its evidence, and has the twin built. @throws `not_found`, `invalid_request`. */
export type GiveConsent = (input: GiveConsentInput) => Promise<{ consentId: string; expiresAt: Date }>

/** Giving consent: possible when every part was recorded and accepted, and every text is ticked. */
export function makeGiveConsent(ports: GiveConsentPorts): GiveConsent {
  const { twins, twinTakes, twinRecordings, twinRecords, twinWorkflows, consentMonths, newId, clock, log } =
    ports
  return async (input) => {
    const recording = requireOpen(input.recording, clock)
    const { id: recordingId, accountId, twinId, personId } = recording
    requireAllTicked(input.ticked)
    const takes = requireAllAccepted(takesOf(recording, await twinTakes.list(twinId)))
    const read = await twinRecordings.readWords(recordingId, takes.consent.id)
    if (read === null) throw missing('consent', 'Record the statement again: its words were drawn elsewhere.')
    const mostBuilds = await ports.recordingRoom.requireForBuild(accountId)
    const now = clock()
    const expiresAt = monthsAfter(now, consentMonths)
    const consentId = newId('cns')
    const evidence: ConsentEvidence = {
      consentId,
      accountId,
      twinId,
      renewsTwinId: (await twins.find(accountId, twinId))?.renewsId ?? null,
      recordingId,
      personId,
      fullName: input.fullName.trim(),
      statement: { version: read.statementVersion, text: read.statement },
      words: { words: read.words, issuedAt: read.issuedAt.toISOString(), usedAt: read.usedAt.toISOString() },
      texts: { version: CONSENT_TEXTS_VERSION, ticked: CONSENT_TEXTS },
      readingVersion: READING_VERSION,
      locale: input.locale,
      takes: TAKE_PARTS.map((part) => takeEvidence(takes[part])),
      ipAddress: input.ipAddress,
      userAgent: input.userAgent,
      sessionHash: tokenHash(input.token).toString('hex'),
      browserHash: recording.browserSha256,
      givenAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }
    const written = await twinRecords.consent(evidence, mostBuilds)
    if (written === 'too many today') throw tooManyBuildsToday(mostBuilds)
    if (written === 'ended') throw problem('not_found')
    await twinWorkflows.startTwinBuild({ accountId, twinId }).catch((error: unknown) => {
      // The consent is given and cannot be given twice: housekeeping starts what could not be started here.
      log.warn({ error, twinId }, 'build of a twin is left to housekeeping')
    })
    return { consentId, expiresAt }
  }
}

function requireAllTicked(ticked: readonly ConsentText[]): void {
  const texts = Object.keys(CONSENT_TEXTS) as ConsentText[]
  const unticked = texts.filter((text) => !ticked.includes(text))
  if (unticked.length === 0) return
  throw missing('ticked', `Every text is needed; ${unticked.join(', ')} was not ticked.`)
}

function requireAllAccepted(takes: readonly Take[]): Record<(typeof TAKE_PARTS)[number], Take> {
  const accepted = takes.filter(({ status, hasFilm }) => status === 'accepted' && hasFilm)
  const lacking = TAKE_PARTS.filter((part) => !accepted.some((take) => take.part === part))
  if (lacking.length > 0) throw missing('takes', `Record these parts first: ${lacking.join(', ')}.`)
  return Object.fromEntries(accepted.map((take) => [take.part, take])) as Record<
    (typeof TAKE_PARTS)[number],
    Take
  >
}

function takeEvidence({ id, part, sha256, createdAt, checks }: Take): TakeEvidence {
  return { id, part, sha256: sha256 ?? '', recordedAt: createdAt.toISOString(), checks }
}

/** The same day so many months later; the last of the month where there is no such day. */
function monthsAfter(date: Date, months: number): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

function missing(field: string, message: string): Error {
  return invalidFields({ [field]: { code: 'required', message } })
}
