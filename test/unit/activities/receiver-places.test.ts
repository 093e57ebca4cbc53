import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createReceiverPlaces } from '../../../src/activities/receiver-places.ts'

const takeAll = (count: number, take: (index: number) => (() => void) | null) =>
  Array.from({ length: count }, (_, index) => take(index)).filter((leave) => leave !== null)

test('one host has four places, whatever its paths, names’ case and accounts', () => {
  const places = createReceiverPlaces()
  const urls = ['https://a.example.com/1', 'https://A.EXAMPLE.com:443/2', 'https://a.example.com/?3']
  const taken = takeAll(12, (index) => places.take(`acc_${index}`, urls[index % 3]!))
  expect(taken).toHaveLength(4)
  expect(places.take('acc_99', 'https://b.example.com/')).not.toBeNull()
  taken[0]!()
  expect(takeAll(2, () => places.take('acc_99', urls[0]!))).toHaveLength(1)
})

test('one account has sixteen places, whatever its hosts', () => {
  const places = createReceiverPlaces()
  const taken = takeAll(40, (index) => places.take('acc_1', `https://h${index}.example.com/`))
  expect(taken).toHaveLength(16)
  expect(places.take('acc_2', 'https://h1.example.com/')).not.toBeNull()
})

test('whatever is taken and left in any order, no host and no account has more than its places', () => {
  const step = fc.record({ leave: fc.boolean(), host: fc.nat(3), account: fc.nat(1), which: fc.nat() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const places = createReceiverPlaces()
      const held: { host: number; account: number; leave: () => void }[] = []
      for (const { leave, host, account, which } of steps) {
        if (leave && held.length > 0) {
          held.splice(which % held.length, 1)[0]!.leave()
          continue
        }
        const atHost = held.filter((one) => one.host === host).length
        const ofAccount = held.filter((one) => one.account === account).length
        const taken = places.take(`acc_${account}`, `https://h${host}.example.com/`)
        expect(taken !== null).toBe(atHost < 4 && ofAccount < 16)
        if (taken) held.push({ host, account, leave: taken })
      }
    }),
  )
})
