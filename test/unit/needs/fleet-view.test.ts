import { afterEach, describe, expect, test, vi } from 'vitest'

import type { CurrentRelease } from '../../../src/domain/health/current-release.ts'
import type { Lack, ProcessState } from '../../../src/domain/health/needs.ts'
import type { Log } from '../../../src/ports/process/log.ts'
import { createFleetView } from '../../../src/needs/fleet-view.ts'
import type { LookingFleetView } from '../../../src/needs/fleet-view.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const ALL = ['videos', 'speech', 'render', 'assembly', 'twins']

let now = NOW
let view: LookingFleetView | undefined

afterEach(() => {
  view?.end()
  now = NOW
})

/** Something that has been lacking for so many seconds. */
const lack = (need: Lack['need'], seconds: number): Lack => ({
  need,
  why: `no ${need} here`,
  since: new Date(NOW.getTime() - seconds * 1_000),
})

function worker(name: string, lacks: readonly Lack[] = [], more: Partial<ProcessState> = {}): ProcessState {
  return {
    id: name,
    name,
    role: 'worker',
    version: '1',
    buildId: null,
    queues: ALL,
    speechEngine: null,
    lacks,
    startedAt: NOW,
    seenAt: NOW,
    ...more,
  }
}

/** A view that has looked once, and what it has told operators. */
async function viewOf(
  seen: readonly ProcessState[] | Error,
  current: CurrentRelease | Error = { buildId: null },
) {
  const error = vi.fn<Log['error']>()
  view = createFleetView(
    { seenWithin: () => (seen instanceof Error ? Promise.reject(seen) : Promise.resolve([...seen])) },
    {
      clock: () => now,
      log: { error },
      currentRelease: () => (current instanceof Error ? Promise.reject(current) : Promise.resolve(current)),
    },
  )
  await view.begin()
  return { view, told: error }
}

describe('nothing can be made', () => {
  test('when all who serve a queue of every video have lacked something for a minute', async () => {
    const sick = [worker('one', [lack('store', 61)]), worker('two', [lack('disk', 300)])]
    const { view: fleet } = await viewOf(sick)
    expect(fleet.whyNothingIsMade()).toBe(
      'no worker serves speech: one lacks store (no store here); two lacks disk (no disk here)',
    )
  })

  test('when only those of a release that begins nothing new could', async () => {
    const old = worker('old', [], { buildId: 'one' })
    const current = worker('new', [lack('voices', 90)], { buildId: 'two' })
    const { view: fleet } = await viewOf([old, current], { buildId: 'two' })
    expect(fleet.whyNothingIsMade()).toBe('no worker serves speech: new lacks voices (no voices here)')
  })

  test('which operators are told once a minute, however many ask', async () => {
    const { view: fleet, told } = await viewOf([worker('one', [lack('database', 120)])])
    for (let asked = 0; asked < 100; asked += 1) fleet.whyNothingIsMade()
    expect(told).toHaveBeenCalledTimes(1)
    now = new Date(NOW.getTime() + 60_000)
    fleet.whyNothingIsMade()
    expect(told).toHaveBeenCalledTimes(2)
  })
})

describe('something can be made, as far as is known', () => {
  test.each([
    ['one of several lacks nothing', [worker('sick', [lack('store', 600)]), worker('well')]],
    ['what lacks has done so for less than a minute', [worker('one', [lack('store', 59)])]],
    [
      'what lacks is nothing that videos need there',
      [worker('one', [lack('voices', 90)], { queues: ['videos'] })],
    ],
    ['nobody has told of itself', []],
    ['what processes tell cannot be read', new Error('The database is away.')],
  ])('when %s', async (_, seen) => {
    const { view: fleet, told } = await viewOf(seen)
    expect(fleet.whyNothingIsMade()).toBeNull()
    expect(told).not.toHaveBeenCalled()
  })

  test('by workers of any release while it is not known which is current', async () => {
    const { view: fleet } = await viewOf(
      [worker('one', [], { buildId: 'one' })],
      new Error('Temporal is away.'),
    )
    expect(fleet.whyNothingIsMade()).toBeNull()
  })

  test('before it has looked', () => {
    view = createFleetView(
      { seenWithin: () => Promise.resolve([worker('one', [lack('store', 600)])]) },
      {
        clock: () => now,
        log: { error: vi.fn<Log['error']>() },
        currentRelease: () => Promise.resolve(null),
      },
    )
    expect([view.whyNothingIsMade(), view.processes()]).toEqual([null, []])
  })
})
