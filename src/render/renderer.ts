import { createChildPool } from '../children/child-pool.ts'
import type { ChildPool } from '../children/child-pool.ts'
import type { Slots } from '../children/slots.ts'
import { HOUSE_RENDERER } from '../domain/picture/catalogue.ts'
import type { PoolName } from '../domain/health/metric-families.ts'
import { STANDARD_PICTURE } from '../domain/picture/picture.ts'
import { intoPlace } from '../process/whole-file.ts'
import { readCatalogue } from './presenter/catalogue.ts'
import { RenderImpossible } from './presenter/render-impossible.ts'
import { createStillStudio } from './stills.ts'
import type { Presenter } from '../domain/picture/catalogue.ts'
import type {
  AssembledVideo,
  DrawnPresenter,
  DrawnSegment,
  FilmedTwin,
  PosterFiles,
  SceneLook,
  SceneStyle,
} from '../domain/video/drawing-job.ts'
import type { StudioSet } from '../domain/picture/studio-set.ts'
import type { Renderer } from '../ports/video/renderer.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'
import type { PlacedPresenter } from './presenter/catalogue.ts'

/** What a renderer has children for: some draw, and one joins what is drawn. */
export type RenderWork = 'drawing' | 'joining'

/** A renderer with child processes, which can be started early and must be ended. */
export interface ChildRenderer extends Renderer {
  /**
   * Starts the children for this work, and has those that draw paint the first presenter, so that the first video is not
   * late.
   */
  warmUp(work?: readonly RenderWork[]): Promise<void>
  /** Finds out whether the children for this work answer. Rejects when they do not. */
  probe(work: RenderWork): Promise<void>
  /** Ends the children; work in progress is rejected. Safe to repeat. */
  close(): Promise<void>
}

/** What a video's provenance calls this renderer: goes up with each change of what is drawn. */
export const HOUSE_VERSION = '0.1.0'

/** A child works on one core, and so does its garbage collector. */
const NODE_OPTIONS = ['--single-threaded-gc']

/** How a renderer is made. */
interface RendererOptions {
  /** Folder with one sub-folder for each presenter. */
  readonly presentersDir: string
  /** A folder of the same kind with presenters of one's own; null or left out: none. */
  readonly ownPresentersDir?: string | null
  /** Where painted layers are kept for other processes and later runs; null or left out: nowhere. */
  readonly spritesDir?: string | null
  /** The sets that a style can name. */
  readonly sets?: readonly StudioSet[]
  /** Most child processes that draw at the same time; each keeps one core busy. */
  readonly poolSize: number
  /** Places that those that draw share with processes that speak; their own when absent. */
  readonly places?: Slots
  readonly metrics?: Metrics
}

/**
 * Joining reads and writes rather than computes, and takes a fraction of a second for most videos. It has a
 * process of its own, so that a video whose pictures are drawn does not wait for those of another.
 */
const JOINING_PROCESSES = 1

/**
 * A child reports every third of a second of video, but not while it paints a presenter for the
 * first time: two seconds of a core, and many times that where twenty want it.
 */
const STALL_LIMIT_MS = 120_000

/**
 * Makes the renderer that draws illustrated presenters on the processor.
 *
 * Jobs that no retry can fix (an unknown presenter, a file that is no timeline) reject with an
 * error whose `name` is `RenderImpossible`.
 * @throws RenderImpossible when a presenter's file is faulty, naming file and member.
 */
