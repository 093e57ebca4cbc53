import { setTimeout as wait } from 'node:timers/promises'

import type { Progress } from '../process/progress.ts'
import type { Log } from '../ports/process/log.ts'
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
  /** The outcome, if it is known within a time; else null, while they are still being installed. */
  within(seconds: number): Promise<VoicesOutcome | null>
  /** Breaks the installation off; the next start continues it. Safe to repeat. */
  stop(): Promise<void>
}

/**
 * Begins to install the neural voices, where they are wanted and not there. Those of an earlier release are there, and
 * are renewed in the background. Never rejects.
 */
export function provideVoices(settings: VoiceSettings, progress: Progress, log: Log): VoicesOnTheWay {
  const engines = enginesWithFiles(settings.speechEngine, settings.cacheDir)
  if (engines.length === 0) return settled('not wanted')
  const [missing, outdated] = [
    engines.filter(({ files }) => !files.isInstalled()),
    engines.filter(({ files }) => files.isInstalled() && !files.isCurrent()),
  ]
  const install = (engine: EngineWithFiles, texts: InstallTexts) =>
    installEngine(engine, settings, { progress, log, texts })
  const coming = missing.map((one) => install(one, installing(one.engine.files.downloadSize)))
  const renewed = outdated.map((one) => install(one, RENEWING))
  const run = async (): Promise<VoicesOutcome> => {
    const outcomes = await Promise.all(coming.map(({ outcome }) => outcome))
    return outcomes.find((outcome) => outcome === 'unavailable') ?? 'installed'
  }
  return onTheWay(missing.length === 0 ? Promise.resolve('there') : run(), async () => {
    await Promise.all([...coming, ...renewed].map(({ stop }) => stop()))
  })
}

/** How an installation is told of. */
interface InstallTexts {
  readonly detail: string
  /** What becomes of the voices: the past participle of a verb. */
  readonly done: string
  readonly stopped: string
  readonly failed: string
}

function installing(downloadSize: string): InstallTexts {
  return {
    detail: `once, ${downloadSize}`,
    done: 'installed',
    stopped: 'not installed yet; the next start continues',
    failed: 'download failed; using the basic voices',
  }
}

const RENEWING: InstallTexts = {
  detail: 'once, of the files that are installed',
  done: 'made faster',
  stopped: 'not faster yet; the next start tries again',
  failed: 'could not be made faster; using them as they are',
}

/** Installs one engine's files in the background, reporting progress. */
function installEngine(
  { engine, manifest }: EngineWithFiles,
  settings: VoiceSettings,
  { progress, log, texts }: { progress: Progress; log: Log; texts: InstallTexts },
): Pick<VoicesOnTheWay, 'outcome' | 'stop'> {
  const step = progress.step('Neural voices', texts.detail)
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
      step.done(texts.done)
      log.info({ engine: manifest.id }, `the neural voices are ${texts.done}`)
      return 'installed'
    } catch (error) {
      if (stopped) {
        step.fail(texts.stopped)
        return 'unavailable'
      }
      step.fail(texts.failed)
      log.warn({ error }, `the neural voices could not be ${texts.done}: npm run voices -- pull says why`)
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
