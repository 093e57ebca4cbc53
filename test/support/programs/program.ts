import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** One of our programs, started as its npm script starts it. */
export interface Program {
  readonly process: ChildProcess
  /** What it has written so far. */
  output(): string
  /** Resolves when its output contains a text; rejects when it ends without. */
  says(text: string): Promise<void>
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/**
 * Starts a program from the project's folder.
 *
 * @param isApart in a session of its own: Linux shares processors among sessions.
 */
export function startProgram(
  entry: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { isApart = false }: { readonly isApart?: boolean } = {},
): Program {
  const child = spawn(process.execPath, ['bootstrap.mjs', entry, ...args], {
    // What the neural voices need may or may not be on the machine.
    env: { ...process.env, SPEECH_ENGINE: 'flite', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isApart,
  })
  let written = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  return {
    process: child,
    output: () => written,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!written.includes(text)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
        void ended.then((code) =>
          reject(new Error(`ended with ${code} without saying "${text}":\n${written}`)),
        )
      }),
  }
}

/** Command lines of the processes that were started with this text. Empty where there is no /proc. */
export async function processesThatMention(text: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/u.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text))
}
