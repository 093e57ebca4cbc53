import { setTimeout as wait } from 'node:timers/promises'

import { beforeEach } from 'vitest'

/** As long as a test may take. */
const ROOM_MS = 60_000
/** A timer may end a little early by the clock. */
const PAST_MIDNIGHT_MS = 1_000
const HOOK_LIMIT_MS = 2 * ROOM_MS

/**
 * For tests of what a day (UTC) holds: none of them runs over midnight. In the last minute of a day each waits
 * for the next. Called at the top of a file or within `describe`.
 */
export function eachWithinOneDay(): void {
  beforeEach(async () => {
    const leftMs = new Date().setUTCHours(24, 0, 0, 0) - Date.now()
    if (leftMs < ROOM_MS) await wait(leftMs + PAST_MIDNIGHT_MS)
  }, HOOK_LIMIT_MS)
}
