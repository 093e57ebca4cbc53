import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import pg from 'pg'
import { chromium } from 'playwright-core'
import type { BrowserServer } from 'playwright-core'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

import { compileSources } from '../../../compile.mjs'
import { WEB_SOURCES } from '../../../src/app/shipped.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { buildWeb } from '../../../src/embedded/web-build.ts'
import { createProgress } from '../../../src/process/progress.ts'
import { BROWSER_ARGUMENTS, NOT_COMPILED, findChromium, findShell } from '../browser/chromium.ts'
import { resolveServerPrograms } from '../compose/server-programs.ts'
import { TEMPLATE } from '../database/database.ts'
import { cacheDir, resolveExecutables } from './executables.ts'
import { resolveChartTools } from '../tools/chart-tools.ts'
import type { ChartTools } from '../tools/chart-tools.ts'
import { resolveGeneratorTools } from '../tools/generator-tools.ts'
import type { GeneratorTools } from '../tools/generator-tools.ts'
import { kindOf } from './kinds.ts'
import type { Need } from './kinds.ts'
import { isLeftOut } from './left-out.ts'
import { findPgBouncer, startPooler } from '../database/pooler.ts'
import type { Pooler } from '../database/pooler.ts'
import { resolveSdkTools } from '../tools/sdk-tools.ts'
import type { SdkTools } from '../tools/sdk-tools.ts'
import { resolveVersitygw } from '../tools/versitygw.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'
import { runTool } from '../../../scripts/support/run-tool.ts'

declare module 'vitest' {
  /** What a test gets by `inject('…')`, in the kinds of test that need it (`kinds.ts`). */
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
    /** What renders the chart for Kubernetes and checks it, as far as this machine can have it. */
    chartTools: ChartTools
    /** Executable of an S3 server; null where there is none, and what needs a bucket is not tested. */
    versitygw: string | null
    /** What lints the OpenAPI description and makes clients from it, as far as this machine can have it. */
    generatorTools: GeneratorTools
    /** What the SDK in Python needs and is checked with, as far as this machine can have it. */
    sdkTools: SdkTools
    /** The browser that tests drive; null where there is none, and they are not run. */
    chromium: RunningBrowser | null
  }
}

type Server = 'postgres' | 'temporal'

/** The machine's Chromium: one that runs for all tests, and the program for those that need one of their own. */
export interface RunningBrowser {
  readonly executable: string
  /** Where Playwright connects to the one that runs. */
  readonly address: string
}

/** Temporal's command line tool, and the folder of its server's programs: or why they cannot be had. */
export type ComposePrograms =
  | { readonly temporal: string; readonly serverPrograms: string }
  | { readonly missing: string }

/** One server of each sort for all kinds of test; each kind loads this file anew, hence the global. */
const shared = globalThis as { presenterTestServers?: Map<Server, Promise<TestServer>> }

interface TestServer {
  readonly address: string
  stop(): Promise<void>
}

/** One for all, so that what is fetched and built side by side is shown line below line. */
const progress = createProgress()

/** Starts, fetches and builds what the files that were asked for need, unless it is there already. */
export async function setup(project: TestProject): Promise<void> {
  await compileSources()
  const needs = await needsOf(project)
  const provide = async <Key extends keyof ProvidedContext>(
    need: Need,
    key: Key,
    find: () => Promise<ProvidedContext[Key]>,
  ) => {
    if (needs.includes(need)) project.provide(key, await find())
  }
  await provide('postgres', 'postgresUrl', async () => (await server('postgres')).address)
  await provide('pooler', 'poolerAddress', pooler)
  await provide('temporal', 'temporalAddress', async () => (await server('temporal')).address)
  await provide('time-skipping', 'timeSkippingServer', async () => (await executables()).timeSkippingServer)
  // The first time, some of these wait for the network while others compute.
  await Promise.all([
    provide('s3', 'versitygw', s3Server),
    provide('browser', 'chromium', browser),
    provide('generators', 'generatorTools', resolveGeneratorTools),
    provide('sdk-tools', 'sdkTools', resolveSdkTools),
    provide('chart-tools', 'chartTools', chartTools),
    provide('compose-programs', 'composePrograms', composePrograms),
  ])
}

