import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createHostResolver } from '../../../src/net/resolve-host.ts'
import { startNameServer } from './name-server.ts'

/** So long that no test sees the end of it. */
const FOREVER_MS = 600_000

const SILENT = Array.from({ length: 20 }, (_, index) => `silent-${index}.test`)

let nameServer: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  nameServer = await startNameServer({
    'two.test': ['93.184.215.14', '93.184.215.15'],
    ...Object.fromEntries(SILENT.map((name) => [name, 'silent'])),
  })
})
afterAll(() => nameServer.stop())

const resolverWith = (options: Parameters<typeof createHostResolver>[0] = {}) =>
  createHostResolver({ servers: [nameServer.address], ...options })

test('a name leads to all its addresses', async () => {
  const addresses = await resolverWith()('two.test')
  expect(addresses.toSorted()).toEqual(['93.184.215.14', '93.184.215.15'])
})

test('a name that the DNS does not know may be one of the hosts file', async () => {
  const addresses = await resolverWith()('localhost')
  expect(addresses.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
})

test('names whose servers say nothing hold up neither other names nor files', async () => {
  const resolve = resolverWith({ answerWithinMs: FOREVER_MS })
  const answered = vi.fn<() => void>()
  for (const name of SILENT) void resolve(name).finally(answered)
  expect(await resolve('two.test')).toHaveLength(2)
  expect(await readFile(import.meta.filename, 'utf8')).toContain('hold up')
  expect(answered).not.toHaveBeenCalled()
})

test('the system is asked for two names at a time at most, and for the others after them', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const resolve = resolverWith({
    bySystem: (hostname) => {
      asked.push(hostname)
      return new Promise((answer) => answers.push(() => answer(['127.0.0.1'])))
    },
  })
  const names = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test']
  const all = Promise.all(names.map(resolve))
  for (let index = 0; index < names.length; index += 1) {
    await vi.waitUntil(() => answers.length > index)
    expect(asked.length - index).toBeLessThanOrEqual(2)
    answers[index]!()
  }
  expect(await all).toEqual(names.map(() => ['127.0.0.1']))
  expect(asked.toSorted()).toEqual(names)
})
