import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { FieldProblem } from '../../domain/error/errors.ts'
import { PASSCODE_MINUTES } from '../../domain/twin/twin-recording.ts'
import { actorOf, takesOf } from '../../domain/twin/twin-recording.ts'
import type { OpenedRecording, Recording } from '../../domain/twin/twin-recording.ts'
import { READING_VERSION, STATEMENT_VERSION } from '../../domain/twin/twin-script.ts'
import { MOST_CHUNKS, MOST_TAKE_BYTES, MOST_TAKES } from '../../domain/twin/twin-take.ts'
import type { Take, TakePart } from '../../domain/twin/twin-take.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { ArrivedChunk, TakeFilms } from '../../ports/twin/take-films.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { dropReplacedFilms } from './drop-replaced-films.ts'
import type { DropReplacedFilmsPorts } from './drop-replaced-films.ts'
import { recordingEnded, requireOpen } from './open-recording.ts'
import { tooManyTakesToday } from './recording-room.ts'
import type { RecordingRoom } from './recording-room.ts'
import type { UploadGate } from './upload-gate.ts'

/** Stores for taking films up in parts. */
export interface UploadTakePorts extends DropReplacedFilmsPorts {
  readonly twins: Pick<Twins, 'folder'>
  readonly twinTakes: Pick<
    TwinTakes,
    'abandon' | 'begin' | 'find' | 'list' | 'chunks' | 'addChunk' | 'complete' | 'replaced' | 'forgotten'
  >
  readonly takeFilms: TakeFilms
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTakeCheck'>
  readonly recordingRoom: RecordingRoom
  readonly uploadGate: UploadGate
  readonly joinGate: UploadGate
  readonly newId: NewId
  readonly clock: Clock
}

/** Begins the upload of a take. The one of its part before it is replaced. @throws `not_found`, `invalid_request`. */
export type BeginTake = (
  recording: OpenedRecording,
  take: { readonly part: TakePart; readonly contentType: string },
) => Promise<Take>

