import { startProgram } from '../programs/program.ts'
import type { Program } from '../programs/program.ts'
import { startTcpProxy } from '../http/tcp-proxy.ts'
import type { TcpProxy } from '../http/tcp-proxy.ts'

/** What a process of the service is about to hear or say. */
export interface Sight {
  readonly process: MortalProcess
  /** What it talks to; `tasks` is how a worker gets its work from Temporal. */
  readonly wire: Wire
  /** Who speaks: the process, or the server that it talks to. */
  readonly from: 'client' | 'server'
  /** As Latin-1: ids can be read in it, whatever the protocol. */
  readonly text: string
  readonly connection: object
}

/** The servers that a process talks to. */
export type Wire = 'database' | 'temporal' | 'tasks'

/** A process of the service that can be killed between two words that it says to its servers. */
export interface MortalProcess {
  readonly name: string
  /** Starts it, again once it has ended; resolves when it is at work, or was killed on its way there. */
  start(): Promise<void>
  /** Ends it as a power cut does, at once: it hears and says nothing more. */
  kill(): void
  /** Asks it to end, as a deployment does; resolves when it has. */
  askToStop(): Promise<void>
  /** It reaches one of its servers no more, until that is mended. */
  cutOff(wire: Wire): void
  mend(wire: Wire): void
  isAlive(): boolean
  stop(): Promise<void>
}

/** How to run it. */
export interface MortalProcessOptions {
  readonly name: string
  readonly entry: string
  /** What it says when it is at work. */
  readonly ready: string
  /** host:port of PostgreSQL. */
  readonly databaseAddress: string
  readonly temporalAddress: string
  /** The environment, given where it finds its servers. */
  readonly env: (servers: Readonly<Record<Wire, string>>) => NodeJS.ProcessEnv
  /** Sees everything before it is passed on; false keeps it back. */
  readonly watch: (sight: Sight) => boolean
}

/** Prepares a process; it does not run yet. */
export async function prepareMortalProcess(options: MortalProcessOptions): Promise<MortalProcess> {
  const { name, entry, ready, databaseAddress, temporalAddress, env, watch } = options
  /** Null while it is dead. */
  let program: Program | null = null
  let before: Promise<unknown> = Promise.resolve()
  /** Since it was asked to, until it is dead. */
  let starting: Promise<void> | null = null

  const watched = (wire: Wire, target: string): Promise<TcpProxy> =>
    startTcpProxy(target, (piece, from, connection) => {
      if (program === null) return false
      return watch({ process: mortal, wire, from, text: piece.toString('latin1'), connection })
    })
  const proxies = {
    database: await watched('database', databaseAddress),
    temporal: await watched('temporal', temporalAddress),
    tasks: await watched('tasks', temporalAddress),
  }
  const all = Object.values(proxies)

  async function begin(): Promise<void> {
    // Its port is taken until it is gone.
    await before
    const { database, temporal, tasks } = proxies
    for (const proxy of all) proxy.mend()
    const started = startProgram(
      entry,
      [],
      env({ database: database.address, temporal: temporal.address, tasks: tasks.address }),
    )
    program = started
    before = started.ended
    await started.says(ready).catch((error: unknown) => {
      if (program === started) throw error
    })
  }

  const mortal: MortalProcess = {
    name,
    start: () => (starting ??= begin()),
    kill() {
      program?.process.kill('SIGKILL')
      program = starting = null
      for (const proxy of all) proxy.breakOff()
    },
    async askToStop() {
      const asked = program
      asked?.process.kill('SIGTERM')
      await asked?.ended
      // It may have been killed and started again meanwhile.
      if (program === asked) program = starting = null
    },
    cutOff: (wire) => proxies[wire].breakOff(),
    mend: (wire) => proxies[wire].mend(),
    isAlive: () => program !== null,
    async stop() {
      mortal.kill()
      await before
      for (const proxy of all) await proxy.stop()
    },
  }
  return mortal
}
