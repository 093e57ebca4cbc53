import { serveTasks } from '../children/serve-tasks.ts'
import { drawSegment } from './draw-segment.ts'
import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import { loadFonts } from './paint/fonts.ts'
import { createRecent } from './paint/recent.ts'
import { createStudio } from './scene/frame.ts'
import { drawPoster } from './scene/poster.ts'
import { readPresenter } from './presenter/presenter-file.ts'
import { settingOf } from './set/setting.ts'
import { createSpriteStore, NO_SPRITES } from './paint/sprite-store.ts'
import type { DrawPosterJob, DrawSegmentJob, Scene } from '../domain/studio-job.ts'
import type { StudioSet } from '../domain/studio-set.ts'
import type { Studio } from './scene/frame.ts'
import type { SpriteStore } from './paint/sprite-store.ts'

/** The process that draws and encodes. Its parent is the pool of `renderer.ts`. */

/** A job with what its parent has looked up for it. */
type Staged<Job> = Job & {
  /** Where the presenter's file is. */
  readonly presentersDir: string
  /** Where painted layers are kept; null: nowhere. */
  readonly spritesDir: string | null
  /** The set that the job's style names; null when it names none. */
  readonly set: StudioSet | null
}

/** A presenter in one size takes some 140 MB of layers and poses; another one is set up in half a second. */
const STUDIOS_KEPT = 2

const studios = createRecent<Promise<Studio>>(STUDIOS_KEPT)

/** The store of a folder; there is one folder for all jobs of a process. */
const stores = new Map<string, SpriteStore>()

function storeAt(folder: string | null): SpriteStore {
  if (folder === null) return NO_SPRITES
  const store = stores.get(folder) ?? createSpriteStore(folder)
  stores.set(folder, store)
  return store
}

/** The studio of a scene, from the last time if it is still there. */
async function studioFor({
  presenterId,
  cardName,
  style,
  format,
  presentersDir,
  spritesDir,
  set,
}: Staged<Pick<Scene, 'presenterId' | 'cardName' | 'style' | 'format'>>): Promise<Studio> {
  const file = await readPresenter(presentersDir, presenterId)
  const presenter = cardName === undefined ? file : { ...file, name: cardName, role: '' }
  // The whole look is in the key: a file that was edited is seen by the next job.
  const key = JSON.stringify([presenter, format, style, set])
  const studio = studios.get(key, async () =>
    createStudio(presenter, format, storeAt(spritesDir), await settingOf(presenter, style, set)),
  )
  // What was missing this time may be there the next time.
  studio.catch(() => studios.forget(key))
  return studio
}

loadFonts()

serveTasks({
  warm: async (scene: Staged<Pick<Scene, 'presenterId' | 'format'>>) => {
    await loadFfmpeg()
    const studio = await studioFor(scene)
    studio.puppet('wide')
  },
  drawSegment: async (job: Staged<DrawSegmentJob>, report) => drawSegment(await studioFor(job), job, report),
  drawPoster: async (job: Staged<DrawPosterJob>) => drawPoster(await studioFor(job), job),
})
