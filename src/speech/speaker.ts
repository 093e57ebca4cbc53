import { createChildPool } from '../children/child-pool.ts'
import { speakScript } from './speak-script.ts'
import type { Speaker } from '../ports.ts'

/**
 * Longest silence of a child. A phrase takes a quarter of a second and the longest step of
 * finishing five minutes of speech about three; a machine under heavy load may be many times slower.
 */
const STALL_LIMIT_MS = 60_000

/** How a speaker is made. */
export interface SpeakerOptions {
  /** Most child processes at the same time; each wants a processor core and up to 400 MB. */
  readonly processes: number
}

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
export function createSpeaker({ processes }: SpeakerOptions): ProcessSpeaker {
  const children = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: processes,
    stallLimitMs: STALL_LIMIT_MS,
  })
  return {
    speak: (request, options) => speakScript(request, children.run, options),
    async warmUp() {
      await Promise.all(Array.from({ length: processes }, () => children.run('warmUp', null)))
    },
    close: children.close,
  }
}
