import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createNpmPackages } from '../../../src/voices/npm-packages.ts'
import { readTgzEntry } from '../../../src/voices/tar.ts'

const STYLE = Buffer.from(Float32Array.from({ length: 200 }, (_, index) => index).buffer)

/** Blocks of an archive: a header with name and size, and the content. */
function entry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 'latin1')
  header.write(`${content.length.toString(8).padStart(11, '0')} `, 124, 'latin1')
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}

const TGZ = gzipSync(
  Buffer.concat([
    entry('package/package.json', Buffer.from('{}')),
    entry('package/voices/one.bin', STYLE),
    entry('package/last.txt', Buffer.from('the end')),
    Buffer.alloc(1024),
  ]),
)

const ARCHIVE = {
  name: 'demo-voices',
  version: '1.2.3',
  file: 'demo-voices-1.2.3.tgz',
  bytes: TGZ.length,
  sha256: createHash('sha256').update(TGZ).digest('hex'),
}

const WANTED = {
  name: 'one.f32',
  bytes: STYLE.length,
  sha256: 'b'.repeat(64),
  url: 'https://example.com/one',
  packed: [],
  inArchive: { archive: ARCHIVE.file, path: 'package/voices/one.bin' },
}

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archives-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** An npm that writes down what it was asked, and delivers a package. */
async function giveNpm(archive: Buffer, more = ''): Promise<void> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(folder, 'kept.tgz'), archive)
  const lines = [
    '#!/bin/sh',
    `echo "$@" >> "${folder}/asked.txt"`,
    more,
    `cp "${folder}/kept.tgz" "${folder}/${ARCHIVE.file}"`,
  ]
  await writeFile(join(bin, 'npm'), `${lines.join('\n')}\n`)
  await chmod(join(bin, 'npm'), 0o755)
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`)
}

describe.skipIf(process.platform === 'win32')('with npm', () => {
  test('files come out of a package that is fetched once, and nothing in it is run', async () => {
    await giveNpm(TGZ)
    const npm = createNpmPackages([ARCHIVE], folder)
    for (const name of ['one', 'again']) {
      await npm.unpack(WANTED, join(folder, name))
      expect((await readFile(join(folder, name))).equals(STYLE)).toBe(true)
    }
    const asked = String(await readFile(join(folder, 'asked.txt')))
    expect(asked.trim().split('\n')).toHaveLength(1)
    expect(asked).toContain('pack demo-voices@1.2.3 --ignore-scripts')
  })

  test('a package with another content is refused by name', async () => {
    await giveNpm(Buffer.concat([TGZ, Buffer.from([0])]))
    const npm = createNpmPackages([ARCHIVE], folder)
    await expect(npm.unpack(WANTED, join(folder, 'x'))).rejects.toThrow(/npm: demo-voices-1\.2\.3\.tgz has /u)
  })

  test('what npm says is told when it fails', async () => {
    await giveNpm(TGZ, 'echo "npm error 404 Not Found" >&2; exit 1')
    const npm = createNpmPackages([ARCHIVE], folder)
    await expect(npm.unpack(WANTED, join(folder, 'x'))).rejects.toThrow('404 Not Found')
  })
})

test('an archive gives every file that it holds, and says when it holds none of a name', () => {
  expect(String(readTgzEntry(TGZ, 'package/last.txt'))).toBe('the end')
  expect(() => readTgzEntry(TGZ, 'package/two.bin')).toThrow('holds no package/two.bin')
})

test('a damaged archive is refused', () => {
  const broken = gzipSync(entry('package/voices/one.bin', STYLE).subarray(0, 700))
  expect(() => readTgzEntry(broken, 'package/voices/one.bin')).toThrow('damaged')
  expect(() => readTgzEntry(TGZ.subarray(0, TGZ.length / 2), 'package/last.txt')).toThrow()
})
