import { gzipSync } from 'node:zlib'

import { DELIVERY_WAITS_SECONDS } from '../../../src/domain/webhook/webhook-schedule.ts'
import { drip, pour } from './hostile-receiver.ts'
import type { Behaviour, Call } from './hostile-receiver.ts'

const HOUR = 3_600
const ALL_ATTEMPTS = DELIVERY_WAITS_SECONDS.length + 1

const OK = 'HTTP/1.1 200 OK\r\n'
const FAILURE = 'HTTP/1.1 500 Internal Server Error\r\n'
/** The answer of those that take an event. */
export const DONE = 'HTTP/1.1 204 No Content\r\n\r\n'
/** Says this, and hangs up. */
export const answering =
  (answer: string | ((call: Call) => string)): Behaviour =>
  (socket, call) =>
    void socket.end(typeof answer === 'string' ? answer : answer(call))

/** What the log says of an attempt. */
interface Said {
  readonly status: number | null
  readonly error?: RegExp
  readonly excerpt?: RegExp
}

/** What is to come of an event. */
export interface Expected {
  readonly ended: 'delivered' | 'exhausted' | 'gone'
  /** Least and most. */
  readonly attempts: readonly [number, number]
  /** What the log says of each attempt; of the last one where it differs. */
  readonly failure: Said
  readonly last?: Said
  /** Seconds until the second attempt. */
  readonly firstWaitAtLeast?: number
}

/** A way to be hostile, and what is to come of an event that is sent there. */
export interface Mode extends Expected {
  readonly name: string
  readonly behave: Behaviour
  /** With a certificate that is not its own. */
  readonly tls?: boolean
  /** Never says a status. */
  readonly mute?: boolean
}

/** All attempts of the schedule, in vain. */
export const exhausted = { ended: 'exhausted', attempts: [ALL_ATTEMPTS, ALL_ATTEMPTS] } as const
const takenAtOnce = { ended: 'delivered', attempts: [1, 1] } as const
const MUTE = {
  ...exhausted,
  mute: true,
  failure: { status: null, error: /no response arrived in time/u },
} as const
const BROKEN = { status: null, error: /(?:reset|closed) before a response/u }
const POURED = /^x{4096}$/u
const bomb = gzipSync(Buffer.alloc(16_000_000))
const later = ({ sentAt }: Call) => new Date(sentAt.getTime() + 3 * HOUR * 1_000).toUTCString()

/** Receivers as the world has them. */
export const MODES: readonly Mode[] = [
  { name: 'takes it', behave: answering(DONE), ...takenAtOnce, failure: { status: 204 } },
  {
    name: 'answers 500 for two days, then 200',
    behave: answering(({ days }) => `${days < 2 ? FAILURE : OK}content-length: 0\r\n\r\n`),
    ended: 'delivered',
    attempts: [9, ALL_ATTEMPTS],
    failure: { status: 500 },
    last: { status: 200 },
  },
  {
    name: 'asks with 429 to wait three hours',
    behave: answering(({ number }) =>
      number === 1 ? `HTTP/1.1 429 Slow\r\nretry-after: ${3 * HOUR}\r\n\r\n` : DONE,
    ),
    ended: 'delivered',
    attempts: [2, 2],
    failure: { status: 429 },
    last: { status: 204 },
    firstWaitAtLeast: 3 * HOUR - 1,
  },
  {
    name: 'asks with 503 and a date to wait three hours',
    behave: answering((call) =>
      call.number === 1 ? `HTTP/1.1 503 Away\r\nretry-after: ${later(call)}\r\n\r\n` : DONE,
    ),
    ended: 'delivered',
    attempts: [2, 2],
    failure: { status: 503 },
    last: { status: 204 },
    // The date is in whole seconds, and counted from the answer.
    firstWaitAtLeast: 3 * HOUR - 60,
  },
  {
    name: 'is gone',
    behave: answering('HTTP/1.1 410 Gone\r\n\r\n'),
    ended: 'gone',
    attempts: [1, 1],
    failure: { status: 410 },
  },
  { name: 'hangs', behave: () => undefined, ...MUTE },
  {
    name: 'drips headers',
    behave: (socket) => {
      socket.write(OK)
      drip(socket, 'x: y\r\n')
    },
    ...MUTE,
  },
  {
    name: 'only hints',
    behave: (socket) => drip(socket, 'HTTP/1.1 103 X\r\n\r\n'),
    ...MUTE,
  },
  {
    name: 'accepts, and drips a body',
    behave: (socket) => {
      socket.write(`${OK}\r\n`)
      drip(socket, '.')
    },
    ...takenAtOnce,
    failure: { status: 200, excerpt: /^\.+$/u },
  },
  {
    name: 'fails once, and drips a body with it',
    behave: (socket, { number }) => {
      if (number > 1) return void socket.end(DONE)
      socket.write(`${FAILURE}\r\n`)
      drip(socket, '.')
    },
    ended: 'delivered',
    attempts: [2, 2],
    failure: { status: 500, excerpt: /^\.+$/u },
    last: { status: 204, excerpt: /^$/u },
  },
  {
    name: 'accepts, and floods',
    behave: (socket) => {
      socket.write(`${OK}\r\n`)
      pour(socket, 'x'.repeat(65_536))
    },
    ...takenAtOnce,
    failure: { status: 200, excerpt: POURED },
  },
  {
    name: 'fails, and floods',
    behave: (socket) => {
      socket.write(`${FAILURE}\r\n`)
      pour(socket, 'x'.repeat(65_536))
    },
    ...exhausted,
    failure: { status: 500, excerpt: POURED },
  },
  {
    name: 'fails with a body that would unpack to 16 MB',
    behave: (socket) => {
      socket.write(`${FAILURE}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
    ...exhausted,
    failure: { status: 500, excerpt: /^[^]{1,4096}$/u },
  },
  { name: 'resets', behave: (socket) => void socket.resetAndDestroy(), ...exhausted, failure: BROKEN },
  {
    name: 'resets in the middle of its answer',
    behave: (socket) =>
      socket.write(`${FAILURE}content-length: 99\r\n\r\nhalf`, () => void socket.resetAndDestroy()),
    ...exhausted,
    failure: { status: 500, excerpt: /^(?:half)?$/u },
  },
  {
    name: 'lies about its length',
    behave: answering(`${FAILURE}content-length: 2\r\ncontent-length: 5\r\n\r\nhi`),
    ...exhausted,
    failure: { status: null, error: /not valid HTTP/u },
  },
  {
    name: 'speaks no HTTP',
    behave: answering('SSH-2.0-OpenSSH_9.9\r\n'),
    ...exhausted,
    failure: { status: null, error: /not valid HTTP/u },
  },
  {
    name: 'shows a certificate that is not its own',
    behave: answering(DONE),
    tls: true,
    ...exhausted,
    failure: { status: null, error: /^TLS failed/u },
  },
]
