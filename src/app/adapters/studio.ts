import { createSlots } from '../../children/slots.ts'
import { createRenderer } from '../../render/renderer.ts'
import type { ChildRenderer, RenderWork } from '../../render/renderer.ts'
import { createSpeaker } from '../../speech/speaker.ts'
import { createTwinStudio } from '../../twins/twin-studio.ts'
import { installedEngines } from '../../voices/installed.ts'
import type { Config } from '../../config/config.ts'
import type { TaskQueue } from '../../domain/health/task-queues.ts'
import type { StudioSet } from '../../domain/picture/studio-set.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Speaker } from '../../ports/speech/speaker.ts'
import type { TwinStudio } from '../../ports/twin/twin-studio.ts'
import { PRESENTERS_DIR } from '../shipped.ts'

/** The parts that run in child processes. */
export interface StudioPart {
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** What finds out whether the children answer. A studio without children has none. */
interface Probed {
  readonly probe: () => Promise<void>
}

/** Creates the parts for speech, drawing and recordings. Tests can provide their own. */
export interface Studio {
  readonly speaker: Speaker & StudioPart & Partial<Probed>
  readonly renderer: Renderer &
    Omit<StudioPart, 'warmUp'> &
    Pick<ChildRenderer, 'warmUp'> &
    Partial<Pick<ChildRenderer, 'probe'>>
  /** Started by its first job: people are recorded far less often than videos are made. */
  readonly twinStudio: TwinStudio & Pick<StudioPart, 'close'>
}

/** The studio that really speaks, draws and looks. */
export async function createStudio(
  { studioProcesses, presentersDir, speechEngine, cacheDir, remoteSpeech, twins }: Config,
  sets: readonly StudioSet[],
  metrics?: Metrics,
): Promise<Studio> {
  // Together they keep as many processes busy as there are cores: what is drawn is not slowed down by what is spoken for later.
  const places = createSlots(studioProcesses)
  const measured = metrics && { metrics }
  return {
    speaker: createSpeaker({
      processes: studioProcesses,
      places,
      remote: remoteSpeech,
      installed: installedEngines(cacheDir, speechEngine),
      ...measured,
    }),
    renderer: await createRenderer({
      presentersDir: PRESENTERS_DIR,
      ownPresentersDir: presentersDir,
      spritesDir: `${cacheDir}/sprites`,
      sets,
      poolSize: studioProcesses,
      places,
      ...measured,
    }),
    twinStudio: createTwinStudio({
      poolSize: twins.processes,
      recogniserFolder: twins.recogniserDir,
      ...measured,
    }),
  }
}

/** Starts what the work of these queues needs, and nothing else: a process that speaks takes up to 600 MB. */
export async function warmUp(
  { speaker, renderer }: Pick<Studio, 'speaker' | 'renderer'>,
  queues: readonly TaskQueue[],
): Promise<void> {
  const work: RenderWork[] = []
  if (queues.includes('render')) work.push('drawing')
  if (queues.includes('assembly')) work.push('joining')
  await Promise.all([queues.includes('speech') ? speaker.warmUp() : null, renderer.warmUp(work)])
}
