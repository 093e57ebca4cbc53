import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Libraries that draw, encode and speak belong into child processes only, and Temporal's core into workers.
 */
const OTHERS_LIBRARIES = /canvas|skia|node-av|avcodec|onnxruntime|core-bridge/u

const SHOW_LIBRARIES = 'console.log(JSON.stringify(process.report.getReport().sharedObjects))'

/** Native libraries of a process that has loaded a module of ours. */
async function librariesAfter(module: string): Promise<string[]> {
  const program = `process.report.excludeNetwork = true; await import('./dist/${module}'); ${SHOW_LIBRARIES}`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 10_000_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[]
}

const othersLibraries = (libraries: readonly string[]) =>
  libraries.filter((file) => OTHERS_LIBRARIES.test(file))

test.each(['app/app.js', 'app/administration.js'])(
  'a process of the API or of the admin commands loads nothing that draws, encodes, speaks or works: %s',
  async (module) => {
    expect(othersLibraries(await librariesAfter(module))).toEqual([])
  },
)

test.each(['render/paint/fonts.js', 'temporal/run-worker.js'])(
  'such a library is seen where it is loaded: %s',
  async (module) => {
    expect(othersLibraries(await librariesAfter(module))).not.toEqual([])
  },
)
