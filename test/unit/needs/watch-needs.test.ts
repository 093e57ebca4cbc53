import { afterEach, expect, test } from 'vitest'

import type { Lack } from '../../../src/domain/health/needs.ts'
import { createNeedsWatch } from '../../../src/needs/watch-needs.ts'
import type { NeedsWatch } from '../../../src/ports/process/needs.ts'

let watch: NeedsWatch | undefined
afterEach(() => watch?.end())

const never = new AbortController().signal

/** A watch that looks all the time, at a disk that tests fill and a store that is always there. */
function watchDisk() {
  let why: string | null = null
  let looks = 0
  const told: (readonly [need: string, isLacking: boolean])[] = []
  const made = createNeedsWatch({ clock: () => new Date(), everyMs: 1, againMs: 1 })
  made.add('disk', async () => {
    looks += 1
    if (why !== null) throw new Error(why)
  })
  made.add('store', async () => undefined)
  made.onChange(({ need }: Lack, isLacking) => told.push([need, isLacking]))
  watch = made
  return {
    watch: made,
    told,
    looks: () => looks,
    fill: () => void (why = 'it is full'),
    empty: () => void (why = null),
  }
}

test('what is not there at the beginning is lacking at once, with its reason', async () => {
  const { watch: made, fill } = watchDisk()
  fill()
  await made.begin(['disk', 'store'])
  expect(made.lacks()).toMatchObject([{ need: 'disk', why: 'it is full' }])
})

test('what fails once is there; what fails twice is lacking until it is there again', async () => {
  const { watch: made, told, looks, fill, empty } = watchDisk()
  await made.begin(['disk', 'store'])
  expect(made.lacks()).toEqual([])

  const before = looks()
  fill()
  await made.untilLacking(['disk'], never)
  expect(looks() - before).toBeGreaterThanOrEqual(2)
  expect(made.lacks()).toMatchObject([{ need: 'disk' }])

  empty()
  await made.untilAllThere(['disk', 'store'], never)
  expect(made.lacks()).toEqual([])
  expect(told).toEqual([
    ['disk', true],
    ['disk', false],
  ])
})

test('what nobody looks at is there, and who is asked to stop waits no longer', async () => {
  const { watch: made, fill } = watchDisk()
  fill()
  await made.begin(['disk', 'voices'])
  const stop = new AbortController()
  const waited = made.untilAllThere(['disk'], stop.signal)
  stop.abort()
  await waited
  await made.untilAllThere(['voices'], never)
})
