import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createTestClient } from '../service/client.ts'
import type { TestClient } from '../service/client.ts'
import { prepareMachine } from './machine.ts'
import type { Machine } from './machine.ts'
import type { MachineNetwork } from './network.ts'

/** The service on several machines, which have nothing in common but the servers that they are told of. */
export interface Fleet {
  /** Base URLs of the API's processes, without the version segment. */
  readonly urls: readonly string[]
  readonly apis: readonly Machine[]
  readonly workers: readonly Machine[]
  /** Makes an account; how it calls the API by the process with that number. */
  account(): Promise<(api: number) => TestClient>
  /** Runs a command of `dist/admin/main.js` as an operator; its exit code and what it wrote. */
  admin(...args: string[]): Promise<{ readonly code: number; readonly output: string }>
  /** Ends all processes. */
  stop(): Promise<void>
}

/** What a fleet consists of. */
export interface FleetOptions {
  readonly network: MachineNetwork
  /** Of every process: where the servers are, and the master key. */
  readonly env: NodeJS.ProcessEnv
  readonly apis: number
  readonly workers: readonly WorkerOptions[]
  /** Of `migrate.js`, which may do what the others may not. */
  readonly ownerEnv: NodeJS.ProcessEnv
  /** A plan of the plans that `env` names. */
  readonly plan: string
}

/** A worker of a fleet. */
export interface WorkerOptions {
  /** At most eight characters. */
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  /** The processor that it is bound to; undefined: any. */
  readonly core?: number
  /** Of one processor's time, from 0 to 1; undefined: as much as there is. */
  readonly share?: number
}

const API_PORT = 8080
const run = promisify(execFile)

/** Starts a fleet, its database migrated first. `npm run build` has been run. */
export async function startFleet({
  network,
  env,
  ownerEnv,
  apis,
  workers,
  plan,
}: FleetOptions): Promise<Fleet> {
  await operate('migrate.js', [], ownerEnv)
  // On one loopback, each needs a port of its own.
  const port = (index: number) => API_PORT + (network.separate ? 0 : index)
  const servers: Machine[] = []
  for (let index = 0; index < apis; index += 1) {
    const name = `api${index + 1}`
    const place = await network.add(name)
    servers.push(
      prepareMachine({
        name,
        place,
        program: 'server.js',
        env: { ...env, HOST: place.address, PORT: String(port(index)) },
        ready: 'API listening',
      }),
    )
  }
  const urls = servers.map(({ address }, index) => `http://${address}:${port(index)}`)
  const makers: Machine[] = []
  for (const { name, core, share, ...worker } of workers) {
    const place = await network.add(name)
    makers.push(
      prepareMachine({
        name,
        place,
        program: 'worker.js',
        env: { ...env, PUBLIC_URL: urls[0], ...worker.env },
        ready: 'worker started',
        ...(core !== undefined && { core }),
        ...(share !== undefined && { share }),
      }),
    )
  }
  const all = [...servers, ...makers]
  const stop = async () => void (await Promise.all(all.map((machine) => machine.kill())))
  try {
    await Promise.all(all.map((machine) => machine.start()))
  } catch (error) {
    await stop()
    throw error
  }
  const admin = (...args: string[]) => attempt('admin/main.js', args, env)
  return {
    urls,
    apis: servers,
    workers: makers,
    admin,
    async account() {
      const make = async (...args: string[]) =>
        JSON.parse(await operate('admin/main.js', [...args, '--json'], env)) as Record<string, string>
      const email = `${randomUUID()}@example.com`
      const { id = '' } = await make('accounts', 'create', '--email', email, '--name', 'A', '--plan', plan)
      const { key = '' } = await make('keys', 'create', '--account', id, '--name', 'first')
      return (api) => createTestClient(urls[api] ?? '', key)
    },
    stop,
  }
}

async function operate(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await attempt(program, args, env)
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
  return output
}

/** Output is what it wrote to stdout; when it failed, both streams. */
async function attempt(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const options = { env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env } }
  return run(process.execPath, [join('dist', program), ...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code?: number; stdout?: string; stderr?: string }) => ({
      code: error.code ?? 1,
      output: `${error.stdout}${error.stderr}`,
    }),
  )
}
