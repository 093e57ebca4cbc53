import { expect, test } from 'vitest'
import { deriveKeyRing, deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'

test('each purpose gets its own 32 bytes', () => {
  const { id: _, ...derived } = deriveKeys(Buffer.alloc(32, 9))
  const keys = Object.values(derived).map((key) => key.toString('hex'))
  expect(new Set(keys).size).toBe(7)
  expect(keys.every((key) => key.length === 64)).toBe(true)
})

test('the keys of a master key never change: stored hashes and secrets depend on them', () => {
  const keys = deriveKeys(Buffer.alloc(32, 9))
  expect(keys.apiKeyPepper.toString('hex')).toMatchInlineSnapshot(
    `"ac76f729c00f93bd2462394a0300fbe7e5be11932ab2d9a627630a140acfc32e"`,
  )
  expect(keys.mediaLinks.toString('hex')).toMatchInlineSnapshot(
    `"687688f8630956544d0eccb78d637a7f61ad1c1b38a39b60039c21c09effccfd"`,
  )
  expect(keys.secretBox.toString('hex')).toMatchInlineSnapshot(
    `"a3efc0497d47e8a2d7032a542e21d2d6c930b1c90e9d8dfe8ce884166fe40580"`,
  )
  expect(keys.temporalPayloads.toString('hex')).toMatchInlineSnapshot(
    `"64eb1609090b1998c0634894ef1493246b0b247daaab89625196680022ddc0e8"`,
  )
})

test.each([0, 16, 31, 33, 64])('a master key of %i bytes is refused', (length) => {
  expect(() => deriveKeys(Buffer.alloc(length))).toThrow('must be 32 bytes')
})

test('a ring protects with the newest master key and knows the others in their order', () => {
  const masterKeys = [3, 2, 1].map((byte) => Buffer.alloc(32, byte))
  const { newest, older } = deriveKeyRing(masterKeys)
  expect([newest, ...older]).toEqual(masterKeys.map(deriveKeys))
  expect(new Set([newest, ...older].map(({ id }) => id)).size).toBe(3)
  expect(() => deriveKeyRing([])).toThrow('There must be a master key')
})

test('the id of a master key is what its sealed secrets begin with', () => {
  const { id, secretBox } = deriveKeys(Buffer.alloc(32, 9))
  expect(createSecretBox([secretBox]).seal('secret', 'purpose').toString('hex', 0, 4)).toBe(id)
})