export async function createRenderer({
  presentersDir: stockDir,
  ownPresentersDir = null,
  spritesDir = null,
  sets = [],
  poolSize,
  places,
  metrics,
}: RendererOptions): Promise<ChildRenderer> {
  const placed = await readCatalogue(stockDir, ownPresentersDir)
  const presenters = placed.map(catalogueEntry)
  const staged = createStaging(placed, spritesDir, sets)
  const { drawing, joining, stills } = createChildren(poolSize, places, metrics)
  const draw = drawIn(drawing)

  function paintFirst(): Promise<void>[] {
    const first = presenters.find(({ renderer }) => renderer === HOUSE_RENDERER)
    const scene = first && staged({ presenterId: first.id, format: STANDARD_PICTURE })
    return scene ? Array.from({ length: poolSize }, () => drawing.run<void>('warm', scene)) : []
  }

  return {
    presenters: () => presenters,
    planFootage: (job, options) =>
      intoPlace(job.planFile, (planFile) => draw<void>('planFootage', { ...job, planFile }, options)),
    drawSegment: (job, options) =>
      intoPlace(job.outFile, (outFile) =>
        draw<DrawnSegment>('drawSegment', staged({ ...job, outFile }), options),
      ),
    assemble: (job, options) =>
      intoPlace(job.outFile, (outFile) =>
        joining.run<AssembledVideo>('assemble', { ...job, outFile }, options),
      ),
    drawPoster: (job, options) =>
      intoPlaces(job, (files) => draw<void>('drawPoster', staged({ ...job, ...files }), options)),
    drawStill: async (job, options) => stills.draw(staged(job), options),
    acceptSegments: ({ poster, ...job }, options) =>
      intoPlaces(poster, (files) =>
        joining.run<void>('acceptSegments', { ...job, poster: { ...poster, ...files } }, options),
      ),
    async warmUp(work = ['drawing', 'joining']) {
      const joined = work.includes('joining') ? [joining.run<void>('warm', null)] : []
      await Promise.all([...joined, ...(work.includes('drawing') ? paintFirst() : [])])
    },
    probe: (work) => (work === 'drawing' ? drawing : joining).probe(),
    close: async () => {
      await Promise.all([drawing.close(), joining.close(), stills.close()])
    },
  }
}

function createChildren(poolSize: number, places: Slots | undefined, metrics: Metrics | undefined) {
  const as = (pool: PoolName) => metrics && { measured: { pool, metrics } }
  const children = { stallLimitMs: STALL_LIMIT_MS, start: { nodeOptions: NODE_OPTIONS } }
  const drawing = { ...children, script: new URL('./child.ts', import.meta.url), size: poolSize }
  const joining = {
    ...children,
    script: new URL('./mp4/child.ts', import.meta.url),
    size: JOINING_PROCESSES,
  }
  return {
    drawing: createChildPool({ ...drawing, ...(places && { shared: places }), ...as('drawing') }),
    joining: createChildPool({ ...joining, ...as('joining') }),
    stills: createStillStudio({ ...children, ...as('stills') }),
  }
}

/** Has children draw, in the turns of what they share their places with. */
function drawIn(drawing: ChildPool) {
  return <Output>(task: string, job: object, options?: WorkOptions) =>
    drawing.run<Output>(task, job, { ...options, stage: 'drawing' })
}

/** Puts the files of a poster in their places, each when it is whole. */
function intoPlaces(
  { outFile, smallFile }: PosterFiles,
  make: (unfinished: PosterFiles) => Promise<void>,
): Promise<void> {
  return intoPlace(outFile, (outFile) =>
    smallFile === undefined
      ? make({ outFile })
      : intoPlace(smallFile, (smallFile) => make({ outFile, smallFile })),
  )
}

/** What adds to jobs what a child needs to draw them. @throws RenderImpossible when there is no such presenter or set. */
function createStaging(
  placed: readonly PlacedPresenter[],
  spritesDir: string | null,
  sets: readonly StudioSet[],
) {
  return <Job extends (DrawnPresenter | FilmedTwin) & Pick<SceneLook, 'style'>>(job: Job) => {
    const set = setOf(job.style, sets)
    if ('footage' in job) return { ...job, set }
    const found = placed.find(({ presenter }) => presenter.id === job.presenterId)
    if (!found) throw new RenderImpossible(`There is no presenter "${job.presenterId}"`)
    if ('renderer' in found.presenter) {
      throw new RenderImpossible(`"${job.presenterId}" is drawn by ${found.presenter.renderer}`)
    }
    return { ...job, presentersDir: found.presentersDir, spritesDir, set }
  }
}

/** The set that a style names; null when it names none. @throws RenderImpossible when there is no such set. */
function setOf(style: SceneStyle | undefined, sets: readonly StudioSet[]): StudioSet | null {
  const background = style?.background
  if (!background || !('set' in background)) return null
  const found = sets.find(({ id }) => id === background.set)
  if (!found) throw new RenderImpossible(`There is no set "${background.set}"`)
  return found
}

function catalogueEntry({ presenter, dataSha256 }: PlacedPresenter): Presenter {
  const { id, name, role, gender, language, voiceId } = presenter
  const drawnBy =
    'renderer' in presenter
      ? { renderer: presenter.renderer, outsideLook: presenter.look }
      : { renderer: HOUSE_RENDERER }
  return { id, name, role, gender, language, voiceId, dataSha256, ...drawnBy }
}
