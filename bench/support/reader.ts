import { setTimeout as wait } from 'node:timers/promises'

import { quantiles } from './quantiles.ts'
import type { Quantiles } from './quantiles.ts'

const EVERY_MS = 15

/**
 * Somebody who reads an address, one request after the other, for as long as something takes.
 *
 * @param callers headers of those who read in turn.
 */
export function readFor(
  address: string,
  callers: readonly Readonly<Record<string, string>>[] = [{}],
): (during: () => Promise<unknown>) => Promise<Quantiles> {
  return async (during) => {
    let isOver = false
    const tookMs: number[] = []
    const reading = (async () => {
      while (!isOver) {
        const headers = callers[tookMs.length % callers.length] ?? {}
        const startedAt = performance.now()
        const answer = await fetch(address, { headers })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`GET ${address}: ${answer.status}`)
        tookMs.push(performance.now() - startedAt)
        await wait(EVERY_MS)
      }
    })()
    try {
      await during()
    } finally {
      isOver = true
      await reading
    }
    return quantiles(tookMs)
  }
}
