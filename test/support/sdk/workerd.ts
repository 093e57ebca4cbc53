import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A worker that answers requests. */
export interface Workerd {
  readonly url: string
  /** What it has written so far. */
  readonly output: () => string
  stop(): Promise<void>
}

/** What it runs: modules by their names, the first of which answers, and the variables that it is given. */
export interface WorkerdOptions {
  readonly program: string
  /** Where its settings may be written. */
  readonly folder: string
  readonly modules: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
}

/** Later ones only change what workers of older dates rely on. */
const COMPATIBLE_WITH = '2026-11-01'

/** Starts one, and resolves when it listens. */
export async function startWorkerd({
  program,
  folder,
  modules,
  variables,
}: WorkerdOptions): Promise<Workerd> {
  const listed = (all: readonly string[]) => `[ ${all.join(', ')} ]`
  const parts = Object.entries(modules).map(
    ([name, code]) => `(name = ${JSON.stringify(name)}, esModule = ${JSON.stringify(code)})`,
  )
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`,
  )
  const file = join(folder, 'workerd.capnp')
  await writeFile(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      compatibilityDate = "${COMPATIBLE_WITH}",
      modules = ${listed(parts)},
      bindings = ${listed(bindings)},
    )),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
`,
  )
  const child = spawn(program, ['serve', file, '--control-fd=3'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece) => (output += String(piece)))
  const port = await portOf(child)
  if (port === null) throw new Error(`workerd did not start: ${output}`)
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Told on a channel of its own: `{"event":"listen","socket":"http","port":40123}`. Null when it has ended instead. */
async function portOf(child: ChildProcess): Promise<number | null> {
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number }
    if (event === 'listen' && port !== undefined) return port
  }
  return null
}
