import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createBound } from '../../../src/admission/bound.ts'
import type { BoundOptions } from '../../../src/admission/bound.ts'
import { Problem } from '../../../src/domain/error/errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Two places, and room for ten who wait. */
const OPTIONS: BoundOptions = { least: 2, initial: 2, most: 2, aimMs: 1_000, longestWaitMs: 500 }

/** A bound whose work ends when the test says so. */
function watched(options: Partial<BoundOptions> = {}, now = () => 0) {
  const bound = createBound({ ...OPTIONS, ...options }, { now, random: () => 0.5 })
  const begun: string[] = []
  const refused: string[] = []
  const gone: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    refused,
    gone,
    ask(whose: string, name = whose, signal = new AbortController().signal): void {
      const work = () => {
        begun.push(name)
        return new Promise<boolean>((resolve) => ends.push(() => resolve(true)))
      }
      bound.admit({ whose, by: whose, gone: signal }, work).catch((error: unknown) => {
        if (error instanceof Problem) refused.push(name)
        else gone.push(name)
      })
    },
    /** Ends the work that was begun first, and lets follow what follows. */
    async end(): Promise<void> {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
    settled: () => vi.advanceTimersByTimeAsync(0),
  }
}

function asked(bound: ReturnType<typeof watched>, count: number, whose: string): void {
  for (let index = 1; index <= count; index += 1) bound.ask(whose, `${whose}${index}`)
}

describe('a bound', () => {
  test('begins no more than there are places for', async () => {
    const bound = watched()
    asked(bound, 5, 'a')
    await bound.settled()
    expect(bound.begun).toEqual(['a1', 'a2'])
    await bound.end()
    expect(bound.begun).toEqual(['a1', 'a2', 'a3'])
  })

  test('refuses who has waited longest when more wait than can be answered in time', async () => {
    const bound = watched()
    asked(bound, 15, 'a')
    await bound.settled()
    expect(bound.refused).toEqual(['a3', 'a4', 'a5'])
  })

  test('serves the newest first while more than half of what can wait does, and else the oldest', async () => {
    const bound = watched()
    asked(bound, 12, 'a')
    for (let ended = 0; ended < 10; ended += 1) await bound.end()
    const called = bound.begun.slice(2).map((name) => Number(name.slice(1)))
    expect(called.slice(0, 2)).toEqual([12, 11])
    expect(called.slice(-3)).toEqual(called.slice(-3).toSorted((a, b) => a - b))
    expect(bound.refused).toEqual([])
  })

  test('refuses who comes back sooner than told a second later, and who waited at once', async () => {
    let time = 0
    const bound = watched({ longestWaitMs: 1 }, () => time)
    const pass = async (ms: number) => {
      time += ms
      await vi.advanceTimersByTimeAsync(ms)
    }
    asked(bound, 2, 'busy')
    for (const name of ['patient', 'impatient']) bound.ask(name, `${name}, first`)
    await pass(10)
    expect(bound.refused).toEqual(['patient, first', 'impatient, first'])

    await pass(10)
    bound.ask('impatient', 'impatient, too soon')
    await pass(900)
    expect(bound.refused).toHaveLength(2)
    await pass(200)
    expect(bound.refused.slice(2)).toEqual(['impatient, too soon'])

    await pass(60_000)
    bound.ask('patient', 'patient, in time')
    await pass(10)
    expect(bound.refused.slice(3)).toEqual(['patient, in time'])

    await bound.end()
    bound.ask('patient', 'patient, too soon, and served')
    await bound.settled()
    expect(bound.begun.at(-1)).toBe('patient, too soon, and served')
  })

  test('refuses after the longest wait', async () => {
    const bound = watched()
    asked(bound, 3, 'a')
    await vi.advanceTimersByTimeAsync(499)
    expect(bound.refused).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(bound.refused).toEqual(['a3'])
    await bound.end()
    expect(bound.begun).toEqual(['a1', 'a2'])
  })

  test('gives the next place to an account that has none, however many of another wait', async () => {
    const bound = watched()
    asked(bound, 11, 'crowd')
    bound.ask('modest')
    await bound.end()
    expect(bound.begun.at(-1)).toBe('modest')
  })

  test('refuses of the account that has most in line', async () => {
    const bound = watched()
    bound.ask('modest', 'modest1')
    bound.ask('modest', 'modest2')
    bound.ask('modest', 'modest3')
    asked(bound, 30, 'crowd')
    await bound.settled()
    expect(bound.refused.filter((name) => name.startsWith('modest'))).toEqual([])
    expect(bound.refused).toHaveLength(21)
  })

  test('accounts with as many places take turns', async () => {
    const bound = watched({ least: 1, initial: 1, most: 1, longestWaitMs: 10_000 })
    asked(bound, 4, 'a')
    asked(bound, 4, 'b')
    for (let ended = 0; ended < 5; ended += 1) await bound.end()
    expect(bound.begun.map((name) => name[0]).join('')).toBe('ababab')
  })

  test('forgets who does not wait any more', async () => {
    const bound = watched()
    const leaves = new AbortController()
    asked(bound, 2, 'a')
    bound.ask('a', 'left', leaves.signal)
    bound.ask('a', 'stayed')
    leaves.abort()
    await bound.end()
    expect(bound.begun).toEqual(['a1', 'a2', 'stayed'])
    expect(bound.gone).toEqual(['left'])
  })

  test('gives the place back of work that failed, and passes its error on', async () => {
    const bound = createBound(
      { ...OPTIONS, least: 1, initial: 1, most: 1 },
      { now: () => 0, random: () => 0.5 },
    )
    const request = { whose: 'a', by: 'a', gone: new AbortController().signal }
    const fails = () => Promise.reject(new Error('of the work'))
    await expect(bound.admit(request, fails)).rejects.toThrow('of the work')
    await expect(bound.admit(request, () => Promise.resolve(true))).resolves.toBeUndefined()
  })
})
