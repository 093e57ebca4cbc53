import { Socket } from 'node:net'
import { budgetSeconds } from './bounds.ts'
import { decodeFilm } from './decode-film.ts'
import { headerOf } from './messages.ts'
import { refused } from './refusals.ts'
import type { DecodeJob, MessageKind } from './messages.ts'

/**
 * The process that decodes one film of a stranger and ends with it: without a compiler at run time, with little memory, and
 * with nothing of anybody else in it. Its parent is the process that wants the film (`open-film.ts`), which believes nothing
 * that it says without looking.
 */

/** After stdin, stdout, stderr and the channel of the parent. */
const PIPE = 4

/** How often it says that it lives, and looks at what it has used. */
const LOOK_MS = 250

process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)

const pipe = new Socket({ fd: PIPE, readable: false, writable: true })
pipe.on('error', () => process.exit(1))

/** Without knowing how long the film is, it may use what the shortest may. */
let budgetMs = 1_000 * budgetSeconds(0)

const job = JSON.parse(process.argv[2] ?? '') as DecodeJob

const timer = setInterval(() => {
  if (cpuMs() > budgetMs) void fail(refused('tooCostly'))
  else void say('alive')
}, LOOK_MS)

decodeFilm(job, async (kind, numbers, payload) => {
  if (kind === 'facts') {
    const { seconds } = JSON.parse(Buffer.concat(payload ?? []).toString()) as { seconds: number }
    budgetMs = 1_000 * budgetSeconds(seconds)
  }
  if (cpuMs() > budgetMs) throw refused('tooCostly')
  await say(kind, numbers, payload)
}).then(() => end('done'), fail)

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1_000)
}

async function fail(thrown: unknown): Promise<void> {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  await end('failed', [Buffer.from(JSON.stringify({ name, message }))])
}

async function end(kind: MessageKind, payload?: Uint8Array[]): Promise<void> {
  clearInterval(timer)
  await say(kind, [], payload)
  process.exit(0)
}

/** Waits until it is taken: of a long film, nothing is kept here. */
async function say(
  kind: MessageKind,
  numbers: readonly number[] = [],
  payload: Uint8Array[] = [],
): Promise<void> {
  const length = payload.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const parts = [headerOf(kind, numbers, cpuMs(), length), ...payload]
  pipe.cork()
  const taken = parts.map((part) => new Promise<void>((resolve) => pipe.write(part, () => resolve())))
  pipe.uncork()
  await Promise.all(taken)
}
