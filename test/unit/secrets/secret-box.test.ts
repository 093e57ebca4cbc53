import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'

const key = Buffer.alloc(32, 1)
const newerKey = Buffer.alloc(32, 2)

test('any secret comes back as it was sealed', () => {
  const box = createSecretBox([key])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, purpose) => {
      expect(box.open(box.seal(secret, purpose), purpose)).toBe(secret)
    }),
  )
})

test('the sealed bytes hold nothing of the secret and differ each time', () => {
  const box = createSecretBox([key])
  const sealed = box.seal('whsec_visible', 'acc_1|webhook')
  expect(sealed.includes('visible')).toBe(false)
  expect(sealed).toHaveLength(4 + 12 + 'whsec_visible'.length + 16)
  expect(box.seal('whsec_visible', 'acc_1|webhook').equals(sealed)).toBe(false)
})

test('bytes sealed for one account and purpose open for no other', () => {
  const box = createSecretBox([key])
  const sealed = box.seal('secret', 'acc_1|webhook')
  expect(() => box.open(sealed, 'acc_2|webhook')).toThrow()
  expect(() => box.open(sealed, 'acc_1|other')).toThrow()
  expect(() => box.open(sealed, '')).toThrow()
})

test('one changed bit anywhere keeps the box shut', () => {
  const box = createSecretBox([key])
  const sealed = box.seal('secret', 'acc_1|webhook')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => box.open(changed, 'acc_1|webhook')).toThrow()
  }
})

test('cut off bytes keep the box shut', () => {
  const box = createSecretBox([key])
  const sealed = box.seal('secret', 'acc_1|webhook')
  for (let length = 0; length < sealed.length; length++) {
    expect(() => box.open(sealed.subarray(0, length), 'acc_1|webhook')).toThrow()
  }
})

test('after a rotation old secrets still open and new ones need the new key', () => {
  const before = createSecretBox([key])
  const after = createSecretBox([newerKey, key])
  expect(after.open(before.seal('old', 'p'), 'p')).toBe('old')
  expect(() => before.open(after.seal('new', 'p'), 'p')).toThrow('key that is not here')
})

test.each([[[]], [[randomBytes(16)]], [[key, randomBytes(33)]]])(
  'keys of the wrong number or length are refused',
  (keys) => {
    expect(() => createSecretBox(keys)).toThrow()
  },
)
