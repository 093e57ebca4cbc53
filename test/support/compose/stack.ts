import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { freePort } from '../../../src/embedded/free-port.ts'
import { lastLines, runCommand } from '../../../src/process/run-command.ts'
import { prepareContainer } from './container.ts'
import type { Container, RunningProgram } from './container.ts'
import { imagesHere, INNER_PORT_COUNT, PROJECT } from './images.ts'
import { readCompose } from './read-compose.ts'
import type { ComposeFile, ComposeService } from './read-compose.ts'

/** Services whose program is not on this machine: the page for operators is another project's, in Go and Svelte. */
const NOT_RUN = ['temporal-ui']
const LOOK_MS = 200
/** Of a compose file. */
const MOST_SERVICES = 20
const FIRST_RESTART_MS = 100
const STOP_PATIENCE_MS = 40_000
const TOOLS = [
  'bash',
  'sh',
  'mkdir',
  'chmod',
  'psql',
  'pg_isready',
  'sleep',
  'getent',
  'hostname',
  'awk',
  'prometheus',
]

/** What a stack is started from. */
export interface StackOptions {
  /** The compose file. */
  readonly file: string
  /** What `.env` says; given the port that the API will have here. */
  readonly env: (apiPort: number) => Record<string, string>
  /** From `resolveServerPrograms`. */
  readonly serverPrograms: string
  /** Temporal's command line tool. */
  readonly temporal: string
  /** The program of the object store, for the profile that has one. */
  readonly versitygw?: string
  /** Variables that a service is given on top, for what a test must keep it from. */
  readonly extraEnv?: Readonly<Record<string, Record<string, string>>>
}

/** What `docker compose up` has started, without containers. */
export interface Stack {
  /** Settles when all services have been started; rejects when one that others wait for does not get there. */
  readonly up: Promise<void>
  readonly apiUrl: string
  readonly temporalAddress: string
  /** host:port. */
  readonly postgresAddress: string
  /** Base URL of Prometheus, in the profile that has it. */
  readonly prometheusUrl: string
  /** Runs a command in a new container of a service, as `docker compose run` does. */
  run(service: string, command?: readonly string[]): Promise<{ code: number | string; output: string }>
  /** The exit code of a one-shot; resolves when it has ended for good. */
  outcome(service: string): Promise<number | string>
  /** What a service has written so far, as `docker compose logs` shows it. */
  logs(service: string): string
  /** Whether a service's health check says that it is well; null when it has none. */
  isHealthy(service: string): Promise<boolean | null>
  /** Ends all services, in the reverse order, however far they have come. */
  stop(): Promise<void>
}

/** Starts every service of a compose file in the order of its conditions, as `docker compose up` does. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-compose-'))
  // PostgreSQL may run as another user, who has to get in.
  await chmod(folder, 0o755)
  const [postgres, temporal, api, store, prometheus, ...others] = await freePorts(
    5 + INNER_PORT_COUNT + MOST_SERVICES,
  )
  const innerPorts = others.splice(0, INNER_PORT_COUNT)
  const ports = { '5432': postgres!, '7233': temporal!, '8080': api!, '7070': store!, '9090': prometheus! }
  const { services } = readCompose(options.file, options.env(api!))
  const { serverPrograms, temporal: cli, versitygw = '', extraEnv = {} } = options
  // Each container has this port to itself; here they share the machine.
  const opsPorts = Object.fromEntries(
    Object.keys(services)
      .filter((name) => 'OPS_PORT' in services[name]!.environment)
      .map((name) => [name, others.pop()!]),
  )
  const images = await imagesHere({
    folder,
    serverPrograms,
    temporal: cli,
    versitygw,
    opsPorts,
    ports,
    innerPorts,
    tools: await tools(),
  })
  const containers = new Map<string, Container>()
  for (const [name, service] of Object.entries(services)) {
    if (NOT_RUN.includes(name)) continue
    const image = images[service.image.split(':')[0] ?? '']
    if (image === undefined) throw new Error(`The image ${service.image} of ${name} is not known here.`)
    const ownPorts = name in opsPorts ? { OPS_PORT: String(opsPorts[name]) } : {}
    const environment = { ...service.environment, ...ownPorts, ...extraEnv[name] }
    containers.set(name, await prepareContainer(name, { ...service, environment }, image, { folder, ports }))
  }
  const stack = bringUp(services, containers)
  return {
    up: stack.up,
    apiUrl: `http://127.0.0.1:${api}`,
    temporalAddress: `127.0.0.1:${temporal}`,
    postgresAddress: `127.0.0.1:${postgres}`,
    prometheusUrl: `http://127.0.0.1:${prometheus}`,
    async run(service, command) {
      const program = containers.get(service)!.run(command)
      return { code: await program.ended, output: program.output() }
    },
    outcome: stack.outcome,
    logs: stack.logs,
    isHealthy: (service) => containers.get(service)!.isHealthy(),
    async stop() {
      await stack.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts containers, each as soon as what it depends on is as it wants it. */
