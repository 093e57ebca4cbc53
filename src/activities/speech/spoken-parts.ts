import { writeFile } from 'node:fs/promises'

import type { PartTimes, ScriptPlan, SpeechRequest } from '../../domain/speech/speech-job.ts'
import { MediaMissing } from '../../media/media-missing.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Speaker } from '../../ports/speech/speaker.ts'
import { keepText, readText } from '../stored-text.ts'
import { workKeys } from '../work-files.ts'

/** What reads and keeps spoken parts. */
export interface SpokenPartsPorts {
  readonly media: MediaStore
  readonly speaker: Pick<Speaker, 'plan' | 'timesOf'>
}

/** What is spoken of a video's script so far, in the media store. */
export interface SpokenParts {
  /** What is said in which part, decided for the first and good for all: other releases may speak the next. */
  plan(request: SpeechRequest): Promise<ScriptPlan>
  has(part: number): Promise<boolean>
  /**
   * Takes over the file of a part, unless the part was spoken before: not every engine says the same twice, and a
   * try that was thought dead may have been first.
   */
  keep(part: number, partFile: string): Promise<void>
  /**
   * The times of the parts that are spoken, from the first one up to the first that is not.
   *
   * @param likely so many parts are likely to be spoken: they are read at once.
   * @param most parts of the script.
   */
  timesFromFirst(likely: number, most: number): Promise<readonly PartTimes[]>
  /** Lends the files of the first so many parts. @throws MediaMissing. */
  withFiles<Result>(count: number, use: (files: readonly string[]) => Promise<Result>): Promise<Result>
}

/**
 * The spoken parts of a video. The times of each part are kept beside its sound, as they are needed after every later
 * part. They are a copy of what the part's own file says: whoever does not find them reads that.
 *
 * @param folder for files on their way.
 */
export function spokenPartsOf(
  { media, speaker }: SpokenPartsPorts,
  videoId: string,
  folder: string,
): SpokenParts {
  const keys = workKeys(videoId)

  async function keepTimes(part: number, times: PartTimes): Promise<PartTimes> {
    await keepText(media, keys.spokenTimes(part), times, folder)
    return times
  }

  async function timesOf(part: number): Promise<PartTimes | null> {
    const kept = await unlessMissing(readText(media, keys.spokenTimes(part)))
    if (kept !== null) return kept
    const times = media.withFile(keys.spokenPart(part), (file) => speaker.timesOf(file))
    const read = await unlessMissing(times)
    return read === null ? null : keepTimes(part, read)
  }

  async function plan(request: SpeechRequest): Promise<ScriptPlan> {
    const decided = await unlessMissing(readText(media, keys.scriptPlan))
    if (decided !== null) return decided
    const own = await speaker.plan(request)
    const file = `${folder}/plan`
    await writeFile(file, own)
    return (await media.putIfAbsent(keys.scriptPlan, file)) ? own : readText(media, keys.scriptPlan)
  }

  return {
    plan,
    has: (part) => media.has(keys.spokenPart(part)),
    async keep(part, partFile) {
      const own = await speaker.timesOf(partFile)
      if (await media.putIfAbsent(keys.spokenPart(part), partFile)) await keepTimes(part, own)
    },
    async timesFromFirst(likely, most) {
      const found = await Promise.all(Array.from({ length: likely }, (_, part) => timesOf(part)))
      while (found.length < most && !found.includes(null)) found.push(await timesOf(found.length))
      const gap = found.indexOf(null)
      return (gap < 0 ? found : found.slice(0, gap)).filter((times) => times !== null)
    },
    withFiles: (count, use) =>
      media.withFiles(
        Array.from({ length: count }, (_, part) => keys.spokenPart(part)),
        use,
      ),
  }
}

function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof MediaMissing)) throw error
    return null
  })
}
