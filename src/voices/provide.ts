import { setTimeout as wait } from 'node:timers/promises'

import type { Progress } from '../process/progress.ts'
import type { Log } from '../ports.ts'
import { installInBackground } from './background.ts'
import { kokoroFiles, voicesDir } from './installed.ts'

/** The settings that say whether neural voices are wanted, and where from. */
export interface VoiceSettings {
  readonly speechEngine: 'auto' | 'kokoro' | 'flite'
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
  if (settings.speechEngine === 'flite') return settled('not wanted')
  if (kokoroFiles(settings.cacheDir).isInstalled()) return settled('there')
  const step = progress.step('Neural voices', 'once, 66 to 94 MB')
  const task = {
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
      log.info({}, 'the neural voices are installed')
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
  return onTheWay(run(), () => {
    stopped = true
    return background.stop()
  })
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
