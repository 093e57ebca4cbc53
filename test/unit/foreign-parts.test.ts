import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { runCommand } from '../../src/process/run-command.ts'

/** As three packages hold them. */
const PARTS = [
  ...[
    'aarch64-apple-darwin',
    'x86_64-apple-darwin',
    'aarch64-unknown-linux-gnu',
    'x86_64-unknown-linux-gnu',
  ].map((system) => `@temporalio/core-bridge/releases/${system}/index.node`),
  ...['darwin/arm64', 'darwin/x64', 'linux/arm64', 'linux/x64', 'win32/x64'].map(
    (system) => `onnxruntime-node/bin/napi-v6/${system}/onnxruntime_binding.node`,
  ),
  'binaryen/bin/wasm-opt',
  'binaryen/index.js',
  'koa/bin/tool.js',
]

let modules: string

beforeEach(async () => {
  modules = await mkdtemp(join(tmpdir(), 'presenter-modules-'))
  for (const part of PARTS) {
    await mkdir(dirname(join(modules, part)), { recursive: true })
    await writeFile(join(modules, part), '')
  }
})
afterEach(() => rm(modules, { recursive: true }))

/** The files that are left, on a machine of another kind if one is named. */
async function leftOn({ platform, arch }: { platform: string; arch: string }): Promise<string[]> {
  const pretend = `for (const [name, value] of Object.entries({ platform: '${platform}', arch: '${arch}' }))
    Object.defineProperty(process, name, { value })
    const { removeForeignParts } = await import('./foreign-parts.mjs')
    removeForeignParts(${JSON.stringify(modules)})`
  const { ok, output } = await runCommand(process.execPath, ['--input-type=module', '--eval', pretend])
  expect(ok, output).toBe(true)
  const entries = await readdir(modules, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(modules.length + 1))
    .toSorted()
}

test.each([
  ['linux', 'x64', 'x86_64-unknown-linux-gnu'],
  ['darwin', 'arm64', 'aarch64-apple-darwin'],
])('what %s on %s runs with is left, and nothing for other systems', async (platform, arch, system) => {
  expect(await leftOn({ platform, arch })).toEqual([
    `@temporalio/core-bridge/releases/${system}/index.node`,
    'binaryen/index.js',
    'koa/bin/tool.js',
    `onnxruntime-node/bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`,
  ])
})

test('a package that has no part for a machine is left as it is', async () => {
  const left = await leftOn({ platform: 'freebsd', arch: 'x64' })
  expect(left.filter((file) => file.endsWith('.node'))).toHaveLength(9)
})
