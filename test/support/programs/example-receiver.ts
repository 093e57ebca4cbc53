import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../../../src/embedded/free-port.ts'
import { runCommand } from '../../../src/process/run-command.ts'

/** One of the receivers that customers may copy, as the table of `examples/README.md` has it. */
export interface Example {
  readonly language: string
  /** To be given to a shell in the project's folder. */
  readonly command: string
}

/** An example that runs. */
export interface RunningExample {
  readonly url: string
  /** What it printed, line by line. */
  lines(): string[]
  stop(): Promise<void>
}

/** `go run` compiles first. */
const START_PATIENCE_MS = 60_000
const POLL_MS = 50

/** The examples of the table, in its order. */
export function readExamples(): Example[] {
  const page = readFileSync(new URL('../../../examples/README.md', import.meta.url), 'utf8')
  const rows = page.matchAll(/^\| ([^|]+?) +\| \[receiver\..*\| `([^`]+)` +\|$/gmu)
  return Array.from(rows, ([, language = '', command = '']) => ({ language, command }))
}

/** Whether the program that a command begins with is on this machine. */
export async function isInstalled({ command }: Example): Promise<boolean> {
  const [program = ''] = command.split(' ')
  return (await runCommand('sh', ['-c', `command -v ${program}`])).ok
}

/** Starts an example as the table says. @param secrets one, or several in a rotation. */
export async function startExample(
  { command }: Example,
  secrets: readonly string[],
): Promise<RunningExample> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'presenter-example-'))
  const shell = spawn('sh', ['-c', `exec ${command}`], {
    env: { ...process.env, WEBHOOK_SECRET: secrets.join(','), PORT: String(port), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: what `go run` has compiled ends with it.
    detached: true,
  })
  let printed = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  }
  const closed = once(shell, 'close')
  const example: RunningExample = {
    url: `http://127.0.0.1:${port}/webhooks`,
    lines: () => printed.split('\n').filter((line) => /^(?:handled|again|refused) /u.test(line)),
    async stop() {
      if (shell.exitCode === null) process.kill(-shell.pid!, 'SIGKILL')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
  await untilItListens(example.url, () => {
    if (shell.exitCode !== null) throw new Error(`${command} ended:\n${printed}`)
  })
  return example
}

/** @param look throws when there is nothing to wait for any more. */
async function untilItListens(url: string, look: () => void): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  for (;;) {
    look()
    const answers = await fetch(url, { method: 'POST', body: 'anybody there?' }).then(
      () => true,
      () => false,
    )
    if (answers) return
    if (Date.now() > deadline) throw new Error(`Nothing listens on ${url}.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
