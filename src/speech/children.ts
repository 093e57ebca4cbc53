import { createChildPool } from '../children/child-pool.ts'
import type { Slots } from '../children/slots.ts'
import { bareEnvironment } from '../process/program-environment.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { ChildPool } from '../children/child-pool.ts'

/**
 * Longest silence of a child. The longest phrase takes the neural engine fifteen seconds and the longest
 * step of finishing five minutes of speech about three; a machine under heavy load may be many times slower.
 */
const STALL_LIMIT_MS = 180_000

/** A child computes outside of JavaScript, which makes little garbage: room for 16 MB of it would stay empty. */
const NODE_OPTIONS = ['--max-semi-space-size=1']

/**
 * Loading a model frees half of what it takes. The C library then gives large pieces back to the system at once, and all
 * threads share what it keeps (glibc; others do not know these settings).
 */
const ALLOCATOR_SETTINGS = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '1' }

/** With whom processes that speak share their places, and where their figures go. */
interface SpeechChildrenOptions {
  readonly places?: Slots
  readonly metrics?: Metrics
}

/** The processes that speak. They start when first needed and stay. */
export function createSpeechChildren(
  size: number,
  { places, metrics }: SpeechChildrenOptions = {},
): ChildPool {
  return createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size,
    ...(places && { shared: places }),
    ...(metrics && { measured: { pool: 'speaking', metrics } }),
    stallLimitMs: STALL_LIMIT_MS,
    start: { nodeOptions: NODE_OPTIONS, env: { ...bareEnvironment(), ...ALLOCATOR_SETTINGS } },
  })
}
