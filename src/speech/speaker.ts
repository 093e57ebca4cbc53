import { createChildPool } from '../children/child-pool.ts'
import { speakScript } from './speak-script.ts'
import type { Speaker } from '../ports.ts'

/**
 * Longest silence of a child. A phrase takes a tenth of a second and finishing five minutes of
 * speech some ten; a machine under heavy load may be several times slower.
 */
const STALL_LIMIT_MS = 60_000

/** How a speaker is made. */
export interface SpeakerOptions {
  /** Most child processes at the same time; each wants a processor core and up to 250 MB. */
  readonly processes: number
}

/**
 * A speaker that works in child processes of its own. They start when first needed and stay;
 * `close` ends them.
 */
export function createSpeaker({ processes }: SpeakerOptions): Speaker & { close(): Promise<void> } {
  const children = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: processes,
    stallLimitMs: STALL_LIMIT_MS,
  })
  return {
    speak: (request, options) => speakScript(request, children.run, options),
    close: children.close,
  }
}
