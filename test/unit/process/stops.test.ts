import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createStops, NotStopped } from '../../../src/process/stops.ts'
import type { RunningPart, Stops } from '../../../src/process/stops.ts'

let stopped: string[]
let stops: Stops

beforeEach(() => {
  stopped = []
  stops = createStops()
})
afterEach(() => {
  vi.useRealTimers()
})

function part(name: string, stop: () => Promise<void> = () => Promise.resolve()): RunningPart {
  return {
    name,
    seconds: 20,
    stop() {
      stopped.push(name)
      return stop()
    },
  }
}

test('parts stop once, the last first, and each has ended before the next', async () => {
  stops.add(part('server'))
  stops.add(part('requests', async () => void (await Promise.resolve(), stopped.push('answered'))))
  stops.addBeforeLast(part('worker'))
  await stops.stopAll()
  await stops.stopAll()
  expect(stopped).toEqual(['requests', 'answered', 'worker', 'server'])
})

test('a part that cannot stop is told, and keeps no other from it', async () => {
  stops.add(part('server'))
  stops.add(part('worker', () => Promise.reject(new Error('no way'))))
  await expect(stops.stopAll()).rejects.toThrow('no way')
  expect(stopped).toEqual(['worker', 'server'])
})

test('a part that never stops has its time and no more, and is named', async () => {
  vi.useFakeTimers()
  stops.add(part('server'))
  stops.add(part('worker', () => new Promise(() => undefined)))
  const stopping = stops.stopAll().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(stopped).toEqual(['worker'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await stopping).toEqual(new NotStopped('Ended without waiting longer for worker (20 s).'))
  expect(stopped).toEqual(['worker', 'server'])
})
