import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

import type { ChosenRenderer } from '../activities/picture/outside-render.ts'
import {
  ASSEMBLY_QUEUE,
  outsideQueue,
  RENDER_QUEUE,
  SPEECH_QUEUE,
  TWINS_QUEUE,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from './contract.ts'
import type { Tries, TriedOptions } from './tried-activities.ts'

/** Nothing is tried for ever: what an operator has not mended in a day needs more than another try. */
const LONGEST_OUTAGE = '24h'

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
  scheduleToCloseTimeout: LONGEST_OUTAGE,
  retry: { initialInterval: '200ms', maximumInterval: '5s' },
}

/** Progress is not essential: a short outage of the database must not stop a video. */
export const PROGRESS: LocalActivityOptions = {
  scheduleToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumAttempts: 2 },
}

/** A worker that was killed is noticed after this long; its work then starts elsewhere. One that is stopped hands its work back. */
const HEARTBEAT_TIMEOUT = '15s'

/**
 * The same of steps that make up most of a video, and that a busy machine makes long: the longer this is, the rarer are the
 * heartbeats of a step that has lasted a while (activities/heartbeating.ts).
 */
const STUDIO_HEARTBEAT_TIMEOUT = '45s'

/** A crash may be bad luck twice; three times it is the script or the machine. */
const STUDIO_TRIES: Tries = { most: 3, firstWaitMs: 1_000 }

/**
 * A part of a script takes seconds, and may wait in its worker for the turn of its account. Nothing else
 * takes long unseen: a worker that is gone is noticed by its heartbeats, a process that hangs by its
 * pool. So this is as long as the video has in all.
 */
export const SPEECH: TriedOptions = {
  taskQueue: SPEECH_QUEUE,
  startToCloseTimeout: '30m',
  heartbeatTimeout: STUDIO_HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  tries: STUDIO_TRIES,
}

/**
 * One short step at the end of a video's speech: where parts of scripts wait on the server, it goes before them. A priority
 * comes before the turns of accounts there, which one step for each video does not upset.
 */
export const FINISHING: TriedOptions = { ...SPEECH, priority: { priorityKey: 2 } }

/**
 * A picture that a client links to: 15 seconds for its server, 30 for decoding it, the rest for waiting
 * until it is the account's turn.
 * Other people's servers are waited for where nothing else is held up.
 */
export const BACKGROUND: TriedOptions = {
  taskQueue: WEBHOOKS_QUEUE,
  startToCloseTimeout: '2m',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  tries: { most: 3, firstWaitMs: 2_000 },
}

/** A segment is drawn in seconds; the rest is room for a machine under full load. */
export const RENDER: TriedOptions = {
  taskQueue: RENDER_QUEUE,
  startToCloseTimeout: '5m',
  heartbeatTimeout: STUDIO_HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  tries: STUDIO_TRIES,
}

/** Packets are copied and not encoded again, so the longest video takes seconds. */
export const ASSEMBLY: TriedOptions = { ...RENDER, taskQueue: ASSEMBLY_QUEUE }

/**
 * One SELECT and a look into the catalogue. While it runs, the run stays with its worker, which may be the only one whose
 * database is away: the timeout ends before the workflow task must be extended.
 */
export const CHOICE: LocalActivityOptions = {
  scheduleToCloseTimeout: '4s',
  retry: { initialInterval: '200ms', maximumAttempts: 3 },
}

/** The same by any worker, until one is answered. */
export const CHOICE_ELSEWHERE: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '5s' },
}

/**
 * Tracking a take of one minute uses two minutes of a core, and learning takes as long. Before that, a step may wait in its
 * worker until it is its account's turn, so this timeout does not limit the work: a check limits the time since it got its
 * place, and a build has a deadline.
 */
export const TWIN_WORK: TriedOptions = {
  taskQueue: TWINS_QUEUE,
  startToCloseTimeout: '24h',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  tries: STUDIO_TRIES,
}

/** What is left of a withdrawn twin is removed at once, and tried for a day; then an operator should know. */
export const REMOVAL: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '10m',
  scheduleToCloseTimeout: LONGEST_OUTAGE,
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '1s', maximumInterval: '10m' },
}

/** Segments for an external renderer, which may run a slow model on a busy machine. */
export function outsideRender({ name, waitSeconds }: ChosenRenderer): TriedOptions {
  return {
    taskQueue: outsideQueue(name),
    scheduleToStartTimeout: `${waitSeconds}s`,
    startToCloseTimeout: '15m',
    heartbeatTimeout: '30s',
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    tries: STUDIO_TRIES,
  }
}

/**
 * What ends a video is tried for a day: an outage ends before that, and what does not is no outage. The run then fails, and
 * housekeeping ends its video. A try is a transaction or a call to Temporal; one that was cut off with its worker is missed
 * after this long.
 */
export const RESULTS: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '15s',
  scheduleToCloseTimeout: LONGEST_OUTAGE,
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
}

/**
 * An item is started as a client would start its video. Asking what became of a request whose answer was lost takes half
 * a minute at most, each of three times, and the rest is for looking up what the item links to, at other people's servers: where
 * nothing else is held up. However often it is tried, its key makes one video.
 */
export const ITEM_START: ActivityOptions = {
  taskQueue: WEBHOOKS_QUEUE,
  startToCloseTimeout: '3m',
  scheduleToCloseTimeout: LONGEST_OUTAGE,
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
}

/** An attempt takes up to 15 seconds; the rest is for the database queries around it. */
export const DELIVERY: ActivityOptions = {
  taskQueue: WEBHOOKS_QUEUE,
  startToCloseTimeout: '45s',
  scheduleToCloseTimeout: LONGEST_OUTAGE,
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '1s', maximumInterval: '1m' },
}

/**
 * Whatever a step failed with, it is tried again: nobody waits for it. One that is not done in this time is abandoned,
 * as the next round starts within minutes.
 */
export const HOUSEKEEPING: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '6m',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
}

/**
 * The audit reads whole tables, each of its statements for half an hour at most. A worker that was killed meanwhile is noticed by
 * its heartbeats; what failed for a day is the next day's.
 */
export const AUDIT: ActivityOptions = {
  taskQueue: VIDEOS_QUEUE,
  startToCloseTimeout: '4h',
  scheduleToCloseTimeout: '20h',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '1m', maximumInterval: '1h' },
}
