import { setTimeout as delay } from 'node:timers/promises'

import {
  Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import { NamespaceNotFoundError } from '@temporalio/common'
import type { Duration } from '@temporalio/common'
import type { Connection } from '@temporalio/client'

import type { Log } from '../ports/process/log.ts'
import {
  AUDIT_BOOKS,
  AUDIT_SCHEDULE,
  HOUSEKEEP,
  HOUSEKEEPING_SCHEDULE,
  SEARCH_ATTRIBUTES,
  VIDEOS_QUEUE,
} from '../workflows/contract.ts'
import { openClientConnection } from './connection.ts'
import type { TemporalServer } from './connection.ts'
import { GRPC, grpcCode, isRefusal } from './grpc-code.ts'

/** For each call: nobody's request waits for it. */
const CALL_DEADLINE_MS = 10_000

/** A workflow that is started again and again. Its runs have the id of the schedule. */
interface Schedule {
  readonly id: string
  readonly workflowType: string
  readonly every: Duration
  /** By so much after each multiple of `every` since 1970. */
  readonly offset?: Duration
  /** A start that was missed while the server was away is made up for within this time. */
  readonly catchupWindow: Duration
}

const SCHEDULES: readonly Schedule[] = [
  // What crashes left behind is found within this time on top of its own patience. What was missed is the next round's.
  { id: HOUSEKEEPING_SCHEDULE, workflowType: HOUSEKEEP, every: '5m', catchupWindow: '5m' },
  // It reads whole tables: in the small hours of Europe and the evening of America.
  { id: AUDIT_SCHEDULE, workflowType: AUDIT_BOOKS, every: '24h', offset: '3h', catchupWindow: '12h' },
]

/** How long a server that is starting has for it. */
const SERVERS_HAVE_MS = 60_000

/** How long another process, such as a one-shot one of a deployment, has to make the namespace. */
const OTHERS_HAVE_MS = 10_000

/** How long finished runs of a namespace that is made here can be looked at. Nothing else depends on it. */
const RETENTION_SECONDS = 7 * 24 * 60 * 60

/** How long an operator who was told what to do has for it. */
const OPERATORS_HAVE_MS = 600_000
const LOOK_EVERY_MS = 2_000

/** Keyword, in the operator service's own numbering. */
const INDEXED_VALUE_TYPE_KEYWORD = 2

/** A client on a connection of its own. */
type OwnClient = Client & { readonly connection: Connection }

/**
 * Prepares a namespace for the workflows of the service: makes it where there is none, registers their search attributes and
 * schedules housekeeping and audits. Safe to repeat.
 *
 * Temporal Cloud, and servers that are as strict, let nobody but operators make namespaces and register search attributes.
 * Then this tells the command that does it, and waits until it has been run.
 *
 * @param tell is called with what an operator has to do.
 * @throws when the server is away, or nobody has run the command within ten minutes.
 */
export async function prepareTemporal(
  server: TemporalServer,
  log: Log,
  tell: (text: string) => void,
): Promise<void> {
  await withOwnClient(server, log, async (client) => {
    const missing = await onceItAnswers(client, tell)
    const areClosed = await Promise.all(missing.map((name) => isClosedTo(client, name)))
    if (areClosed.includes(true)) tell(whatToDo(server.namespace, missing))
    await untilRegistered(client)
    for (const schedule of SCHEDULES) await keepSchedule(client, schedule)
  })
}

/**
 * What a namespace lacks that `prepareTemporal` would give it, in words for operators; empty when it is prepared.
 *
 * @throws when the server is away, or has no such namespace.
 */
export async function whatIsNotPrepared(server: TemporalServer, log: Log): Promise<string[]> {
  return withOwnClient(server, log, async (client) => {
    const attributes = await missingAttributes(client)
    const schedules = await Promise.all(
      SCHEDULES.map(async ({ id }) => ((await hasSchedule(client, id)) ? [] : [`the schedule ${id}`])),
    )
    return [...attributes.map((name) => `the search attribute ${name}`), ...schedules.flat()]
  })
}

async function hasSchedule(client: OwnClient, id: string): Promise<boolean> {
  try {
    await within(client, () => client.schedule.getHandle(id).describe())
    return true
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false
    throw error
  }
}

async function withOwnClient<Result>(
  server: TemporalServer,
  log: Log,
  work: (client: OwnClient) => Promise<Result>,
): Promise<Result> {
  const { connection, close } = openClientConnection(server, log)
  try {
    return await work(Object.assign(new Client({ connection, namespace: server.namespace }), { connection }))
  } finally {
    await close()
  }
}

function whatToDo(namespace: string, missing: readonly string[]): string {
  return [
    `The namespace "${namespace}" lacks search attributes, and only its operators may add them.`,
    'On Temporal Cloud, run:',
    '',
    `  tcld namespace search-attributes add --namespace ${namespace} ${missing.map((name) => `--search-attribute "${name}=Keyword"`).join(' ')}`,
    '',
    'On a server of your own, run this with access to its operator service:',
    '',
    `  temporal operator search-attribute create --namespace ${namespace} ${missing.map((name) => `--name ${name} --type Keyword`).join(' ')}`,
    '',
    `Waiting up to ${OPERATORS_HAVE_MS / 60_000} minutes until this has been done.`,
  ].join('\n')
}

/** What is missing, once the server answers: it may be starting, and takes seconds to know a new namespace. */
async function onceItAnswers(client: OwnClient, tell: (text: string) => void): Promise<string[]> {
  const startedAt = Date.now()
  let patienceMs = SERVERS_HAVE_MS
  let isAskedFor = false
  for (;;) {
    try {
      return await missingAttributes(client)
    } catch (error) {
      const isUnknown = error instanceof NamespaceNotFoundError || grpcCode(error) === GRPC.notFound
      if (!isUnknown && grpcCode(error) !== GRPC.unavailable) throw error
      const waitedMs = Date.now() - startedAt
      if (waitedMs > patienceMs) throw isUnknown ? noNamespace(client) : error
      if (isUnknown && !isAskedFor && waitedMs > OTHERS_HAVE_MS) {
        isAskedFor = true
        if (!(await makeNamespace(client))) {
          tell(howToMakeNamespace(namespaceOf(client)))
          patienceMs = OPERATORS_HAVE_MS
        }
      }
      await delay(LOOK_EVERY_MS)
    }
  }
}

/** @returns false when this is not for us to do. */
async function makeNamespace(client: OwnClient): Promise<boolean> {
  const { workflowService } = client.connection
  const request = {
    namespace: namespaceOf(client),
    description: 'Videos, webhooks and twins of a Presenter Video API.',
    workflowExecutionRetentionPeriod: { seconds: RETENTION_SECONDS as never },
  }
  try {
    await within(client, () => workflowService.registerNamespace(request))
    return true
  } catch (error) {
    const code = grpcCode(error)
    if (code === GRPC.alreadyExists) return true
    if (isRefusal(error) || code === GRPC.unimplemented) return false
    throw error
  }
}

function howToMakeNamespace(namespace: string): string {
  return [
    `There is no namespace "${namespace}", and only operators of the server may make it. On a server of your own, run:`,
    '',
    `  temporal operator namespace create --namespace ${namespace} --retention 7d`,
    '',
    'On Temporal Cloud, create it in its UI. If it exists under another name, correct TEMPORAL_NAMESPACE.',
    '',
    `Waiting up to ${OPERATORS_HAVE_MS / 60_000} minutes until this has been done.`,
  ].join('\n')
}

function noNamespace(client: OwnClient): Error {
  return new Error(
    `There is no namespace "${namespaceOf(client)}" on the Temporal server (TEMPORAL_NAMESPACE).`,
  )
}

function namespaceOf({ options }: OwnClient): string {
  return options.namespace
}

/** Asked by counting workflows, which every namespace allows, unlike the operator service. */
async function missingAttributes(client: OwnClient): Promise<string[]> {
  const names = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name)
  const known = await Promise.all(names.map((name) => isKnown(client, name)))
  return names.filter((_, index) => known[index] === false)
}

