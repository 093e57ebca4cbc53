import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  displayPrefix,
  hashApiKey,
  lastFour,
  looksLikeApiKey,
  newApiKey,
} from '../../../src/secrets/api-key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a new key has the published form and looks like a key', () => {
  const key = newApiKey()
  expect(key).toMatch(/^pv_live_[0-9A-Za-z]{38}$/u)
  expect(looksLikeApiKey(key)).toBe(true)
})

test('no two keys are alike, and every character of the alphabet occurs', () => {
  const keys = Array.from({ length: 500 }, newApiKey)
  expect(new Set(keys).size).toBe(500)
  expect(new Set(keys.flatMap((key) => key.slice(8, 40).split(''))).size).toBe(62)
})

test('the last six characters are the CRC-32 of the rest in base62, as scanners check it', () => {
  const key = newApiKey()
  const value = key
    .slice(-6)
    .split('')
    .reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0)
  expect(value).toBe(crc32(key.slice(0, -6)))
})

test('a key with any one character mistyped is not taken for a key', () => {
  fc.assert(
    fc.property(fc.nat(45), fc.constantFrom(...ALPHABET.split('')), (position, character) => {
      const key = newApiKey()
      fc.pre(key[position] !== character)
      expect(looksLikeApiKey(key.slice(0, position) + character + key.slice(position + 1))).toBe(false)
    }),
  )
})

test.each(['', 'pv_live_', 'Bearer x', 'pv_test_' + 'a'.repeat(38), 'pv_live_' + 'ü'.repeat(38)])(
  'the text %j is not taken for a key',
  (text) => {
    expect(looksLikeApiKey(text)).toBe(false)
  },
)

test.each([(key: string) => key + '\n', (key: string) => ' ' + key, (key: string) => key + key])(
  'a key with anything around it is not taken for a key',
  (spoil) => {
    expect(looksLikeApiKey(spoil(newApiKey()))).toBe(false)
  },
)

test('a hash is the same under the same pepper and another under another', () => {
  const key = newApiKey()
  const hash = hashApiKey(key, Buffer.alloc(32, 1))
  expect(hash).toHaveLength(32)
  expect(hashApiKey(key, Buffer.alloc(32, 1)).equals(hash)).toBe(true)
  expect(hashApiKey(key, Buffer.alloc(32, 2)).equals(hash)).toBe(false)
  expect(hashApiKey(newApiKey(), Buffer.alloc(32, 1)).equals(hash)).toBe(false)
})

test('what is shown of a key again gives away four of its 32 random characters', () => {
  const key = 'pv_live_' + 'abcdEFGH01234567abcdEFGH01234567' + 'SUM123'
  expect(displayPrefix(key)).toBe('pv_live_abcd')
  expect(lastFour(key)).toBe('M123')
})
