/**
 * Counts what videos cost on a Temporal server that charges by Action, by the server's own metric: `npm run
 * bench:actions`. Speech is real, by flite. Drawing is stood in for by a wait, so that heartbeats come as they do on idle
 * cores. It ends with how long a deleted video is still drawn.
 */
import { setTimeout as wait } from 'node:timers/promises'

import { SCRIPTS } from './support/scripts.ts'
import { withServers } from './support/servers.ts'
import { standInRenderer } from './support/stand-in-renderer.ts'
import { actionsBetween, allActions, readActions } from './support/temporal-actions.ts'
import { withService } from './support/whole-way.ts'
import type { BenchService } from './support/whole-way.ts'

/** The most that each may cost, and the most seconds that a deleted video may still be worked on. */
const MOST: Readonly<Record<keyof typeof SCRIPTS, number>> = {
  'nine words': 18,
  'one minute': 32,
  'three minutes': 60,
}
const MOST_SECONDS_AFTER_DELETION = 6

/** What follows a video that is ready, such as tidying up, is its cost too. */
const AFTERWARDS_MS = 3_000
/** By then a long video is being drawn. */
const BEFORE_DELETION_MS = 10_000
const LOOK_EVERY_MS = 20

await withServers(async (servers) => {
  const setting = { speechEngine: 'flite', studioProcesses: 2, renderer: standInRenderer() } as const
  await withService(servers, setting, async (service) => {
    await service.make(SCRIPTS['nine words'])
    await wait(AFTERWARDS_MS)
    for (const [name, script] of Object.entries(SCRIPTS)) {
      const before = await readActions(servers.temporalMetricsUrl)
      const { lengthSeconds } = await service.make(script)
      await wait(AFTERWARDS_MS)
      const cost = actionsBetween(before, await readActions(servers.temporalMetricsUrl))
      goal(
        `${name}, ${lengthSeconds.toFixed(1)} s: Actions`,
        allActions(cost),
        MOST[name as keyof typeof SCRIPTS],
      )
      console.log(`  ${[...cost].map(([kind, count]) => `${count} ${kind}`).join(', ')}`)
    }
    const seconds = await secondsAfterDeletion(service)
    goal('work on a deleted video, seconds', Number(seconds.toFixed(1)), MOST_SECONDS_AFTER_DELETION)
  })
})

async function secondsAfterDeletion(service: BenchService): Promise<number> {
  const video = await service.begin(SCRIPTS['three minutes'])
  await wait(BEFORE_DELETION_MS)
  if (!service.isAtWork()) throw new Error('The video was not worked on when it was to be deleted.')
  const deletedAt = performance.now()
  await video.delete()
  let idleSince = performance.now()
  // Between two steps nothing is at work either, for moments.
  while (performance.now() - idleSince < 1_000) {
    await wait(LOOK_EVERY_MS)
    if (service.isAtWork()) idleSince = performance.now()
  }
  return (idleSince - deletedAt) / 1_000
}

function goal(what: string, measured: number, most: number): void {
  console.log(`${measured <= most ? '✓' : '✗'} ${what}: ${measured} (at most ${most})`)
  if (measured > most) process.exitCode = 1
}
