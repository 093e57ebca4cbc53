import { createHash } from 'node:crypto'

import { invalidFields, problem } from '../../domain/errors.ts'
import type { FieldProblem } from '../../domain/errors.ts'
import { PASSCODE_MINUTES } from '../../domain/twin-recording.ts'
import type { Recording } from '../../domain/twin-recording.ts'
import { READING_VERSION, STATEMENT_VERSION } from '../../domain/twin-script.ts'
import { MOST_CHUNKS, MOST_TAKE_BYTES, MOST_TAKES } from '../../domain/twin-take.ts'
import type { Take, TakePart } from '../../domain/twin-take.ts'
import type { Clock } from '../../ports/clock.ts'
import type { NewId } from '../../ports/new-id.ts'
import type { TakeFilms, TwinRecords, Twins, TwinTakes, TwinWorkflows } from '../../ports/twins.ts'
import { requireOpen } from './open-recording.ts'

/** Stores for taking films up in parts. */
export interface UploadTakePorts {
  readonly twins: Pick<Twins, 'folder'>
  readonly twinTakes: Pick<TwinTakes, 'begin' | 'find' | 'list' | 'chunks' | 'addChunk' | 'complete'>
  readonly takeFilms: TakeFilms
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTakeCheck'>
  readonly newId: NewId
  readonly clock: Clock
}

/** Begins the upload of a take. The one of its part before it is replaced. @throws `not_found`, `invalid_request`. */
export type BeginTake = (
  recording: Recording,
  take: { readonly part: TakePart; readonly contentType: string },
) => Promise<Take>

/** A chunk of a take. */
export interface SentChunk {
  readonly takeId: string
  /** From 0. Chunks are sent in their order; one that arrived before may be sent again. */
  readonly number: number
  /** Hex, as the sender counts it. */
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** Takes the next chunk; the take as it is then. @throws `not_found`, `invalid_request`. */
export type TakeChunkUp = (recording: Recording, chunk: SentChunk) => Promise<Take>

/** Completes a take and has it checked. Safe to repeat. @throws `not_found`, `invalid_request`. */
export type FinishTake = (
  recording: Recording,
  sent: { readonly takeId: string; readonly chunks: number; readonly sha256: string },
) => Promise<Take>

/** Beginning a take. The statement of consent is read with words that were drawn for it, and used up by it. */
export function makeBeginTake({ twinTakes, newId, clock }: UploadTakePorts): BeginTake {
  return async (recording, { part, contentType }) => {
    const { id: recordingId, twinId } = requireOpen(recording, clock)
    if ((await twinTakes.list(twinId)).length >= MOST_TAKES) {
      throw refused('part', 'invalid', 'Too many takes were recorded. Start with a new recording.')
    }
    const readsWords = part === 'consent'
    const textVersion = readsWords ? STATEMENT_VERSION : READING_VERSION
    const take = { id: newId('tak'), recordingId, twinId, part, contentType, textVersion }
    const begun = await twinTakes.begin(take, readsWords)
    if (begun === null) throw refused('part', 'required', 'Draw new words for the statement first.')
    return begun
  }
}

/** Taking a chunk. What was sent has to be what arrived; chunks come in order, so that none can be missing. */
export function makeTakeChunk({ twins, twinTakes, takeFilms, clock }: UploadTakePorts): TakeChunkUp {
  return async (recording, { takeId, number, sha256, bytes }) => {
    const take = await requireTake(twinTakes, requireOpen(recording, clock), takeId)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw refused('sha256', 'invalid', 'The chunk did not arrive as it was sent. Send it again.')
    }
    if (number < take.chunks) return againSent(twinTakes, take, number, sha256)
    if (take.status !== 'uploading')
      throw refused('take', 'conflict', 'This take is complete or was replaced.')
    if (number > take.chunks) throw outOfOrder(take)
    if (bytes.length === 0) throw refused('chunk', 'required', 'The chunk is empty.')
    if (number >= MOST_CHUNKS || take.sizeBytes + bytes.length > MOST_TAKE_BYTES) {
      throw refused('chunk', 'too_long', 'This take is too long. Record the part again.', MOST_TAKE_BYTES)
    }
    const folder = await twins.folder(take.twinId)
    if (folder === null) throw problem('not_found')
    const chunk = { number, sha256, sizeBytes: bytes.length }
    await takeFilms.keepChunk(folder, takeId, chunk, bytes)
    const isNext = await twinTakes.addChunk(takeId, chunk)
    const now = await requireTake(twinTakes, recording, takeId)
    // Another request was faster, with this chunk or another one.
    if (!isNext)
      return number < now.chunks ? againSent(twinTakes, now, number, sha256) : reject(outOfOrder(now))
    return now
  }
}

/** Completing a take. */
export function makeFinishTake(ports: UploadTakePorts): FinishTake {
  const { twins, twinTakes, takeFilms, twinRecords, twinWorkflows, clock } = ports
  return async (recording, { takeId, chunks, sha256 }) => {
    const take = await requireTake(twinTakes, requireOpen(recording, clock), takeId)
    const { accountId, personId, twinId } = recording
    if (take.status === 'uploading') {
      requireFresh(take, clock())
      if (chunks !== take.chunks || chunks === 0) throw outOfOrder(take)
      const folder = await twins.folder(twinId)
      if (folder === null) throw problem('not_found')
      if ((await takeFilms.join(folder, takeId, await twinTakes.chunks(takeId))) !== sha256) {
        throw refused(
          'sha256',
          'invalid',
          'The film did not arrive as it was recorded. Record the part again.',
        )
      }
      if (await twinTakes.complete(takeId, sha256, take.sizeBytes)) {
        const details = { take_id: takeId, part: take.part, sha256 }
        await twinRecords.note(twinId, 'take_uploaded', { actor: 'subject', personId }, details)
      }
      await takeFilms.dropChunks(folder, takeId)
    } else if (take.sha256 !== sha256) {
      throw refused('sha256', 'conflict', 'This take was replaced, or completed with another film.')
    }
    const done = await requireTake(twinTakes, recording, takeId)
    // Also for a repeat: the first one may not have got as far as this.
    if (done.status === 'checking') await twinWorkflows.startTakeCheck({ accountId, twinId, takeId })
    return done
  }
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
  { twinId }: Recording,
  takeId: string,
): Promise<Take> {
  const take = await twinTakes.find(takeId)
  if (take === null || take.twinId !== twinId) throw problem('not_found')
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
