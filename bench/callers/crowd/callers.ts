import { fork } from 'node:child_process'
import { once } from 'node:events'

import { quantiles } from '../../support/quantiles.ts'
import type { Quantiles } from '../../support/quantiles.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

/** A caller for each key, for so long. */
export interface Order {
  readonly url: string
  readonly keys: readonly string[]
  readonly forMs: number
}

/** What callers were answered; milliseconds until each answer. */
export interface Answers {
  seconds: number
  readonly accepted: number[]
  readonly refused: number[]
  /** Seconds that each refusal asked to wait. */
  readonly retryAfter: number[]
  /** Connections that were closed without an answer. */
  unanswered: number
}

/** What callers were answered, in short. */
export interface Asked {
  readonly accepted: number
  readonly refused: number
  readonly unanswered: number
  /** Accepted videos. */
  readonly perSecond: number
  readonly acceptedMs: Quantiles
  readonly refusedMs: Quantiles
  /** The least, the middle and the most seconds that a refusal asked to wait. */
  readonly retryAfter: string
}

/** Callers in a process of their own; each has a key. */
export interface Callers {
  /** The first so many of them ask for so long. */
  ask(count: number, forMs: number): Promise<Asked>
  stop(): void
}

/** Starts the process. */
export function gatherCallers(url: string, keys: readonly string[]): Callers {
  const program = fork(new URL('./callers-program.ts', import.meta.url), {
    detached: true,
    execArgv: [...FROM_SOURCE],
  })
  return {
    async ask(count, forMs) {
      program.send({ url, keys: keys.slice(0, count), forMs } satisfies Order)
      const ended = once(program, 'exit').then(() => {
        throw new Error('The callers ended early.')
      })
      const [answers] = (await Promise.race([once(program, 'message'), ended])) as [Answers]
      return summary(answers)
    },
    stop: () => void program.kill(),
  }
}

function summary({ seconds, accepted, refused, retryAfter, unanswered }: Answers): Asked {
  return {
    accepted: accepted.length,
    refused: refused.length,
    unanswered,
    perSecond: accepted.length / seconds,
    acceptedMs: quantiles(accepted),
    refusedMs: quantiles(refused),
    retryAfter: retryAfter.length === 0 ? '' : spanOf(retryAfter),
  }
}

function spanOf(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join(' / ')
}
