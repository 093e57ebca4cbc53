import { expect, test } from 'vitest'

import { tellOutage } from '../../../src/process/outage-log.ts'

/** A log of warnings, and what was told in it. */
function capture() {
  const told: object[] = []
  return { told, log: { warn: (facts: object) => void told.push(facts) } }
}

const MINUTE = 60_000
const AWAY = new Error('connect ECONNREFUSED')

test('an outage is told once a minute, without a stack, and with how often it was met', () => {
  const { log, told } = capture()
  for (const at of [0, 1, 30_000, MINUTE - 1]) tellOutage(log, 'store', AWAY, at)
  expect(told).toEqual([{ outage: 'store', why: 'connect ECONNREFUSED' }])
  tellOutage(log, 'store', AWAY, MINUTE)
  expect(told.slice(1)).toEqual([{ outage: 'store', why: 'connect ECONNREFUSED', timesSinceLast: 3 }])
})

test('what caused the error is told too, once', () => {
  const { log, told } = capture()
  tellOutage(log, 'temporal', new Error('Failed to start Workflow', { cause: AWAY }), 0)
  tellOutage(log, 'store', new Error('the store: connect ECONNREFUSED', { cause: AWAY }), 0)
  expect(told).toEqual([
    { outage: 'temporal', why: 'Failed to start Workflow: connect ECONNREFUSED' },
    { outage: 'store', why: 'the store: connect ECONNREFUSED' },
  ])
})

test('outages of different things are told apart, and those of another process too', () => {
  const [one, other] = [capture(), capture()]
  tellOutage(one.log, 'store', AWAY, 0)
  tellOutage(one.log, 'database', AWAY, 1)
  tellOutage(other.log, 'store', AWAY, 2)
  expect(one.told).toMatchObject([{ outage: 'store' }, { outage: 'database' }])
  expect(other.told).toMatchObject([{ outage: 'store' }])
})
