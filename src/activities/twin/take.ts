import type { ApplicationFailure } from '@temporalio/activity'

import { takeKeys } from '../../domain/twin/twin-files.ts'
import type { CheckedTake, CheckTakeJob, TrackedTake } from '../../domain/twin/twin-job.ts'
import type { Take, TakePart } from '../../domain/twin/twin-take.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import type { TwinStudio } from '../../ports/twin/twin-studio.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { CheckResult, CheckStep, TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { stepFailure } from '../step-failure.ts'
import { keepText, readText } from '../stored-text.ts'
import { inTurn } from './in-turn.ts'
import { folderOf } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'

/** Stores and studio for looking at takes. */
export interface TakePorts {
  readonly twins: Pick<Twins, 'folder'>
  readonly twinTakes: Pick<TwinTakes, 'find' | 'check' | 'beginWork' | 'secondsAtWork'>
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly twinStudio: Pick<TwinStudio, 'inTurn' | 'trackTake' | 'checkTake'>
  readonly media: MediaStore
  readonly scratch: Scratch
  /** What is read aloud in a recording, sentence by sentence. */
  readonly reading: readonly string[]
}

/** Which take an activity is about. */
export interface TakeRef extends TwinRef {
  readonly takeId: string
}

/** Takes: each part of a recording as it was uploaded. */
export function createTakeActivities(ports: TakePorts) {
  return {
    /**
     * Finds the face in every frame of a take, and keeps what was seen and heard. Fails for good with `TakeUnusable`,
     * whose message is for the person who recorded it.
     */
    async lookAtTake(input: TakeRef): Promise<void> {
      await inTurn(ports.twinStudio, input, async (options) => {
        await ports.twinTakes.beginWork(input.takeId, 'look')
        await lookAt(ports, input, options)
      })
    },

    /** Checks a take that was looked at, and accepts or refuses it. @returns what became of it. */
    async judgeTake(input: TakeRef): Promise<'accepted' | 'refused'> {
      return inTurn(ports.twinStudio, input, async (options) => {
        await ports.twinTakes.beginWork(input.takeId, 'judge')
        return judge(ports, input, options)
      })
    },

    /** Seconds since a step of a check has had a process; null as long as it waits for its turn. */
    secondsAtWork: ({ takeId, step }: TakeRef & { step: CheckStep }): Promise<number | null> =>
      ports.twinTakes.secondsAtWork(takeId, step),

    /** Refuses a take that could not be looked at. @param input with a sentence for the person. */
    async refuseTake(input: TakeRef & { message: string }): Promise<void> {
      const { message, ...ref } = input
      await settle(ports, ref, {
        status: 'refused',
        seconds: null,
        soundLateSeconds: null,
        checks: [{ code: 'film', outcome: 'failed', measured: null, limit: 0, message }],
      })
    },
  }
}

async function lookAt(
  { twins, twinTakes, media, scratch, twinStudio }: TakePorts,
  input: TakeRef,
  options: WorkOptions,
): Promise<void> {
  const keys = takeKeys(await folderOf(twins, input.twinId), input.takeId)
  if (await media.has(keys.seen)) return
  const take = await twinTakes.find(input.takeId)
  if (take === null || take.status === 'replaced') throw takeReplaced(input.takeId)
  await scratch.use(async (folder) => {
    const files = {
      trackFile: `${folder}/track`,
      portraitsFile: `${folder}/portraits`,
      soundFile: `${folder}/sound.wav`,
    }
    const seen = await media.withFile(keys.film, (takeFile) =>
      twinStudio.trackTake({ takeFile, ...files }, options).catch(async (error: unknown) => {
        throw forPerson(error, take.part)
      }),
    )
    await media.put(keys.track, files.trackFile)
    await media.put(keys.portraits, files.portraitsFile)
    await media.put(keys.sound, files.soundFile)
    // Last, because its presence says that all of it is there.
    await keepText(media, keys.seen, JSON.stringify(seen), folder)
  })
}

async function judge(
  ports: TakePorts,
  input: TakeRef,
  options: WorkOptions,
): Promise<'accepted' | 'refused'> {
  const { twins, media, twinStudio } = ports
  const take = await ports.twinTakes.find(input.takeId)
  if (take?.status !== 'checking') return take?.status === 'accepted' ? 'accepted' : 'refused'
  const keys = takeKeys(await folderOf(twins, input.twinId), input.takeId)
  const seen = JSON.parse(await readText(media, keys.seen)) as TrackedTake
  const checked = await media.withFiles(
    [keys.track, keys.portraits, keys.sound],
    ([trackFile, portraitsFile, soundFile]) =>
      twinStudio.checkTake(
        {
          part: take.part,
          trackFile: trackFile ?? '',
          portraitsFile: portraitsFile ?? '',
          soundFile: soundFile ?? '',
          ...toBeSaid(take, ports.reading),
        },
        options,
      ),
  )
  const result = resultOf(checked, seen)
  await settle(ports, input, result)
  // Nobody compares the face in a take that is not used.
  if (result.status === 'refused') await media.removeAll(keys.portraits)
  return result.status
}

/** Another take of its part was begun, or another recording: there is no film to look at, so no retry helps. */
function takeReplaced(takeId: string): ApplicationFailure {
  return stepFailure('TakeReplaced', `${takeId} was replaced.`)
}

/**
 * The failure whose sentence is shown to the person who recorded, with the part to record again, if there is one.
 *
 * @param part of the take that was looked at; left out where the error names it.
 */
export function forPerson(error: unknown, part?: TakePart): unknown {
  if (!(error instanceof Error) || error.name !== 'TakeUnusable') return error
  const named = 'details' in error ? error.details : null
  return stepFailure('TakeUnusable', error.message, part ?? named)
}

async function settle(ports: TakePorts, { twinId, takeId }: TakeRef, result: CheckResult): Promise<void> {
  const { twinTakes, twinRecords } = ports
  if (!(await twinTakes.check(takeId, result))) return
  const notPassed = result.checks.filter(({ outcome }) => outcome !== 'passed')
  await twinRecords.note(
    twinId,
    result.status === 'accepted' ? 'take_accepted' : 'take_refused',
    { actor: 'service', personId: null },
    { take_id: takeId, not_passed: notPassed.map(({ code, outcome }) => `${code}: ${outcome}`) },
  )
}

/** What is unclear is accepted here: an operator decides about it when the consent is given. */
function resultOf({ checks, soundLateSeconds }: CheckedTake, { seconds }: TrackedTake): CheckResult {
  const isRefused = checks.some(({ outcome }) => outcome === 'failed')
  return { status: isRefused ? 'refused' : 'accepted', seconds, soundLateSeconds, checks }
}

/** What the person was asked to say. The statement is the one that was shown, whatever the twin is called by now. */
function toBeSaid(
  { part, words, statement }: Take,
  reading: readonly string[],
): Pick<CheckTakeJob, 'sentences' | 'words'> {
  if (part === 'reading') return { sentences: reading, words: [] }
  return { sentences: statement === null ? [] : statement.split(/(?<=\.) /u), words }
}
