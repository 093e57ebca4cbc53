import { expect, test } from 'vitest'

import { createHeldSlots } from '../../../../src/domain/account/held-slots.ts'

const OF_ANNA = { of: 'account anna', most: 2 }
const OF_ALL = { of: 'all', most: 3 }

test('a slot is taken under each name, and the first name without one says so', () => {
  const slots = createHeldSlots()
  slots.take([OF_ANNA, OF_ALL])
  slots.take([OF_ANNA, OF_ALL])
  expect(slots.full([OF_ANNA, OF_ALL])).toBe(OF_ANNA)
  const ofBert = { of: 'account bert', most: 2 }
  expect(slots.full([ofBert, OF_ALL])).toBeNull()
  slots.take([ofBert, OF_ALL])
  expect(slots.full([ofBert, OF_ALL])).toBe(OF_ALL)
})

test('a slot that is given back twice counts once', () => {
  const slots = createHeldSlots()
  const release = slots.take([OF_ANNA])
  slots.take([OF_ANNA])
  release()
  release()
  expect(slots.full([OF_ANNA])).toBeNull()
  slots.take([OF_ANNA])
  expect(slots.full([OF_ANNA])).toBe(OF_ANNA)
})
