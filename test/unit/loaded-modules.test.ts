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

/** What only requests are made of, and what only steps are. */
const OF_REQUESTS = /\/dist\/api\/app\.js$|\/node_modules\/(?:koa|better-auth|marked|minisearch)\//u
const OF_STEPS = /\/dist\/activities\//u
const OF_METRICS = /\/node_modules\/prom-client\//u
const having = (scripts: readonly string[], pattern: RegExp) => scripts.filter((url) => pattern.test(url))

test(
  'a worker loads no API, no sign-in and no documentation, an API process no steps, and neither what tells metrics',
  async () => {
    const [worker, requests, steps] = [
      await scriptsAfter('app/worker-process.js'),
      await scriptsAfter('app/requests.js'),
      await scriptsAfter('app/steps.js'),
    ]
    expect(having(worker, OF_REQUESTS)).toEqual([])
    expect(having(steps, OF_REQUESTS)).toEqual([])
    expect(having(requests, OF_STEPS)).toEqual([])
    for (const scripts of [worker, requests, steps]) expect(having(scripts, OF_METRICS)).toEqual([])
    // Each is seen where it is loaded.
    expect(having(await scriptsAfter('ops/prometheus.js'), OF_METRICS)).not.toEqual([])
    expect(having(steps, OF_STEPS)).not.toEqual([])
    expect(having(await scriptsAfter('api/app.js'), OF_REQUESTS)).not.toEqual([])
  },
  LOADED_WITHIN_MS,
)
