import { FAILURE_CAUSES } from '../video/failure-cause.ts'
import { TASK_QUEUES } from './task-queues.ts'

/**
 * A family of metrics: what it counts or measures, and its labels with all their values. The value `null` stands for names of
 * the program's own (routes, steps), of which there are as many as the program has. No label ever holds an id or a text of
 * somebody else.
 */
export interface MetricFamily {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: Readonly<Record<string, readonly string[] | null>>
  /** Upper bounds, in the unit of the name. Of a histogram alone. */
  readonly buckets?: readonly number[]
}

/** The steps of a round of housekeeping, by the names of their activities. */
export const HOUSEKEEPING_STEPS = [
  'restartVideos',
  'failLostVideos',
  'startLostDeliveries',
  'removeOldRequests',
  'removeExpiredVideos',
  'sweepMedia',
  'openDuePeriods',
  'releaseHeldEvents',
  'tellOfExpiringVideos',
  'forgetSentBodies',
  'forgetBillingNotices',
  'expireTwins',
  'removeTwins',
  'restartTwins',
  'restartBatches',
  'forgetTakes',
  'forgetConsents',
] as const

const POOLS = ['speaking', 'drawing', 'joining', 'stills', 'tracking', 'learning', 'pictures'] as const
const STORE_OPERATIONS = ['put', 'putIfAbsent', 'has', 'lend', 'open', 'link', 'remove'] as const
const DEPENDENCIES = [
  'temporal',
  'database',
  'disk',
  'store',
  'voices',
  'speaking processes',
  'drawing processes',
  'joining processes',
] as const

/** Answers of an API within milliseconds, and steps of minutes. */
const ANSWER_SECONDS = [0.025, 0.1, 0.5, 2.5, 10]
const STEP_SECONDS = [0.1, 0.5, 2, 10, 30, 120]
const WAIT_SECONDS = [0.1, 1, 5, 15, 60, 300]

const counter = <const Labels extends MetricFamily['labels']>(help: string, labels: Labels) =>
  ({ kind: 'counter', help, labels }) as const
const gauge = <const Labels extends MetricFamily['labels']>(help: string, labels: Labels) =>
  ({ kind: 'gauge', help, labels }) as const
const histogram = <const Labels extends MetricFamily['labels']>(
  help: string,
  labels: Labels,
  buckets: readonly number[],
) => ({ kind: 'histogram', help, labels, buckets }) as const