async function isKnown(client: OwnClient, name: string): Promise<boolean> {
  try {
    await within(client, () => client.workflow.count(`${name} = 'none'`))
    return true
  } catch (error) {
    if (grpcCode(error) === GRPC.invalidArgument) return false
    throw error
  }
}

/** Registers an attribute, unless this is not for us to do. */
async function isClosedTo(client: OwnClient, name: string): Promise<boolean> {
  const { operatorService } = client.connection
  const { namespace } = client.options
  try {
    await within(client, () =>
      operatorService.addSearchAttributes({
        namespace,
        searchAttributes: { [name]: INDEXED_VALUE_TYPE_KEYWORD },
      }),
    )
    return false
  } catch (error) {
    const code = grpcCode(error)
    if (code === GRPC.alreadyExists) return false
    if (isRefusal(error) || code === GRPC.unimplemented) return true
    throw error
  }
}

/** Servers take some seconds until all of them know a new attribute, and people longer. */
async function untilRegistered(client: OwnClient): Promise<void> {
  const deadline = Date.now() + OPERATORS_HAVE_MS
  for (;;) {
    const missing = await missingAttributes(client)
    if (missing.length === 0) return
    if (Date.now() > deadline)
      throw new Error(
        `The namespace "${client.options.namespace}" still lacks search attributes: ${missing.join(', ')}.`,
      )
    await delay(LOOK_EVERY_MS)
  }
}

/** Takes over what this version says; whether operators paused the schedule is theirs. */
async function keepSchedule(
  client: OwnClient,
  { id, workflowType, every, offset, catchupWindow }: Schedule,
): Promise<void> {
  const options = {
    spec: { intervals: [{ every, ...(offset !== undefined && { offset }) }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType,
      workflowId: id,
      taskQueue: VIDEOS_QUEUE,
      args: [],
    },
    // What a run did not get to is the next one's.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow },
  }
  await within(client, async () => {
    try {
      await client.schedule.create({ scheduleId: id, ...options })
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error
      await client.schedule.getHandle(id).update(({ state }) => ({ ...options, state }))
    }
  })
}

function within<Result>(client: OwnClient, call: () => Promise<Result>): Promise<Result> {
  return client.withDeadline(Date.now() + CALL_DEADLINE_MS, call)
}