/** The first time, they are built. */
const executables = () => resolveExecutables(progress)

async function needsOf({ name, vitest }: TestProject): Promise<readonly Need[]> {
  // What was asked for on the command line, which Vitest tells nobody in its types.
  const { filenamePattern } = vitest as { readonly filenamePattern?: string[] }
  const files = await vitest.getRelevantTestSpecifications(filenamePattern)
  return files
    .filter(({ project }) => project.name === name)
    .flatMap(
      ({ moduleId }) => kindOf(relative(vitest.config.root, moduleId).replaceAll('\\', '/'))?.needs ?? [],
    )
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
  if (program === null) {
    isLeftOut('Connections through a pooler', { missing: 'install PgBouncer.' })
    if (process.env['TEST_POOLER'] === 'transaction') throw new Error('TEST_POOLER needs PgBouncer.')
    return null
  }
  return process.env['TEST_POOLER'] === 'transaction'
    ? startPooler(program, (await server('postgres')).address)
    : null
}

/** One for all kinds of test, like the servers. */
const browsers = globalThis as { presenterTestBrowser?: Promise<BrowserServer | null> }

/** The machine's Chromium, which serves all files, with the application built for it. */
async function browser(): Promise<RunningBrowser | null> {
  const executable = findChromium()
  if (executable === null) {
    isLeftOut('The pages', { missing: 'install Chromium, or set CHROMIUM_PATH.' })
    return null
  }
  browsers.presenterTestBrowser ??= startBrowser(executable)
  const started = await browsers.presenterTestBrowser
  return started && { executable, address: started.wsEndpoint() }
}

async function startBrowser(executablePath: string): Promise<BrowserServer> {
  await buildWeb(WEB_SOURCES, progress)
  return chromium.launchServer({
    executablePath: findShell(executablePath),
    args: [...BROWSER_ARGUMENTS, NOT_COMPILED],
  })
}

async function chartTools(): Promise<ChartTools> {
  const tools = await resolveChartTools()
  isLeftOut('The chart for Kubernetes', tools)
  return tools
}

async function composePrograms(): Promise<ComposePrograms> {
  const { temporal } = await executables()
  const found = await resolveServerPrograms(cacheDir(), progress)
  if ('folder' in found) {
    // Once, before any file: what runs from `dist` must not be replaced by another file's build.
    const built = await runTool('scripts/build.ts')
    if (!built.ok) throw new Error(built.output)
    return { temporal, serverPrograms: found.folder }
  }
  isLeftOut('docker-compose.yml', { missing: `${found.missing}.` })
  return found
}

/** Looked for once, as it may have to be built. */
const s3 = globalThis as { presenterTestS3?: Promise<string | null> }

function s3Server(): Promise<string | null> {
  s3.presenterTestS3 ??= findS3Server()
  return s3.presenterTestS3
}

async function findS3Server(): Promise<string | null> {
  const found = await resolveVersitygw(cacheDir(), progress)
  return isLeftOut('Media in a bucket', found) ? null : found.program
}

/** Ends the servers, after the last test of all kinds. */
export async function teardown(): Promise<void> {
  const started = [...(shared.presenterTestServers?.values() ?? [])]
  shared.presenterTestServers?.clear()
  await (await poolers.presenterTestPooler)?.stop()
  delete poolers.presenterTestPooler
  await (await browsers.presenterTestBrowser)?.close()
  delete browsers.presenterTestBrowser
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
  const built = kind === 'temporal' ? [(await executables()).temporal] : []
  const child = spawn(process.execPath, [...FROM_SOURCE, program, kind, ...built], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Out of reach of Ctrl-C: it ends by itself when this process does.
    detached: true,
  })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done === true) throw new Error(`The tests' ${kind} did not start; its reason is above.`)
  const address = String(JSON.parse(first.value))
  if (kind === 'postgres') await makeTemplate(address)
  return {
    address,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** The database that those of most tests are copies of. Nobody may be connected to it then. */
async function makeTemplate(postgresUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate(Object.assign(new URL(postgresUrl), { pathname: `/${TEMPLATE}` }).href)
}
