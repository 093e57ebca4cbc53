import { serveTasks } from '../children/serve-tasks.ts'
import { drawSegment } from './draw-segment.ts'
import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import { loadFonts } from './paint/fonts.ts'
import { createRecent } from './paint/recent.ts'
import { stagePresenter } from './scene/frame.ts'
import { drawFilmedPoster, drawFilmedSegment, drawFilmedStill, planScene } from './footage.ts'
import { drawPoster } from './scene/poster.ts'
import { drawStill } from './scene/still.ts'
import { presenterPerformer } from './perform.ts'
import { readPresenter } from './presenter/presenter-file.ts'
import { settingOf } from './set/setting.ts'
import { createSpriteStore, NO_SPRITES } from './paint/sprite-store.ts'
import type {
  DrawnPresenter,
  DrawPosterJob,
  DrawSegmentJob,
  DrawStillJob,
  SceneLook,
} from '../domain/video/drawing-job.ts'
import type { StudioSet } from '../domain/picture/studio-set.ts'
import type { StagedPresenter } from './scene/frame.ts'
import type { SpriteStore } from './paint/sprite-store.ts'

/** The process that draws and encodes. Its parent is the pool of `renderer.ts`. */

/** A job with what its parent has looked up for it. */
type Located<Job> = Job extends DrawnPresenter ? Job & Places & Surroundings : Job & Surroundings

interface Surroundings {
  /** The set that the job's style names; null when it names none. */
  readonly set: StudioSet | null
}

interface Places {
  /** Where the presenter's file is. */
  readonly presentersDir: string
  /** Where painted layers are kept; null: nowhere. */
  readonly spritesDir: string | null
}

/** A presenter in one size takes up to 200 MB of layers, poses and shapes; another one is set up in half a second. */
const PRESENTERS_KEPT = 2

const staged = createRecent<Promise<StagedPresenter>>(PRESENTERS_KEPT)

/** The store of a folder; there is one folder for all jobs of a process. */
const stores = new Map<string, SpriteStore>()

function storeAt(folder: string | null): SpriteStore {
  if (folder === null) return NO_SPRITES
  const store = stores.get(folder) ?? createSpriteStore(folder)
  stores.set(folder, store)
  return store
}

/** The staged presenter of a scene, from the last time if it is still there. */
async function presenterFor({
  presenterId,
  cardName,
  style,
  format,
  presentersDir,
  spritesDir,
  set,
}: Located<DrawnPresenter & Pick<SceneLook, 'style' | 'format'>>): Promise<StagedPresenter> {
  const file = await readPresenter(presentersDir, presenterId)
  const presenter = cardName === undefined ? file : { ...file, name: cardName, role: '' }
  // The whole look is in the key: a file that was edited is seen by the next job.
  const key = JSON.stringify([presenter, format, style, set])
  const presenterOnStage = staged.get(key, async () =>
    stagePresenter(presenter, format, storeAt(spritesDir), await settingOf(presenter, style, set)),
  )
  // What was missing this time may be there the next time.
  presenterOnStage.catch(() => staged.forget(key))
  return presenterOnStage
}

loadFonts()

serveTasks({
  warm: async (scene: Located<DrawnPresenter & Pick<SceneLook, 'format'>>) => {
    await loadFfmpeg()
    const presenter = await presenterFor(scene)
    presenter.puppet('wide')
  },
  planFootage: planScene,
  drawSegment: async (job: Located<DrawSegmentJob>, report) =>
    'footage' in job
      ? drawFilmedSegment(job, report)
      : drawSegment(presenterPerformer(await presenterFor(job), job.seed), job, report),
  drawPoster: async (job: Located<DrawPosterJob>) =>
    'footage' in job ? drawFilmedPoster(job) : drawPoster(await presenterFor(job), job),
  drawStill: async (job: Located<DrawStillJob>) =>
    'footage' in job ? drawFilmedStill(job) : drawStill(await presenterFor(job)),
})
