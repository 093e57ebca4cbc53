import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

import type { ChosenRenderer } from '../activities/outside-render.ts'
import {
  ASSEMBLY_QUEUE,
  outsideQueue,
  RENDER_QUEUE,
  SPEECH_QUEUE,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from './contract.ts'

/**
 * The reservation is one short transaction that a client waits for. The timeout ends before the workflow task must be
 * extended (after four fifths of ten seconds), and before the client has waited for too long.
 */
export const RESERVATION: LocalActivityOptions = {
  scheduleToCloseTimeout: '4s',
  retry: { maximumAttempts: 1 },
}

/**
 * Asks again, when the database did not answer, until it does: only its answer shows what became of the
 * reservation. Temporal does the waiting, so that a long outage makes no long history. A try that hangs
 * ends soon, as the next one may be answered on another connection.
 */
export const UNTIL_RESERVED: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '5s',
  retry: { initialInterval: '200ms', maximumInterval: '5s' },
}

/** Progress is not essential: a short outage of the database must not stop a video. */
export const PROGRESS: LocalActivityOptions = {
  scheduleToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumAttempts: 2 },
}

/** A worker that was killed is noticed after this long; its work then starts elsewhere. */
const HEARTBEAT_TIMEOUT = '10s'

/** A crash may be bad luck twice; three times it is the script or the machine. */
const STUDIO_RETRY = {
  initialInterval: '1s',
  maximumAttempts: 3,
}

/**
 * A part of a script takes seconds, and may wait in its worker for the turn of its account. Nothing else
 * takes long unseen: a worker that is gone is noticed by its heartbeats, a process that hangs by its
 * pool. So this is as long as the video has in all.
 */
export const SPEECH: ActivityOptions = {
  taskQueue: SPEECH_QUEUE,
  startToCloseTimeout: '30m',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: STUDIO_RETRY,
}

/**
 * A picture that a client links to: 15 seconds for its server, 30 for decoding it, the rest for waiting
 * until it is the account's turn.
 * Other people's servers are waited for where nothing else is held up.
 */
export const BACKGROUND: ActivityOptions = {
  taskQueue: WEBHOOKS_QUEUE,
  startToCloseTimeout: '2m',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: { initialInterval: '2s', maximumAttempts: 3 },
}

/** A segment is drawn in seconds; the rest is room for a machine under full load. */
export const RENDER: ActivityOptions = {
  taskQueue: RENDER_QUEUE,
  startToCloseTimeout: '5m',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: STUDIO_RETRY,
}

/** Packets are copied and not encoded again, so the longest video takes seconds. */
export const ASSEMBLY: ActivityOptions = { ...RENDER, taskQueue: ASSEMBLY_QUEUE }

/** One SELECT and a look into the catalogue; what it needs is there, or the video cannot be made. */
export const CHOICE: LocalActivityOptions = {
  scheduleToCloseTimeout: '1m',
  retry: { initialInterval: '200ms', maximumInterval: '5s' },
}

/** Segments for an external renderer, which may run a slow model on a busy machine. */
export function outsideRender({ name, waitSeconds }: ChosenRenderer): ActivityOptions {
  return {
    taskQueue: outsideQueue(name),
    scheduleToStartTimeout: `${waitSeconds}s`,
    startToCloseTimeout: '15m',
    heartbeatTimeout: '30s',
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: STUDIO_RETRY,
  }
}

/**
 * What ends a video is tried until it is done: every video ends, and the ledger with it. A try is a
 * transaction or a call to Temporal; one that was cut off with its worker is missed after this long.
 */
export const RESULTS: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '15s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
}

/** An attempt takes up to 15 seconds; the rest is for the database queries around it. */
export const DELIVERY: ActivityOptions = {
  taskQueue: WEBHOOKS_QUEUE,
  startToCloseTimeout: '45s',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '1s', maximumInterval: '1m' },
}

/** A round that cannot finish is abandoned: the next one starts within minutes. */
export const HOUSEKEEPING: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '2m',
  retry: { initialInterval: '1s', maximumAttempts: 3 },
}
