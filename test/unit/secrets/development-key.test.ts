import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { newDevelopmentKey, whyNotForProduction } from '../../../src/secrets/development-key.ts'

test('a key made for development is 32 bytes, another each time, and known as one wherever it turns up', () => {
  const key = newDevelopmentKey()
  expect(key).toHaveLength(32)
  expect(newDevelopmentKey().equals(key)).toBe(false)
  const elsewhere = Buffer.from(key.toString('base64'), 'base64')
  expect(whyNotForProduction(elsewhere)).toMatch('generated automatically')
})

test('random keys are good for production', () => {
  for (let made = 0; made < 20_000; made++) expect(whyNotForProduction(randomBytes(32))).toBe(null)
})

test.each<[string, Buffer, string]>([
  ['zeros', Buffer.alloc(32), 'is repetitive'],
  ['one byte over and over', Buffer.alloc(32, 0xff), 'is repetitive'],
  ['a text', Buffer.from('change-me-change-me-change-me-32'), 'encodes text'],
  ['sixteen random bytes in hexadecimal', Buffer.from(randomBytes(16).toString('hex')), 'encodes text'],
  ['a pattern', Buffer.from(Array.from({ length: 32 }, (_, index) => 0xf0 | (index % 16))), 'is repetitive'],
])('%s are no key for production', (_, key, reason) => {
  expect(whyNotForProduction(key)).toMatch(reason)
})
