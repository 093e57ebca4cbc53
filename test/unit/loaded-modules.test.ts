import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Prints the addresses of all scripts that importing a module of ours loads. */
const program = (module: string) => `
  const { Session } = await import('node:inspector')
  const session = new Session()
  session.connect()
  const scripts = []
  session.on('Debugger.scriptParsed', ({ params }) => scripts.push(params.url))
  session.post('Debugger.enable')
  await import('./dist/${module}')
  console.log(JSON.stringify(scripts))
  process.exit(0)`

async function scriptsAfter(module: string): Promise<string[]> {
  const args = ['--input-type=module', '--eval', program(module)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 50_000_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[]
}

/** The debugger makes loading slow. */
const LOADED_WITHIN_MS = 180_000

const ofStores = (scripts: readonly string[]) => scripts.filter((script) => script.includes('/@aws-sdk/'))

test(
  'a process without a bucket does not wait for the library of buckets',
  async () => {
    expect(ofStores(await scriptsAfter('app/app.js'))).toEqual([])
  },
  LOADED_WITHIN_MS,
)

test(
  'such a library is seen where it is loaded',
  async () => {
    expect(ofStores(await scriptsAfter('media/s3/open-s3.js'))).not.toEqual([])
  },
  LOADED_WITHIN_MS,
)
