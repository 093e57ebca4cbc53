import { wholeNumber } from './whole-number.ts'

/** How processes stop. */
export interface StopConfig {
  /** How long a worker that is asked to stop goes on with what it has begun. */
  readonly workerShutdownGraceSeconds: number
  /** How long an API process that is asked to stop still takes requests, and says that it is not ready. */
  readonly shutdownDelaySeconds: number
}

/**
 * A part of a script takes the neural voices about twenty seconds on two busy cores, and a segment far less: nothing is
 * begun anew elsewhere on an ordinary stop. Looking at a recording takes minutes, and is.
 */
const WORKER_GRACE_SECONDS = 60
const LONGEST_WORKER_GRACE_SECONDS = 3_600

/** Load balancers look every few seconds. */
const DELAY_SECONDS = 5
const LONGEST_DELAY_SECONDS = 300

/** The settings of stopping, to be read with all others. */
export const stopSettings = {
  WORKER_SHUTDOWN_GRACE_SECONDS: wholeNumber(0, LONGEST_WORKER_GRACE_SECONDS).default(WORKER_GRACE_SECONDS),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, LONGEST_DELAY_SECONDS).default(DELAY_SECONDS),
}

/** The settings of stopping as the rest of the program knows them. */
export function readStop(values: {
  readonly WORKER_SHUTDOWN_GRACE_SECONDS: number
  readonly SHUTDOWN_DELAY_SECONDS: number
}): StopConfig {
  return {
    workerShutdownGraceSeconds: values.WORKER_SHUTDOWN_GRACE_SECONDS,
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS,
  }
}
