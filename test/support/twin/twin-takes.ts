import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTwinStudio } from '../../../src/twins/twin-studio.ts'
import { filterSound } from '../../../src/speech/finish/audio-filter.ts'
import { decodeSound } from '../picture/finished-video.ts'
import { writeTake } from './forged-take.ts'
import { keptTrack } from './kept-tracks.ts'
import type { TrackedTake } from '../../../src/domain/twin/twin-job.ts'
import type { Pictures, TakeForm } from './forged-take.ts'

/** Rate of the sounds that takes are written with. */
const TAKE_RATE = 48_000

/** A take and what was found in it. */
export interface TrackedFiles extends TrackedTake {
  readonly takeFile: string
  readonly trackFile: string
  readonly portraitsFile: string
  readonly soundFile: string
}

/** A studio with a folder for takes; close it at the end. */
export async function openTakes() {
  const folder = await mkdtemp(join(tmpdir(), 'takes-'))
  const studio = createTwinStudio({ poolSize: 1 })
  const filesOf = (name: string) => ({
    trackFile: join(folder, `${name}.track`),
    portraitsFile: join(folder, `${name}.portraits`),
    soundFile: join(folder, `${name}.wav`),
  })
  const track = async (name: string, takeFile: string): Promise<TrackedFiles> => {
    const job = { takeFile, ...filesOf(name) }
    return { ...job, ...(await studio.trackTake(job)) }
  }
  return {
    folder,
    studio,
    track,
    /** Writes a take and tracks it, unless an earlier run of the same code has. */
    async film(name: string, pictures: Pictures, form: TakeForm): Promise<TrackedFiles> {
      const job = { takeFile: join(folder, `${name}.film`), ...filesOf(name) }
      const found = await keptTrack({ pictures, form }, job, async () => {
        await writeTake(job.takeFile, pictures, form)
        return studio.trackTake(job)
      })
      return { ...job, ...found }
    },
    async close() {
      await studio.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The sound of a film as takes are written with it. */
export async function soundOfFilm(file: string): Promise<Float32Array> {
  const sound = await decodeSound(file)
  return filterSound(sound, `aresample=${TAKE_RATE}`, TAKE_RATE)
}
