import { setTimeout as wait } from 'node:timers/promises'

import type { Progress } from '../process/progress.ts'
import type { Log } from '../ports/log.ts'
import { installInBackground } from './background.ts'
import type { EngineChoice } from '../speech/engine-registry.ts'
import { enginesWithFiles, voicesDir } from './installed.ts'
import type { EngineWithFiles } from './installed.ts'

/** The settings that say whether neural voices are wanted, and where from. */
export interface VoiceSettings {
  readonly speechEngine: EngineChoice
  readonly cacheDir: string
  readonly voicesDir: string | null
  readonly voicesMirror: string | null
}

/** What became of the neural voices. */
export type VoicesOutcome = 'there' | 'installed' | 'not wanted' | 'unavailable'

/** Neural voices on their way. */
export interface VoicesOnTheWay {
  /** Settles when they are there, or are known not to come. */
  readonly outcome: Promise<VoicesOutcome>
  /** The outcome, if it is known within a time; else null, and they go on coming. */
  within(seconds: number): Promise<VoicesOutcome | null>
  /** Breaks the installation off; the next start goes on with it. Safe to repeat. */
  stop(): Promise<void>
}

/** Begins to install the neural voices, where they are wanted and not there. Never rejects. */
export function provideVoices(settings: VoiceSettings, progress: Progress, log: Log): VoicesOnTheWay {
  const engines = enginesWithFiles(settings.speechEngine, settings.cacheDir)
  if (engines.length === 0) return settled('not wanted')
  const missing = engines.filter(({ files }) => !files.isInstalled())
  if (missing.length === 0) return settled('there')
  const coming = missing.map((engine) => installEngine(engine, settings, progress, log))
  const run = async (): Promise<VoicesOutcome> => {
    const outcomes = await Promise.all(coming.map(({ outcome }) => outcome))
    return outcomes.find((outcome) => outcome === 'unavailable') ?? 'installed'
  }
  return onTheWay(run(), async () => {
    await Promise.all(coming.map(({ stop }) => stop()))
  })
}

/** Installs one engine's files in the background, reporting progress. */
function installEngine(
  { engine, manifest }: EngineWithFiles,
  settings: VoiceSettings,
  progress: Progress,
  log: Log,
): Pick<VoicesOnTheWay, 'outcome' | 'stop'> {
  const step = progress.step('Neural voices', `once, ${engine.files.downloadSize}`)
  const task = {
    engineId: engine.id,
    dir: voicesDir(settings.cacheDir),
    localDir: settings.voicesDir,
    mirrorUrl: settings.voicesMirror,
  }
  const background = installInBackground(task, step.update)
  let stopped = false
  const run = async (): Promise<VoicesOutcome> => {
    try {
      await background.done
      step.done('installed')
      log.info({ engine: manifest.id }, 'the neural voices are installed')
      return 'installed'
    } catch (error) {
      if (stopped) {
        step.fail('not yet; they go on coming at the next start')
        return 'unavailable'
      }
      step.fail('download failed; using the basic voices')
      log.warn({ error }, 'the neural voices could not be installed: npm run voices -- pull says why')
      return 'unavailable'
    }
  }
  return {
    outcome: run(),
    stop() {
      stopped = true
      return background.stop()
    },
  }
}

function settled(outcome: VoicesOutcome): VoicesOnTheWay {
  return onTheWay(Promise.resolve(outcome), () => Promise.resolve())
}

function onTheWay(outcome: Promise<VoicesOutcome>, stop: () => Promise<void>): VoicesOnTheWay {
  return {
    outcome,
    async within(seconds) {
      const tooLate = new AbortController()
      const late = wait(seconds * 1000, null, { signal: tooLate.signal }).catch(() => null)
      try {
        return await Promise.race([outcome, late])
      } finally {
        tooLate.abort()
      }
    },
    stop,
  }
}
