/** What a process can lack for its work. */
export type Need =
  | 'temporal'
  | 'database'
  | 'disk'
  | 'store'
  | 'voices'
  | 'speaking processes'
  | 'drawing processes'
  | 'joining processes'

/** Something that a process lacks. */
export interface Lack {
  readonly need: Need
  /** Why, for operators. */
  readonly why: string
  readonly since: Date
}

/** What the steps of making a video read and write, wherever they run. */
const MAKING = ['temporal', 'database', 'disk', 'store'] as const

/**
 * What the work of each queue needs. The queues of the database and of deliveries go on without a store: what they cannot
 * remove they remove later.
 */
const NEEDS_OF_QUEUES: Readonly<Record<string, readonly Need[]>> = {
  videos: ['temporal', 'database'],
  webhooks: ['temporal', 'database'],
  speech: [...MAKING, 'voices', 'speaking processes'],
  render: [...MAKING, 'drawing processes'],
  assembly: [...MAKING, 'joining processes'],
  twins: MAKING,
}

/** What the work of a queue needs. */
export function needsOf(queue: string): readonly Need[] {
  return NEEDS_OF_QUEUES[queue] ?? []
}

/** What the work of these queues needs, each need once. */
export function needsOfAll(queues: readonly string[]): readonly Need[] {
  return [...new Set(queues.flatMap(needsOf))]
}

/** A process of the service, as it told last of itself. */
export interface ProcessState {
  readonly id: string
  /** As Temporal calls a worker: `<pid>@<host>`. */
  readonly name: string
  readonly role: string
  /** The version of the program. */
  readonly version: string
  /** The id of its release, where releases are told apart. */
  readonly buildId: string | null
  /** Those that it takes work from while it lacks nothing that they need. */
  readonly queues: readonly string[]
  /** Its SPEECH_ENGINE; null where its release does not tell. */
  readonly speechEngine: string | null
  readonly lacks: readonly Lack[]
  readonly startedAt: Date
  readonly seenAt: Date
}
