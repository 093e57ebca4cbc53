/**
 * How long `npm start` takes on data that is there: `npm run bench:start`. Its own folders and ports, so that a running
 * service is not disturbed.
 *
 * The first answer is that of a request with a key; the first video is the first creation that is accepted. Both are
 * asked for from the moment the program is started.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { freePort } from '../src/embedded/free-port.ts'
import { bareEnvironment } from '../src/process/program-environment.ts'
import { printFigures } from './support/figure.ts'
import type { Figure, Round } from './support/figure.ts'

/** What people wait for at most when they start the service again. */
const GOAL_SECONDS = 3
/** A creation waits for the worker as well. */
const ACCEPTED_SECONDS = 4
const ROUNDS = 5
const ASK_EVERY_MS = 10

/** Seconds from the start of the program. */
interface Start {
  /** Until a request with a key is answered. */
  readonly answered: number
  /** Until a video is accepted. */
  readonly accepted: number
}

/** Starts the service once on new data, and then again and again with the servers that it brings along. */
export async function startFigures(rounds = ROUNDS): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'presenter-start-'))
  await chmod(dataDir, 0o755)
  try {
    const key = await firstStart(dataDir)
    const starts: Start[] = []
    for (let round = 0; round < rounds; round += 1) starts.push(await startAgain(dataDir, key))
    const answered = starts.map((start) => start.answered)
    const accepted = starts.map((start) => start.accepted)
    const against = (values: readonly number[], theirs: number): Round[] =>
      values.map((ours) => ({ ours, theirs }))
    const figure = { unit: 's', goal: 1 } as const
    return [
      {
        ...figure,
        name: 'second start to the first answer',
        against: `${GOAL_SECONDS} s`,
        rounds: against(answered, GOAL_SECONDS),
      },
      {
        ...figure,
        name: 'second start to the first accepted video',
        against: `${ACCEPTED_SECONDS} s`,
        rounds: against(accepted, ACCEPTED_SECONDS),
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The first start makes the databases and builds the application. Returns the key that it prints. */
async function firstStart(dataDir: string): Promise<string> {
  const service = startProgram(dataDir, await freePort())
  let output = ''
  for await (const chunk of service.stdout.setEncoding('utf8')) {
    output += chunk as string
    if (output.includes('Press Ctrl-C')) break
  }
  await stopProgram(service)
  const key = /API key\s+(pv_live_\w+)/u.exec(output)?.[1]
  if (key === undefined) throw new Error(`The first start printed no key:\n${output}`)
  return key
}

async function startAgain(dataDir: string, key: string): Promise<Start> {
  const port = await freePort()
  const startedAt = performance.now()
  const service = startProgram(dataDir, port)
  service.stdout.resume()
  const secondsUntil = async (ask: () => Promise<boolean>): Promise<number> => {
    while (!(await ask().catch(() => false))) {
      if (service.exitCode !== null) throw new Error('The service did not start.')
      await wait(ASK_EVERY_MS)
    }
    return (performance.now() - startedAt) / 1_000
  }
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const api = `http://127.0.0.1:${port}/api/v1`
  const body = JSON.stringify({ presenter_id: 'maya', script: 'Hello again.' })
  try {
    const answered = await secondsUntil(async () => (await fetch(`${api}/videos`, { headers })).ok)
    const post = { method: 'POST', headers, body }
    let video = ''
    const accepted = await secondsUntil(async () => {
      const created = await fetch(`${api}/videos`, post)
      if (created.status === 202) video = ((await created.json()) as { id: string }).id
      return created.status === 202
    })
    // Or the next start would go on with it.
    await fetch(`${api}/videos/${video}`, { method: 'DELETE', headers })
    return { answered, accepted }
  } finally {
    await stopProgram(service)
  }
}

/** What `npm start` runs, without npm. */
function startProgram(dataDir: string, port: number) {
  return spawn(process.execPath, ['bootstrap.mjs', 'src/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...bareEnvironment(), ENV_FILE: '', DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function stopProgram(service: ReturnType<typeof startProgram>): Promise<void> {
  const ended = once(service, 'exit')
  service.kill('SIGINT')
  await ended
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(await startFigures())
