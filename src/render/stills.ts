import { createChildPool } from '../children/child-pool.ts'
import { createSlots } from '../children/slots.ts'
import type { ChildPoolOptions } from '../children/child-pool.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'

/**
 * Stills have a process of their own: somebody sits and waits for one, and videos keep the others busy for
 * minutes. One is enough, as a still takes a fraction of a second; it starts with the first still.
 */
const STILL_PROCESSES = 1

/** What draws stills. */
export interface StillStudio {
  /**
   * A still of a job that is complete, as JPEG. One that nobody wants any more leaves the line; but the process that
   * draws it is not ended for that, as the next still would wait longer for another process than for this one.
   */
  draw(job: object, options?: WorkOptions): Promise<Uint8Array>
  close(): Promise<void>
}

/** Makes what draws stills. Nothing is started yet. */
export function createStillStudio(
  children: Pick<ChildPoolOptions, 'stallLimitMs' | 'start' | 'measured'>,
): StillStudio {
  const pool = createChildPool({
    ...children,
    script: new URL('./child.ts', import.meta.url),
    size: STILL_PROCESSES,
  })
  const turns = createSlots(STILL_PROCESSES)
  return {
    async draw(job, { accountId, signal } = {}) {
      const request = { accountId, ...(signal && { signal }) }
      const still = await turns.use(request, () => pool.run<string>('drawStill', job))
      return Buffer.from(still, 'base64')
    },
    close: () => pool.close(),
  }
}
