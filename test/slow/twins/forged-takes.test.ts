import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAME_PERSON } from '../../../src/domain/twin/twin-take.ts'
import { firstSeconds, FORGERIES, lastSeconds, openForgeries } from '../../support/twin/forgeries.ts'
import type { TakeCheckCode } from '../../../src/domain/twin/twin-take.ts'
import type { ForgeryWorkshop } from '../../support/twin/forgeries.ts'
import type { TrackedFiles } from '../../support/twin/twin-takes.ts'

let workshop: ForgeryWorkshop

beforeAll(async () => {
  workshop = await openForgeries()
})
afterAll(() => workshop.close())

/** What the checks of a reading say, by their codes. */
async function outcomes(
  take: TrackedFiles,
  sentences?: readonly string[],
): Promise<Partial<Record<TakeCheckCode, string>>> {
  const checks = await workshop.check(take, sentences)
  for (const { outcome, message } of checks) expect(message === '').toBe(outcome === 'passed')
  return Object.fromEntries(checks.map(({ code, outcome }) => [code, outcome]))
}

test('an honest take passes all checks', async () => {
  expect(await outcomes(workshop.honest)).toEqual({
    one_face: 'passed',
    size: 'passed',
    frontal: 'passed',
    sharp: 'passed',
    light: 'passed',
    texture: 'passed',
    sound: 'passed',
    length: 'passed',
    blinks: 'passed',
    same_person: 'passed',
    moving: 'passed',
    lips: 'passed',
    words: 'passed',
  })
})

test.each(FORGERIES)('$what: refused', async ({ by, mayBeUnclear, make, sentences }) => {
  const found = await outcomes(await make(workshop), sentences)
  for (const check of by)
    expect(mayBeUnclear ? ['failed', 'unclear'] : ['failed'], check).toContain(found[check])
})

test('another person is told from the same one in another take', async () => {
  const { takes, pictures, others, sound, honest } = workshop
  const other = await takes.film('other', firstSeconds(others, 1), { sound })
  const again = await takes.film('again', lastSeconds(pictures, 1), { sound })
  const alike = (one: TrackedFiles, two: TrackedFiles) =>
    takes.studio.matchTakes({ portraitFiles: [one.portraitsFile, two.portraitsFile] })
  expect(await alike(honest, again)).toBeGreaterThan(SAME_PERSON.accepted)
  // Presenters that were drawn by one hand are more alike than people are, of whom most would be refused.
  expect(await alike(honest, other)).toBeLessThan(SAME_PERSON.accepted)
})
