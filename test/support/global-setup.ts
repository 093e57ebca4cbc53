import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import type { TestProject } from 'vitest/node'

import { WEB_SOURCES } from '../../src/app/shipped.ts'
import { buildWeb } from '../../src/embedded/web-build.ts'
import { createProgress } from '../../src/process/progress.ts'
import { findChromium } from './chromium.ts'
import { resolveServerPrograms } from './compose/server-programs.ts'
import { cacheDir, resolveExecutables } from './executables.ts'
import { resolveGeneratorTools } from './generator-tools.ts'
import type { GeneratorTools } from './generator-tools.ts'
import { findPgBouncer, startPooler } from './pooler.ts'
import type { Pooler } from './pooler.ts'
import { resolveVersitygw } from './versitygw.ts'

declare module 'vitest' {
  /** What a test gets by `inject('…')`, in the kinds of test named in `NEEDS`. */
  interface ProvidedContext {
    /** A PostgreSQL whose user may create databases. */
    postgresUrl: string
    /** host:port of the pooler that services under test go through; null where they go straight to PostgreSQL. */
    poolerAddress: string | null
    /** host:port of a Temporal server with the service's search attributes, in namespace `default`. */
    temporalAddress: string
    /** Executable for `TestWorkflowEnvironment.createTimeSkipping`. */
    timeSkippingServer: string
    /** What `docker-compose.yml` runs, as far as this machine can have it. */
    composePrograms: ComposePrograms
    /** Executable of an S3 server; null where there is none, and what needs a bucket is not tested. */
    versitygw: string | null
    /** What lints the OpenAPI description and makes clients from it, as far as this machine can have it. */
    generatorTools: GeneratorTools
    /** Executable of the browser that tests drive; null where there is none, and they are not run. */
    chromium: string | null
  }
}

type Server = 'postgres' | 'temporal'
type Need = Server | 'pooler' | 'time-skipping' | 'compose-programs' | 'browser' | 's3' | 'generators'

/** Temporal's command line tool, and the folder of its server's programs: or why they cannot be had. */
export type ComposePrograms =
  | { readonly temporal: string; readonly serverPrograms: string }
  | { readonly missing: string }

/** What a kind of test needs; kinds that are not named need nothing. */
const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  db: ['postgres', 'pooler'],
  contract: ['postgres', 's3'],
  api: ['postgres', 'temporal', 's3', 'pooler'],
  examples: ['postgres', 'temporal'],
  fuzz: ['postgres', 'temporal'],
  generators: ['postgres', 'temporal', 'generators'],
  workflows: ['postgres', 'time-skipping'],
  e2e: ['postgres', 'temporal', 's3'],
  deployment: ['compose-programs'],
  browser: ['postgres', 'temporal', 'browser'],
  recording: ['postgres', 'temporal', 'browser'],
}

/** One server of each sort for all kinds of test; each kind loads this file anew, hence the global. */
const shared = globalThis as { presenterTestServers?: Map<Server, Promise<TestServer>> }

interface TestServer {
  readonly address: string
  stop(): Promise<void>
}

/** Starts what this kind of test needs, unless another kind has started it already. */
export async function setup(project: TestProject): Promise<void> {
  const needs = NEEDS[project.name] ?? []
  if (needs.includes('postgres')) project.provide('postgresUrl', (await server('postgres')).address)
  if (needs.includes('pooler')) project.provide('poolerAddress', await pooler())
  if (needs.includes('temporal')) project.provide('temporalAddress', (await server('temporal')).address)
  if (needs.includes('time-skipping')) {
    project.provide('timeSkippingServer', (await resolveExecutables(createProgress())).timeSkippingServer)
  }
  if (needs.includes('s3')) project.provide('versitygw', await s3Server())
  if (needs.includes('browser')) project.provide('chromium', await browser())
  if (needs.includes('generators')) project.provide('generatorTools', await resolveGeneratorTools())
  if (needs.includes('compose-programs')) project.provide('composePrograms', await composePrograms())
}

/** One for all kinds of test, like the servers. */
const poolers = globalThis as { presenterTestPooler?: Promise<Pooler | null> }

/** The address of the pooler that `TEST_POOLER=transaction` has the tests go through, or null. */
async function pooler(): Promise<string | null> {
  poolers.presenterTestPooler ??= providePooler()
  return (await poolers.presenterTestPooler)?.address ?? null
}

async function providePooler(): Promise<Pooler | null> {
  const program = findPgBouncer()
  const isWanted = process.env['TEST_POOLER'] === 'transaction'
  if (program !== null) return isWanted ? startPooler(program, (await server('postgres')).address) : null
  const problem = 'Connections through a pooler are not tested: there is no PgBouncer on this machine.'
  if (isWanted) throw new Error(problem)
  process.stderr.write(`${problem}\n`)
  return null
}

/** The machine's Chromium, with the application built for it. */
async function browser(): Promise<string | null> {
  const chromium = findChromium()
  if (chromium !== null) {
    await buildWeb(WEB_SOURCES, createProgress())
    return chromium
  }
  process.stderr.write(
    'The pages are not tested: there is no Chromium on this machine. Install one, or set CHROMIUM_PATH.\n',
  )
  return null
}

/** On continuous integration nothing may be missing; elsewhere it is said what is not tested, and why. */
async function composePrograms(): Promise<ComposePrograms> {
  const progress = createProgress()
  const { temporal } = await resolveExecutables(progress)
  const found = await resolveServerPrograms(cacheDir(), progress)
  if ('folder' in found) return { temporal, serverPrograms: found.folder }
  const problem = `docker-compose.yml is not tested: ${found.missing}.`
  if (process.env['CI'] === 'true') throw new Error(problem)
  process.stderr.write(`${problem}\n`)
  return found
}

/** Looked for once, as it may have to be built. */
const s3 = globalThis as { presenterTestS3?: Promise<string | null> }

function s3Server(): Promise<string | null> {
  s3.presenterTestS3 ??= findS3Server()
  return s3.presenterTestS3
}

async function findS3Server(): Promise<string | null> {
  const found = await resolveVersitygw(cacheDir(), createProgress())
  if ('program' in found) return found.program
  const problem = `Media in a bucket are not tested: ${found.missing}.`
  if (process.env['CI'] === 'true') throw new Error(problem)
  process.stderr.write(`${problem}\n`)
  return null
}

/** Ends the servers, after the last test of all kinds. */
export async function teardown(): Promise<void> {
  const started = [...(shared.presenterTestServers?.values() ?? [])]
  shared.presenterTestServers?.clear()
  await (await poolers.presenterTestPooler)?.stop()
  delete poolers.presenterTestPooler
  await Promise.allSettled(started.map(async (starting) => (await starting).stop()))
}

function server(kind: Server): Promise<TestServer> {
  shared.presenterTestServers ??= new Map()
  const running = shared.presenterTestServers.get(kind) ?? startServer(kind)
  shared.presenterTestServers.set(kind, running)
  return running
}

async function startServer(kind: Server): Promise<TestServer> {
  const program = fileURLToPath(new URL('servers-program.ts', import.meta.url))
  const executables = kind === 'temporal' ? [(await resolveExecutables(createProgress())).temporal] : []
  const child = spawn(process.execPath, ['--import', 'tsx', program, kind, ...executables], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Out of reach of Ctrl-C: it ends by itself when this process does.
    detached: true,
  })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done === true) throw new Error(`The tests' ${kind} did not start; its reason is above.`)
  return {
    address: String(JSON.parse(first.value)),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
