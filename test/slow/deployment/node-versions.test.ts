import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { resolveNpmPackages } from '../../support/tools/npm-packages.ts'

/** Unit tests of what depends on Node.js more than on us: addresses, URLs, files and numbers. */
const UNIT_TESTS = ['domain', 'media', 'net'].map((name) => `test/unit/${name}`)

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64'
const node = await resolveNpmPackages('node-versions', 'test/slow/deployment/node-versions')
const modules = isLeftOut('Other versions of Node.js', node) ? null : node.modules

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'node-versions-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The oldest that is supported, and the two after it that are. */
describe.runIf(modules !== null && isLinuxX64).each(['node-20', 'node-22', 'node-24'])('on %s', (version) => {
  const run = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
    runCommand(path.join(modules!, version, 'bin/node'), ['bootstrap.mjs', ...args], {
      env: { ...process.env, SPEECH_ENGINE: 'flite', ...settings },
    })

  test('the demo makes a video', async () => {
    const file = path.join(folder, `${version}.mp4`)
    const { ok, output } = await run(['src/demo/main.ts', '--script', 'Hello there.', '--out', file], {
      DATA_DIR: path.join(folder, version),
    })
    expect(ok, output).toBe(true)
    expect(output).toContain('signature verified')
    expect((await stat(file)).size).toBeGreaterThan(50_000)
  })

  // The oldest is what all other tests run on.
  if (version === 'node-20') return
  test('unit tests pass', async () => {
    const { ok, output } = await run(['test/run.ts', 'quick', ...UNIT_TESTS])
    expect(ok, output).toBe(true)
  })
})
