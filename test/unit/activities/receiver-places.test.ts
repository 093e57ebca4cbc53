import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createReceiverSlots } from '../../../src/activities/webhook/receiver-slots.ts'

const takeAll = (count: number, take: (index: number) => (() => void) | null) =>
  Array.from({ length: count }, (_, index) => take(index)).filter((leave) => leave !== null)

const URLS = ['https://a.example.com/1', 'https://A.EXAMPLE.com:443/2', 'https://a.example.com/?3']

test('one account has four places at one host, whatever its paths and names’ case', () => {
  const places = createReceiverSlots()
  const taken = takeAll(12, (index) => places.take('acc_1', URLS[index % 3]!))
  expect(taken).toHaveLength(4)
  expect(places.take('acc_1', 'https://b.example.com/')).not.toBeNull()
  taken[0]!()
  expect(takeAll(2, () => places.take('acc_1', URLS[0]!))).toHaveLength(1)
})

test('an account that keeps a host busy leaves places there for every other', () => {
  const places = createReceiverSlots()
  takeAll(40, () => places.take('acc_1', URLS[0]!))
  expect(takeAll(40, () => places.take('acc_2', URLS[0]!))).toHaveLength(4)
})

test('one host has thirty-two places for all accounts together', () => {
  const places = createReceiverSlots()
  const taken = takeAll(40, (index) => places.take(`acc_${index}`, URLS[index % 3]!))
  expect(taken).toHaveLength(32)
  expect(places.take('acc_99', 'https://b.example.com/')).not.toBeNull()
  taken[0]!()
  expect(takeAll(2, () => places.take('acc_99', URLS[0]!))).toHaveLength(1)
})

test('one account has sixteen places, whatever its hosts', () => {
  const places = createReceiverSlots()
  const taken = takeAll(40, (index) => places.take('acc_1', `https://h${index}.example.com/`))
  expect(taken).toHaveLength(16)
  expect(places.take('acc_2', 'https://h1.example.com/')).not.toBeNull()
})

test('whatever is taken and left in any order, no host and no account has more than its places', () => {
  const step = fc.record({
    leave: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
    host: fc.nat(4),
    account: fc.nat(11),
    which: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const places = createReceiverSlots()
      const held: { host: number; account: number; leave: () => void }[] = []
      for (const { leave, host, account, which } of steps) {
        if (leave && held.length > 0) {
          held.splice(which % held.length, 1)[0]!.leave()
          continue
        }
        const atHost = held.filter((one) => one.host === host)
        const ofAccount = held.filter((one) => one.account === account)
        const ofBoth = atHost.filter((one) => one.account === account)
        const taken = places.take(`acc_${account}`, `https://h${host}.example.com/`)
        expect(taken !== null).toBe(ofBoth.length < 4 && ofAccount.length < 16 && atHost.length < 32)
        if (taken) held.push({ host, account, leave: taken })
      }
    }),
  )
})
