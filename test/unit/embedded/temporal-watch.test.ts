import { expect, test, vi } from 'vitest'

import { watchTemporal } from '../../../src/embedded/temporal-watch.ts'
import type { TemporalCondition } from '../../../src/embedded/temporal-watch.ts'

/** Has a watch see these conditions one after the other, and the last one from then on. @returns why it restarted. */
async function restartsAfter(conditions: readonly TemporalCondition[], looks: number): Promise<string[]> {
  const whys: string[] = []
  let seen = 0
  const watch = watchTemporal({
    everyMs: 1,
    look: async () => conditions[Math.min(seen++, conditions.length - 1)]!,
    restart: async (why) => void whys.push(why),
  })
  await vi.waitUntil(() => seen >= looks)
  await watch.stop()
  return whys
}

test('a server whose database refuses everything is restarted', async () => {
  expect(await restartsAfter(['ready', 'broken', 'broken', 'broken', 'ready'], 8)).toEqual(['broken'])
})

test('a server that has ended is restarted at once', async () => {
  expect(await restartsAfter(['ready', 'ended', 'ready'], 5)).toEqual(['ended'])
})

test('a server that is slow, or refuses now and then, is left alone', async () => {
  expect(await restartsAfter(['unknown', 'unknown', 'unknown', 'broken', 'broken', 'ready'], 10)).toEqual([])
})

test('a restart that failed is tried again', async () => {
  expect((await restartsAfter(['ended'], 4)).length).toBeGreaterThan(2)
})
