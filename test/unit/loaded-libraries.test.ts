import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Libraries that draw, encode and speak: they belong into child processes only. */
const STUDIO_LIBRARIES = /canvas|skia|node-av|avcodec|onnxruntime/u

const SHOW_LIBRARIES = 'console.log(JSON.stringify(process.report.getReport().sharedObjects))'

/** Native libraries of a process that has loaded a module of ours. */
async function librariesAfter(module: string): Promise<string[]> {
  const program = `process.report.excludeNetwork = true; await import('./src/${module}'); ${SHOW_LIBRARIES}`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 10_000_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[]
}

const studioLibraries = (libraries: readonly string[]) =>
  libraries.filter((file) => STUDIO_LIBRARIES.test(file))

test.each(['app/app.ts', 'app/administration.ts'])(
  'a process of the API or of the admin commands loads nothing that draws, encodes or speaks: %s',
  async (module) => {
    expect(studioLibraries(await librariesAfter(module))).toEqual([])
  },
)

test('such a library is seen where it is loaded', async () => {
  expect(studioLibraries(await librariesAfter('render/paint/fonts.ts'))).not.toEqual([])
})
