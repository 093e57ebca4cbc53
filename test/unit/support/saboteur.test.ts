import { expect, test } from 'vitest'

import type { MortalProcess, Sight } from '../../support/service/mortal-process.ts'
import { createSaboteur } from '../../support/webhook/saboteur.ts'

test('strikes at the first answer that comes, although the first connection that was asked never answers', async () => {
  const killed: string[] = []
  const process = (name: string): MortalProcess => ({
    name,
    start: () => Promise.resolve(),
    kill: () => void killed.push(name),
    askToStop: () => Promise.resolve(),
    cutOff: () => undefined,
    mend: () => undefined,
    isAlive: () => true,
    stop: () => Promise.resolve(),
  })
  const closed = { process: process('first'), connection: {} }
  const open = { process: process('second'), connection: {} }
  const saboteur = createSaboteur()
  const shows = (one: typeof closed, from: Sight['from'], text: string) =>
    saboteur.watch({ ...one, wire: 'database', from, text })

  const strike = saboteur.arm({
    name: 'heard',
    at: ({ text }) => text.includes('commit'),
    whenAnswered: true,
  })
  expect(shows(closed, 'client', 'commit')).toBe(true)
  expect(shows(open, 'server', 'ready')).toBe(true)
  expect(shows(open, 'client', 'commit')).toBe(true)
  expect(killed).toEqual([])
  expect(shows(open, 'server', 'committed')).toBe(false)

  expect((await strike).struck.name).toBe('second')
  expect(killed).toEqual(['second'])
})
