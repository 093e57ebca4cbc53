import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { install } from '../../../src/voices/install.ts'
import { installedFiles } from '../../../src/voices/installed.ts'
import type { PrepareFile, RenewFiles } from '../../../src/speech/engines/engine.ts'
import type { Manifest } from '../../../src/voices/manifest.ts'
import { startFileServer } from '../../support/http/file-server.ts'
import type { FileServer } from '../../support/http/file-server.ts'

const ONE = Buffer.from('the first file, '.repeat(20_000))
const TWO = Buffer.from('the second file, '.repeat(9_000))

let server: FileServer
let dir: string

beforeAll(async () => {
  server = await startFileServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'voices-'))
  server.reset()
  server.files.set('/one.f32', ONE).set('/two.f32', TWO)
  return () => rm(dir, { recursive: true, force: true })
})

function manifest(): Manifest {
  const files = [knownFile('one.f32', ONE), knownFile('two.f32', TWO)]
  return {
    id: 'engine',
    name: 'Engine',
    licences: [],
    packages: [],
    archives: [],
    downloads: files.map((file) => ({ ...file, url: `${server.url}/${file.name}`, packed: [] })),
    installed: files,
    earlier: [],
  }
}

/** What an earlier release made of the first file, and how this one renews it. */
const EARLIER_ONE = Buffer.from('the first file, as it was')