/** A chunk of a take. */
export interface SentChunk {
  readonly takeId: string
  /** From 0. Chunks are sent in their order; one that arrived before may be sent again. */
  readonly number: number
  /** Hex, as the sender counts it. */
  readonly sha256: string
  /** Read when the chunk is wanted. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Takes the next chunk; the take as it is then. @throws `not_found`, `invalid_request`. */
export type TakeChunkUp = (recording: OpenedRecording, chunk: SentChunk) => Promise<Take>

/** Completes a take and has it checked. Safe to repeat. @throws `not_found`, `invalid_request`. */
export type FinishTake = (
  recording: OpenedRecording,
  sent: { readonly takeId: string; readonly chunks: number; readonly sha256: string },
) => Promise<Take>

/** Beginning a take. The statement of consent is read with words that were drawn for it, and used up by it. */
export function makeBeginTake(ports: UploadTakePorts): BeginTake {
  const { twinTakes, recordingRoom, newId, clock } = ports
  return async (recording, { part, contentType }) => {
    const { id: recordingId, accountId, twinId } = requireOpen(recording, clock)
    if (takesOf(recording, await twinTakes.list(twinId)).length >= MOST_TAKES) {
      throw refused('part', 'invalid', 'Too many takes were recorded. Start with a new recording.')
    }
    const mostToday = await recordingRoom.requireForTake(accountId)
    const readsWords = part === 'consent'
    const textVersion = readsWords ? STATEMENT_VERSION : READING_VERSION
    const take = { id: newId('tak'), accountId, recordingId, twinId, part, contentType, textVersion }
    const begun = await twinTakes.begin(take, readsWords, mostToday)
    if (begun === 'too many today') throw tooManyTakesToday(mostToday)
    if (begun === 'ended') throw recordingEnded()
    if (begun === 'no words') throw refused('part', 'required', 'Draw new words for the statement first.')
    await dropReplacedFilms(ports, twinId)
    return begun
  }
}

/** Taking a chunk. What was sent has to be what arrived; chunks come in order, so that none can be missing. */
export function makeTakeChunk(ports: UploadTakePorts): TakeChunkUp {
  const { takeFilms, uploadGate, clock } = ports
  return async (recording, sent) => {
    requireOpen(recording, clock)
    await requireTake(ports.twinTakes, recording, sent.takeId)
    return uploadGate.use(recording, () =>
      takeFilms.receive(sent.bytes, (arrived) => keepChunk(ports, recording, sent, arrived)),
    )
  }
}

async function keepChunk(
  ports: UploadTakePorts,
  recording: OpenedRecording,
  { takeId, number, sha256 }: SentChunk,
  { sizeBytes, sha256: arrived, keep }: ArrivedChunk,
): Promise<Take> {
  const { twins, twinTakes, takeFilms, recordingRoom } = ports
  if (arrived !== sha256) {
    throw refused('sha256', 'invalid', 'The chunk did not arrive as it was sent. Send it again.')
  }
  const take = await requireTake(twinTakes, recording, takeId)
  if (number < take.chunks) return againSent(twinTakes, take, number, sha256)
  if (take.status !== 'uploading') throw refused('take', 'conflict', 'This take is complete or was replaced.')
  if (number > take.chunks) throw outOfOrder(take)
  if (sizeBytes === 0) throw refused('chunk', 'required', 'The chunk is empty.')
  if (number >= MOST_CHUNKS || take.sizeBytes + sizeBytes > MOST_TAKE_BYTES) {
    throw refused('chunk', 'too_long', 'This take is too long. Record the part again.', MOST_TAKE_BYTES)
  }
  await recordingRoom.requireForBytes(recording.accountId, sizeBytes)
  const folder = await twins.folder(take.twinId)
  if (folder === null) throw problem('not_found')
  await keep(folder, takeId, number)
  const isNext = await twinTakes.addChunk(takeId, { number, sha256, sizeBytes })
  const now = await requireTake(twinTakes, recording, takeId)
  // What was put there after everything else of it was removed.
  if (now.status === 'replaced') await takeFilms.drop(folder, takeId)
  if (isNext) return now
  // Another request was faster, with this chunk or another one.
  if (!(await isCounted(twinTakes, now, number, sha256))) {
    // It counts towards nothing that is bounded, so it must not stay.
    await takeFilms.dropChunk(folder, takeId, { number, sha256 })
  }
  return number < now.chunks ? againSent(twinTakes, now, number, sha256) : reject(outOfOrder(now))
}

/** Whether a chunk is one of those that the film is made of: the same bytes may have been sent twice at once. */
async function isCounted(
  twinTakes: Pick<TwinTakes, 'chunks'>,
  { id }: Take,
  number: number,
  sha256: string,
): Promise<boolean> {
  return (await twinTakes.chunks(id)).some((chunk) => chunk.number === number && chunk.sha256 === sha256)
}

/** Completing a take. */
export function makeFinishTake(ports: UploadTakePorts): FinishTake {
  const { twinTakes, twinWorkflows, joinGate, clock } = ports
  return async (recording, sent) => {
    const { accountId, twinId } = requireOpen(recording, clock)
    const { takeId, sha256 } = sent
    const take = await requireTake(twinTakes, recording, takeId)
    if (take.status === 'uploading') {
      await joinGate.use(recording, () => completeTake(ports, recording, take, sent))
    } else if (take.sha256 !== sha256) {
      throw refused('sha256', 'conflict', 'This take was replaced, or completed with another film.')
    }
    const done = await requireTake(twinTakes, recording, takeId)
    // Also for a repeat: the first one may not have got as far as this.
    if (done.status === 'checking') await twinWorkflows.startTakeCheck({ accountId, twinId, takeId })
    return done
  }
}

async function completeTake(
  ports: UploadTakePorts,
  recording: OpenedRecording,
  take: Take,
  { chunks, sha256 }: Parameters<FinishTake>[1],
): Promise<void> {
  const { twins, twinTakes, takeFilms, twinRecords, clock } = ports
  const { id: takeId, twinId, part } = take
  requireFresh(take, clock())
  if (chunks !== take.chunks || chunks === 0) throw outOfOrder(take)
  const folder = await twins.folder(twinId)
  if (folder === null) throw problem('not_found')
  if ((await takeFilms.join(folder, takeId, await twinTakes.chunks(takeId))) !== sha256) {
    // Each chunk is what was sent, so the next try would end the same way: and all of the film is read for it.
    await twinTakes.abandon(takeId)
    await dropReplacedFilms(ports, twinId)
    throw refused('sha256', 'conflict', 'The film did not arrive as it was recorded. Record the part again.')
  }
  if (await twinTakes.complete(takeId, sha256, take.sizeBytes)) {
    const details = { take_id: takeId, part, sha256 }
    await twinRecords.note(twinId, 'take_uploaded', actorOf(recording), details)
  }
  await takeFilms.dropChunks(folder, takeId)
}

/** Words that somebody has had for long prove little: their film has to arrive soon after they were used. */
function requireFresh({ wordsUsedAt }: Take, now: Date): void {
  if (wordsUsedAt === null || now.getTime() - wordsUsedAt.getTime() <= PASSCODE_MINUTES * 60_000) return
  throw refused(
    'take',
    'invalid',
    `The film of the statement has to arrive within ${PASSCODE_MINUTES} minutes. Record it again with new words.`,
  )
}

async function requireTake(
  twinTakes: Pick<TwinTakes, 'find'>,
  { id }: Recording,
  takeId: string,
): Promise<Take> {
  const take = await twinTakes.find(takeId)
  if (take === null || take.recordingId !== id) throw problem('not_found')
  return take
}

/** A chunk that arrived before is the same one, or there is something wrong with its number. */
async function againSent(
  twinTakes: Pick<TwinTakes, 'chunks'>,
  take: Take,
  number: number,
  sha256: string,
): Promise<Take> {
  const kept = (await twinTakes.chunks(take.id)).find((chunk) => chunk.number === number)
  // The chunks of a complete take are not told apart any more.
  if (kept === undefined || kept.sha256 === sha256) return take
  throw refused('number', 'conflict', `Chunk ${number} arrived before with other bytes.`)
}

function outOfOrder({ chunks }: Take): Error {
  return refused('number', 'invalid', `Chunks 0 to ${chunks - 1} have arrived. Send chunk ${chunks} next.`)
}

function refused(field: string, code: FieldProblem['code'], message: string, limit?: number): Error {
  return invalidFields({ [field]: { code, message, ...(limit !== undefined && { limit }) } })
}

function reject(error: Error): never {
  throw error
}