function bringUp(services: ComposeFile['services'], containers: ReadonlyMap<string, Container>) {
  const programs = new Map<string, RunningProgram>()
  const outcomes = new Map<string, Promise<number | string>>()
  const started = new Map<string, Promise<void>>()
  /** In the order of their starts. */
  const order: string[] = []
  let stopping = false

  const startOf = (name: string): Promise<void> => {
    const known = started.get(name) ?? start(name)
    started.set(name, known)
    return known
  }

  async function start(name: string): Promise<void> {
    const { depends_on: needs } = services[name]!
    await Promise.all(Object.entries(needs).map(([other, { condition }]) => until(other, condition, name)))
    if (stopping) return
    order.push(name)
    outcomes.set(name, keepRunning(name))
  }

  /** Runs a service, again after failures as often as its policy says. */
  async function keepRunning(name: string): Promise<number | string> {
    const again = Number(/^on-failure:(\d+)$/u.exec(services[name]!.restart ?? '')?.[1] ?? 0)
    for (let attempt = 0; ; attempt += 1) {
      const program = containers.get(name)!.run()
      programs.set(name, program)
      const code = await program.ended
      if (code === 0 || attempt === again || stopping) return code
      // As Docker waits.
      await delay(FIRST_RESTART_MS * 2 ** attempt)
    }
  }

  async function until(name: string, condition: string, asker: string): Promise<void> {
    await startOf(name)
    const outcome = outcomes.get(name)!
    if (condition === 'service_completed_successfully') {
      if ((await outcome) === 0) return
      throw new Error(`${asker} waits for ${name}, which failed:\n${lastLines(programs.get(name)!.output())}`)
    }
    let state = 'is not healthy'
    void outcome.then((code) => (state = `ended with ${code}`))
    const deadline = Date.now() + patienceMs(services[name]!)
    while (state === 'is not healthy' && Date.now() < deadline && !stopping) {
      if (await containers.get(name)!.isHealthy()) return
      await delay(LOOK_MS)
    }
    const said = lastLines(programs.get(name)!.output())
    throw new Error(`${asker} waits for ${name}, which ${state}:\n${said}`)
  }

  return {
    up: Promise.all([...containers.keys()].map(startOf)).then(() => undefined),
    outcome: (name: string) => outcomes.get(name)!,
    logs: (name: string) => programs.get(name)?.output() ?? '',
    async stop() {
      stopping = true
      for (const name of order.toReversed()) await end(programs.get(name)!)
    },
  }
}

/** How long a service may take until it is healthy. */
function patienceMs({ healthcheck }: ComposeService): number {
  if (healthcheck === undefined || 'disable' in healthcheck)
    throw new Error('A service without a health check')
  return Number.parseInt(healthcheck.interval, 10) * 1000 * healthcheck.retries
}

async function end(program: RunningProgram): Promise<void> {
  program.process.kill('SIGTERM')
  const late = setTimeout(() => program.process.kill('SIGKILL'), STOP_PATIENCE_MS)
  await program.ended
  clearTimeout(late)
}

/** Below those that connections are given by themselves, and small enough for Temporal's table of its own parts. */
const PORTS = { least: 20_000, most: 32_000 }

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const wanted = randomInt(PORTS.least, PORTS.most)
    if ((await freePort(wanted)) === wanted) ports.add(wanted)
  }
  return [...ports]
}

/** Where the programs are that every system has. */
async function tools(): Promise<Record<string, string>> {
  const found = await Promise.all(
    TOOLS.map(async (name) => {
      const { output } = await runCommand('sh', ['-c', 'command -v "$0"', name], { cwd: PROJECT })
      return [name, output.trim()] as const
    }),
  )
  return Object.fromEntries(found)
}
