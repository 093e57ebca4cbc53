import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSlots } from '../../../src/children/slots.ts'
import type { SlotRequest, Stage } from '../../../src/children/slots.ts'

/** Slots whose work ends when the test says so, and whose starts are noted. */
function watched(size: number, mostEach?: number) {
  const slots = createSlots(size, mostEach)
  /** Accounts, in the order in which their work began. */
  const started: string[] = []
  /** Work that is under way, the longest first. */
  const running: { accountId: string; name: string; end: () => void }[] = []
  const done: string[] = []
  return {
    started,
    running,
    done,
    ask(accountId: string, name = accountId, signal?: AbortSignal): Promise<void> {
      return this.askFor({ accountId, ...(signal && { signal }) }, name)
    },
    askFor(request: SlotRequest, name: string): Promise<void> {
      return slots.use(request, async () => {
        const { accountId = '' } = request
        started.push(accountId)
        await new Promise<void>((end) => running.push({ accountId, name, end }))
        done.push(name)
      })
    },
    /** Ends some work and lets whoever is next begin. @param which by its place; else the longest. */
    async end(which = 0): Promise<void> {
      await settled()
      running.splice(which, 1)[0]?.end()
      await settled()
    },
  }
}

/** All that follows from what happened, and waits for nothing else. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('of places of which an account may have all but one, one is left to others, however much it asks for', async () => {
  const slots = watched(3, 2)
  for (let asked = 0; asked < 5; asked += 1) void slots.ask('greedy')
  await settled()
  expect(slots.started).toEqual(['greedy', 'greedy'])
  void slots.ask('modest')
  await settled()
  // At once, and not at the end of something that may take for ever.
  expect(slots.started).toEqual(['greedy', 'greedy', 'modest'])
  await slots.end(2)
  expect(slots.running.map(({ accountId }) => accountId)).toEqual(['greedy', 'greedy'])
  for (let left = 5; left > 0; left -= 1) await slots.end()
  expect(slots.done.filter((name) => name === 'greedy')).toHaveLength(5)
})

describe.each([1, 2, 4])('with %i places', (size) => {
  test('an account with four requests waits for a fair share of one with hundreds', async () => {
    const slots = watched(size)
    for (let asked = 0; asked < 300; asked += 1) void slots.ask('greedy')
    for (let asked = 0; asked < 4; asked += 1) void slots.ask('modest')
    await settled()
    const before = slots.started.length
    while (slots.done.filter((name) => name === 'modest').length < 4) await slots.end()
    const foreign = slots.started.slice(before, slots.started.lastIndexOf('modest'))
    // One beside each of its own, at most; first in, first out it would be all 300.
    expect(foreign.filter((accountId) => accountId === 'greedy').length).toBeLessThanOrEqual(4)
  })

  test('the very next place is for who has none', async () => {
    const slots = watched(size)
    for (let asked = 0; asked < 50; asked += 1) void slots.ask('greedy')
    void slots.ask('modest')
    await slots.end()
    expect(slots.started.at(-1)).toBe('modest')
  })
})

test('an account keeps its share of places beside one whose requests last much longer', async () => {
  const slots = watched(2)
  for (let asked = 0; asked < 50; asked += 1) void slots.ask('long')
  for (let asked = 0; asked < 10; asked += 1) void slots.ask('short')
  await slots.end()
  // From here on, whatever is long never ends.
  for (let ended = 0; ended < 9; ended += 1) {
    await slots.end(slots.running.findIndex(({ accountId }) => accountId === 'short'))
  }
  expect(slots.started.filter((accountId) => accountId === 'short')).toHaveLength(10)
  expect(slots.started.filter((accountId) => accountId === 'long')).toHaveLength(2)
})

test('within an account, who asked first is served first', async () => {
  const slots = watched(1)
  for (const name of ['a', 'b', 'c', 'd']) void slots.ask('one', name)
  for (let ended = 0; ended < 4; ended += 1) await slots.end()
  expect(slots.done).toEqual(['a', 'b', 'c', 'd'])
})

test('an earlier video goes before a later one, and of one video an earlier piece before a later one', async () => {
  const slots = watched(1)
  const ask = (of: string, place: number) =>
    void slots.askFor({ accountId: 'one', piece: { of, place } }, `${of}${place}`)
  ask('a', 1)
  ask('b', 0)
  ask('a', 1)
  ask('a', 1)
  ask('c', 0)
  ask('a', 0)
  ask('a', 0)
  for (let ended = 0; ended < 7; ended += 1) await slots.end()
  expect(slots.done).toEqual(['a1', 'a0', 'a0', 'a1', 'a1', 'b0', 'c0'])
})

test('what is nearer the end of a video goes first: finishing before drawing before speaking', async () => {
  const slots = watched(1)
  const ask = (stage: Stage | undefined, of: string) =>
    void slots.askFor({ accountId: 'one', stage, piece: { of, place: 0 } }, `${stage} ${of}`)
  ask('speaking', 'a')
  ask('speaking', 'a')
  ask('drawing', 'b')
  ask('finishing', 'c')
  ask('drawing', 'a')
  ask(undefined, 'd')
  for (let ended = 0; ended < 6; ended += 1) await slots.end()
  expect(slots.done).toEqual([
    'speaking a',
    'undefined d',
    'finishing c',
    'drawing a',
    'drawing b',
    'speaking a',
  ])
})

test('what is nearer its end does not go before the turn of another account', async () => {
  const slots = watched(1)
  for (let asked = 0; asked < 9; asked += 1) void slots.askFor({ accountId: 'a', stage: 'finishing' }, 'a')
  for (let asked = 0; asked < 3; asked += 1) void slots.askFor({ accountId: 'b', stage: 'speaking' }, 'b')
  for (let ended = 0; ended < 6; ended += 1) await slots.end()
  expect(slots.done.join('')).toBe('ababab')
})

test('accounts that have as much are served in turn', async () => {
  const slots = watched(1)
  for (const accountId of ['a', 'a', 'a', 'b', 'b', 'c', 'c']) void slots.ask(accountId)
  for (let ended = 0; ended < 7; ended += 1) await slots.end()
  expect(slots.started.join('')).toBe('abcabca')
})

test('work that fails gives its place back', async () => {
  const slots = createSlots(1)
  await expect(slots.use({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.use({}, async () => 'next')).toBe('next')
})

test('who gives up waiting is not served, and holds up nobody', async () => {
  const slots = watched(1)
  const stop = new AbortController()
  void slots.ask('a')
  const given = slots.ask('b', 'b', stop.signal)
  void slots.ask('c')
  stop.abort(new Error('no longer wanted'))
  await expect(given).rejects.toThrow('no longer wanted')
  await expect(slots.ask('b', 'b', stop.signal)).rejects.toThrow('no longer wanted')
  await slots.end()
  expect(slots.started).toEqual(['a', 'c'])
})

test('never are more places taken than there are, nor one left free while somebody waits', async () => {
  const ask = fc.record({ kind: fc.constant('ask' as const), account: fc.constantFrom('a', 'b', 'c', 'd') })
  const end = fc.record({ kind: fc.constant('end' as const), which: fc.nat(7) })
  const giveUp = fc.record({ kind: fc.constant('give up' as const), which: fc.nat(30) })
  const events = fc.array(fc.oneof({ weight: 3, arbitrary: ask }, { weight: 2, arbitrary: end }, giveUp))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), events, async (size, all) => {
      const slots = watched(size)
      const asked: { stop: AbortController; ended: boolean }[] = []
      for (const event of all) {
        if (event.kind === 'ask') {
          const request = { stop: new AbortController(), ended: false }
          asked.push(request)
          const end = () => void (request.ended = true)
          void slots.ask(event.account, event.account, request.stop.signal).then(end, end)
        } else if (event.kind === 'end') await slots.end(event.which % Math.max(1, slots.running.length))
        else asked[event.which]?.stop.abort(new Error('no longer wanted'))
        await settled()
        const unfinished = asked.filter(({ ended }) => !ended).length
        expect(slots.running.length).toBe(Math.min(size, unfinished))
      }
      while (slots.running.length > 0) await slots.end()
      expect(asked.every(({ ended }) => ended)).toBe(true)
    }),
  )
})