/** Every family of metrics that a process of the service writes: the one list of them. */
export const METRIC_FAMILIES = {
  presenter_build_info: gauge('What runs: always 1.', { version: null, build_id: null, role: null }),
  presenter_http_request_duration_seconds: histogram(
    'Seconds until a request was answered; routes of the application count as one.',
    {
      route: null,
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
      status: ['2xx', '3xx', '4xx', '5xx', 'none'],
    },
    ANSWER_SECONDS,
  ),
  presenter_videos: gauge('Unfinished videos of the installation. Reported by API processes.', {
    status: ['queued', 'rendering'],
  }),
  presenter_oldest_unfinished_video_seconds: gauge(
    'Age of the oldest video that is being made, in seconds; 0 without one. Those that wait for a slot of their plan do not count. Reported by API processes.',
    {},
  ),
  presenter_videos_ended_total: counter('Videos that this process has ended.', {
    status: ['ready', 'failed'],
    stage: ['reserve', 'speak', 'draw', 'assemble', 'publish'],
    cause: ['none', ...FAILURE_CAUSES],
  }),
  presenter_video_seconds_total: counter('Seconds of finished video, by the quality of its voice.', {
    quality: ['neural', 'basic'],
  }),
  presenter_step_duration_seconds: histogram(
    'Seconds that a try of a step took.',
    { step: null },
    STEP_SECONDS,
  ),
  presenter_step_errors_total: counter('Tries of a step that failed.', { step: null, cause: FAILURE_CAUSES }),
  presenter_step_interruptions_total: counter(
    'Tries of a step that were interrupted: the video was deleted, or the worker stopped.',
    { step: null },
  ),
  presenter_pool_size: gauge('Child processes that may work at a time.', { pool: POOLS }),
  presenter_pool_busy: gauge('Child processes that work.', { pool: POOLS }),
  presenter_pool_waiting: gauge('Tasks that wait for a child process.', { pool: POOLS }),
  presenter_pool_wait_seconds: histogram(
    'Seconds that a task waited for a child process.',
    { pool: POOLS },
    WAIT_SECONDS,
  ),
  presenter_child_cpu_seconds_total: counter('Seconds of a processor that tasks of child processes took.', {
    pool: POOLS,
  }),
  presenter_children_lost_total: counter(
    'Child processes that ended, or were ended, in the middle of a task.',
    {
      pool: POOLS,
      why: ['lost', 'stalled', 'aborted'],
    },
  ),
  presenter_db_pool_connections: gauge('Connections to the database, and work that waits for one.', {
    state: ['used', 'idle', 'waiting'],
  }),
  presenter_db_pool_size: gauge('Connections to the database at most.', {}),
  presenter_db_errors_total: counter(
    'Failed statements, by the first two characters of their SQLSTATE; 23 is a constraint that held.',
    { code: ['no_connection', 'no_answer', '08', '22', '23', '25', '40', '42', '53', '55', '57', 'other'] },
  ),
  presenter_store_requests_total: counter('Calls of the media store.', {
    operation: STORE_OPERATIONS,
    status: ['ok', 'missing', 'unavailable', 'failed'],
  }),
  presenter_store_request_duration_seconds: histogram(
    'Seconds of a call of the media store.',
    { operation: STORE_OPERATIONS },
    ANSWER_SECONDS,
  ),
  presenter_webhook_attempts_total: counter('Attempts to deliver an event.', {
    outcome: ['delivered', 'failed', 'exhausted', 'gone', 'no_destination', 'endpoint_disabled'],
  }),
  presenter_webhook_events: gauge('Events that are not delivered yet. Reported by API processes.', {
    status: ['pending', 'endpoint_disabled'],
  }),
  presenter_webhook_oldest_pending_seconds: gauge(
    'Seconds by which the most overdue attempt to deliver an event is late; 0 when none is. Reported by API processes.',
    {},
  ),
  presenter_housekeeping_last_success_timestamp_seconds: gauge(
    'When a step of housekeeping last succeeded here, or else when the worker started.',
    { step: HOUSEKEEPING_STEPS },
  ),
  presenter_housekeeping_done_total: counter('Rows and files that housekeeping handled.', {
    step: HOUSEKEEPING_STEPS,
  }),
  presenter_audit_discrepancies: gauge(
    'Stored figures that the last audit found to differ from what they should be. Reported by API processes.',
    {},
  ),
  presenter_audit_timestamp_seconds: gauge('When the last audit ended. Reported by API processes.', {}),
  presenter_workers: gauge('Workers at a queue, as the installation knows them. Reported by API processes.', {
    queue: TASK_QUEUES,
    state: ['working', 'paused'],
  }),
  presenter_dependency_up: gauge('Whether what this process needs is there.', { dependency: DEPENDENCIES }),
  presenter_disk_free_bytes: gauge('Bytes that are free.', { folder: ['data', 'cache'] }),
  presenter_disk_size_bytes: gauge('Bytes of the disk.', { folder: ['data', 'cache'] }),
  presenter_certificate_expiry_timestamp_seconds: gauge('When a certificate ends.', {
    file: ['temporal_client', 'temporal_server_ca'],
  }),
} as const satisfies Readonly<Record<string, MetricFamily>>

type Families = typeof METRIC_FAMILIES

/** The names of the families of one kind. */
export type MetricName<Kind extends MetricFamily['kind'] = MetricFamily['kind']> = {
  [Name in keyof Families]: Families[Name]['kind'] extends Kind ? Name : never
}[keyof Families]

/** The labels of a family, with the values that they can have. */
export type MetricLabels<Name extends MetricName> = {
  readonly [
    Label in keyof Families[Name]['labels']
  ]: Families[Name]['labels'][Label] extends readonly (infer Value)[] ? Value : string
}

/** What child processes there are for. */
export type PoolName = (typeof POOLS)[number]
