import { readFile } from 'node:fs/promises'
import { readPortraits, readTrack } from '../../face/track-file.ts'
import { readSamples } from '../../speech/engines/wav.ts'
import { recogniserAt } from '../consent/recogniser.ts'
import { checkBlinks } from './blinks.ts'
import { checkFrontal } from './frontal.ts'
import { checkLength } from './length.ts'
import { checkLight } from './light.ts'
import { checkLips, lipSyncOf, soundLate } from './lips.ts'
import { checkMoving } from './moving.ts'
import { checkOneFace } from './one-face.ts'
import { checkSamePerson } from './same-person.ts'
import { checkSharp } from './sharp.ts'
import { checkSize } from './size.ts'
import { checkSound } from './sound.ts'
import { checkStill } from './still.ts'
import { checkTexture } from './texture.ts'
import { checkTurn } from './turn.ts'
import { checkWords } from './words.ts'
import type { CheckTakeJob, CheckedTake } from '../../domain/twin/twin-job.ts'
import type { TakeCheck, TakePart } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** A take to check, with what the studio knows. */
export interface CheckTask extends CheckTakeJob {
  readonly recogniserFolder: string | null
}

/** One thing that is looked at. */
type Check = (take: RecordedTake, asked: Pick<CheckTakeJob, 'sentences'>) => TakeCheck

const FACE: readonly Check[] = [checkOneFace, checkSize, checkFrontal, checkSharp, checkLight, checkTexture]
const PERSON: readonly Check[] = [checkSamePerson, checkMoving]

/** What is looked at in each part, in the order in which people are told. */
const CHECKS: Record<TakePart, readonly Check[]> = {
  consent: [...FACE, checkSound, checkLength, ...PERSON],
  turn: [checkOneFace, checkLight, checkTurn, ...PERSON],
  reading: [...FACE, checkSound, checkLength, checkBlinks, ...PERSON],
  silence: [...FACE, checkLength, checkStill, ...PERSON],
}

/** Parts in which something is said. */
const SPOKEN: readonly TakePart[] = ['consent', 'reading']

/** Checks one take by what was seen and heard. The same files give the same result. */
export async function checkTake(task: CheckTask): Promise<CheckedTake> {
  const take: RecordedTake = {
    part: task.part,
    track: await readTrack(task.trackFile),
    portraits: await readPortraits(task.portraitsFile),
    sound: readSamples(await readFile(task.soundFile)),
  }
  const seen = CHECKS[task.part].map((check) => check(take, task))
  if (!SPOKEN.includes(task.part)) return { checks: seen, soundLateSeconds: null }
  const sync = lipSyncOf(take)
  const said = await checkWords(take, task, await recogniserAt(task.recogniserFolder))
  return { checks: [...seen, checkLips(sync), said], soundLateSeconds: soundLate(sync) }
}
