import { createChildPool } from '../children/child-pool.ts'
import { speakScript } from './speak-script.ts'
import { findVoice } from './voices.ts'
import type { Speaker } from '../ports.ts'
import type { WarmUpTask } from './speak-script.ts'

/**
 * Longest silence of a child. The longest phrase takes the neural engine fifteen seconds and the longest
 * step of finishing five minutes of speech about three; a machine under heavy load may be many times slower.
 */
const STALL_LIMIT_MS = 180_000

/** How a speaker is made. */
export interface SpeakerOptions {
  /** Most child processes at the same time; each wants a processor core and up to 600 MB. */
  readonly processes: number
  /** The files of the neural engine. Without them, only voices of Flite can speak. */
  readonly kokoro?: EngineFiles
}

/** Files that an engine needs and that are installed apart from the packages. */
export interface EngineFiles {
  readonly folder: string
  /** Whether they are there, whole and verified. They may come while the service runs. */
  isInstalled(): boolean
}

/** Loaded at the start, one voice of each engine. */
const FIRST_FLITE_VOICE = 'flite:slt'
const FIRST_KOKORO_VOICE = 'kokoro:aria'

/** A speaker with child processes, which are to be ended when it is no longer needed. */
export interface ProcessSpeaker extends Speaker {
  /**
   * Starts the children and has them load what they need, so that the first script does not wait
   * for it. Safe to repeat; without it everything is loaded when first needed.
   */
  readonly warmUp: () => Promise<void>
  /** Ends the children; scripts still being spoken reject. */
  readonly close: () => Promise<void>
}

/** A speaker that works in child processes of its own. They start when first needed and stay. */
export function createSpeaker({ processes, kokoro }: SpeakerOptions): ProcessSpeaker {
  const children = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: processes,
    stallLimitMs: STALL_LIMIT_MS,
  })
  const kokoroDir = kokoro?.folder ?? ''
  return {
    async speak(request, options) {
      const neural = findVoice(request.voiceId)?.engine === 'kokoro'
      if (neural && !kokoro?.isInstalled()) throw notInstalled(request.voiceId)
      return speakScript(request, { run: children.run, kokoroDir }, options)
    },
    async warmUp() {
      const voiceIds = [FIRST_FLITE_VOICE, ...(kokoro?.isInstalled() ? [FIRST_KOKORO_VOICE] : [])]
      const task: WarmUpTask = { voiceIds, kokoroDir }
      await Promise.all(Array.from({ length: processes }, () => children.run('warmUp', task)))
    },
    close: children.close,
  }
}

/** Another worker may have them, or they may be on their way: worth another try. */
function notInstalled(voiceId: string): Error {
  const error = new Error(`The voice ${voiceId} is not installed here: npm run voices -- pull`)
  error.name = 'VoiceNotInstalled'
  return error
}