const knownFile = (name: string, content: Buffer) => ({
  name,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

function earlierManifest(): Manifest {
  const { installed } = manifest()
  return { ...manifest(), installed: [knownFile('one.f32', EARLIER_ONE), ...installed.slice(1)] }
}

const renewedManifest = (): Manifest => ({ ...manifest(), earlier: [earlierManifest().installed] })

async function pullEarlier(): Promise<void> {
  const prepare: PrepareFile = async (name, content) => [
    { name, content: name === 'one.f32' ? EARLIER_ONE : content },
  ]
  await install(earlierManifest(), { dir, prepare })
  server.reset()
}

/** Gives the first file in pieces, made of what the earlier release installed. */
const renew: RenewFiles = async (read) => {
  const start = (await read('one.f32')).subarray(0, 'the first file, '.length)
  return [{ name: 'one.f32', content: [start, ONE.subarray(start.length)] }]
}

const installation = () => installedFiles(manifest(), dir)
const pull = (options: object = {}) => install(manifest(), { dir, ...options })

test('files from their public addresses are in place, whole, and nothing else is left', async () => {
  const shares: number[] = []
  expect(installation().isInstalled()).toBe(false)
  await pull({ onProgress: (share: number) => shares.push(share) })
  expect(installation().isInstalled()).toBe(true)
  expect(await installation().problems()).toEqual([])
  expect((await readFile(join(dir, 'engine', 'one.f32'))).equals(ONE)).toBe(true)
  expect(await readdir(dir)).toEqual(['engine'])
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('a download goes on where it broke off', async () => {
  await mkdir(join(dir, 'engine.download'))
  await writeFile(join(dir, 'engine.download', 'one.f32'), ONE.subarray(0, 100_000))
  await pull()
  expect(server.requests).toContainEqual({ path: '/one.f32', range: 'bytes=100000-' })
  expect(installation().isInstalled()).toBe(true)
})

test('a connection that breaks in the middle is taken up again', async () => {
  server.breakAfter('/one.f32', 50_000)
  await pull()
  expect(server.requests.filter(({ path }) => path === '/one.f32').length).toBeGreaterThan(1)
  expect(installation().isInstalled()).toBe(true)
})

test('a server that knows no ranges is asked for all of it again', async () => {
  server.ranges = false
  await mkdir(join(dir, 'engine.download'))
  await writeFile(join(dir, 'engine.download', 'one.f32'), ONE.subarray(0, 100_000))
  await pull()
  expect(installation().isInstalled()).toBe(true)
})

test('a damaged rest of an earlier download does not stay', async () => {
  await mkdir(join(dir, 'engine.download'))
  await writeFile(join(dir, 'engine.download', 'one.f32'), Buffer.alloc(100_000, 'x'))
  await expect(pull()).rejects.toThrow('has another content')
  await pull()
  expect(installation().isInstalled()).toBe(true)
})

test.each([
  ['of the same size but another content', Buffer.from(ONE).fill('x', 500, 600), 'has another content'],
  ['that ends too early', ONE.subarray(0, 1000), 'has 1000 bytes instead of 320000'],
  ['that does not end', Buffer.concat([ONE, ONE]), 'sends more than 320000 bytes'],
])('a file %s is refused, and nothing is in place', async (_name, content, reason) => {
  server.files.set('/one.f32', content)
  await expect(pull()).rejects.toThrow(reason)
  expect(installation().isInstalled()).toBe(false)
  expect(existsSync(join(dir, 'engine'))).toBe(false)
})

test('a mirror is asked before public addresses, and these when it does not have it', async () => {
  server.files.set('/mirror/two.f32', TWO)
  await pull({ mirrorUrl: `${server.url}/mirror` })
  expect(server.requests.map(({ path }) => path)).toEqual(['/mirror/one.f32', '/one.f32', '/mirror/two.f32'])
})

test('a folder with the files needs no network', async () => {
  server.files.clear()
  const localDir = join(dir, 'given')
  await mkdir(localDir)
  await writeFile(join(localDir, 'one.f32'), ONE)
  await writeFile(join(localDir, 'two.f32'), TWO)
  await pull({ localDir })
  expect(server.requests).toEqual([])
  expect(installation().isInstalled()).toBe(true)
})

test('who wants nothing from outside is told what was missing inside', async () => {
  await expect(pull({ privateOnly: true, localDir: join(dir, 'empty') })).rejects.toThrow(
    'one.f32 could not be',
  )
  expect(server.requests).toEqual([])
})

test('of two processes that pull at once, one does and the other is told which', async () => {
  const [first, second] = await Promise.allSettled([pull(), pull()])
  const rejected = [first, second].filter((each) => each.status === 'rejected')
  expect(rejected).toHaveLength(1)
  expect(String(rejected[0]?.reason)).toContain(`Process ${process.pid} is installing`)
  expect(installation().isInstalled()).toBe(true)
})

test('a disk that takes no more leaves no installation behind', async () => {
  // A folder where the unfinished installation would be put cannot be written into by anyone.
  await writeFile(join(dir, 'engine.download'), 'in the way')
  await expect(pull()).rejects.toThrow()
  expect(installation().isInstalled()).toBe(false)
})

test('an installation that lost a file, or part of one, is not used, and verifying says which', async () => {
  await pull()
  await writeFile(join(dir, 'engine', 'two.f32'), TWO.subarray(1))
  expect(installation().isInstalled()).toBe(false)
  expect(await installation().problems()).toEqual([
    `two.f32 has ${TWO.length - 1} bytes instead of ${TWO.length}`,
  ])
  await writeFile(join(dir, 'engine', 'two.f32'), Buffer.alloc(TWO.length))
  expect(await installation().problems()).toEqual(['two.f32 has another content'])
  await rm(join(dir, 'engine', 'two.f32'))
  expect(await installation().problems()).toEqual(['two.f32 is missing'])
})

test('an installation of another version is not used', async () => {
  await pull()
  const other = { ...manifest(), installed: manifest().installed.toReversed() }
  expect(installedFiles(other, dir).isInstalled()).toBe(false)
})

describe('an installation of an earlier release', () => {
  const files = () => installedFiles(renewedManifest(), dir)
  const pullRenewed = (options: object = {}) => install(renewedManifest(), { dir, renew, ...options })

  beforeEach(pullEarlier)

  test('is used as it is, and is intact by its own measure', async () => {
    expect(files().isInstalled()).toBe(true)
    expect(files().isCurrent()).toBe(false)
    expect(await files().problems()).toEqual([])
  })

  test('is renewed without a download, and is there meanwhile', async () => {
    let wasThere = false
    const watched: RenewFiles = (read) => {
      wasThere = files().isInstalled()
      return renew(read)
    }
    await pullRenewed({ renew: watched })
    expect(wasThere).toBe(true)
    expect(server.requests).toEqual([])
    expect(files().isCurrent()).toBe(true)
    expect(await files().problems()).toEqual([])
    expect(await readdir(dir)).toEqual(['engine'])
  })

  test('stays when its renewal fails', async () => {
    const failing: RenewFiles = () => Promise.reject(new Error('no room'))
    await expect(pullRenewed({ renew: failing })).rejects.toThrow('no room')
    const other: RenewFiles = async () => [{ name: 'one.f32', content: TWO }]
    await expect(pullRenewed({ renew: other })).rejects.toThrow('one.f32 has')
    expect(files().isInstalled()).toBe(true)
    expect(await files().problems()).toEqual([])
    expect(await readdir(dir)).toEqual(['engine'])
  })

  test('is found again when a process was stopped at the moment of the exchange', async () => {
    await rename(join(dir, 'engine'), join(dir, 'engine.old'))
    await mkdir(join(dir, 'engine.new'))
    await pullRenewed()
    expect(server.requests).toEqual([])
    expect(files().isCurrent()).toBe(true)
    expect(await readdir(dir)).toEqual(['engine'])
  })

  test('is replaced by a download when it is damaged', async () => {
    server.files.set('/one.f32', ONE).set('/two.f32', TWO)
    await writeFile(join(dir, 'engine', 'one.f32'), Buffer.alloc(EARLIER_ONE.length))
    await pullRenewed()
    expect(server.requests.map(({ path }) => path)).toEqual(['/one.f32', '/two.f32'])
    expect(await files().problems()).toEqual([])
  })
})

test('removed files are gone', async () => {
  await pull()
  await installation().remove()
  expect(await readdir(dir)).toEqual([])
})
