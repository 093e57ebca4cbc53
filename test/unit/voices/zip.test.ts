import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readZipEntry } from '../../../src/voices/zip.ts'
import { zipOf } from './make-zip.ts'

test('an entry comes out as it went in, packed or not', () => {
  const [text, noise] = [Buffer.from('a'.repeat(5000)), randomBytes(3000)]
  const zip = zipOf({ 'one.txt': text, 'folder/two.bin': noise })
  expect(readZipEntry(zip, 'one.txt').equals(text)).toBe(true)
  expect(readZipEntry(zip, 'folder/two.bin').equals(noise)).toBe(true)
})

test('an archive within an archive is read too', () => {
  const inner = zipOf({ 'deep.npy': Buffer.from('numbers') })
  const outer = zipOf({ 'data.npz': inner })
  expect(readZipEntry(readZipEntry(outer, 'data.npz'), 'deep.npy').toString()).toBe('numbers')
})

test('an entry that is not there, and a file that is no archive, are told', () => {
  expect(() => readZipEntry(zipOf({ a: Buffer.from('a') }), 'b')).toThrow('holds no b')
  expect(() => readZipEntry(randomBytes(100), 'b')).toThrow('no ZIP archive')
})

test('a broken entry is told, not returned', () => {
  const zip = zipOf({ a: Buffer.from('a'.repeat(5000)) })
  zip.fill(0xff, 31, 40)
  expect(() => readZipEntry(zip, 'a')).toThrow()
})
