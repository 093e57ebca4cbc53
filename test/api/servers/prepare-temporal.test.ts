import { randomUUID } from 'node:crypto'

import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/process/log.ts'
import { temporalServer } from '../../../src/temporal/connection.ts'
import { prepareTemporal } from '../../../src/temporal/prepare.ts'
import { AUDIT_SCHEDULE, HOUSEKEEPING_SCHEDULE, SEARCH_ATTRIBUTES } from '../../../src/workflows/contract.ts'
import { certificatePath, SERVER_NAME } from '../../support/http/certificates.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTemporalGateway } from '../../support/temporal/temporal-gateway.ts'
import type { TemporalGateway } from '../../support/temporal/temporal-gateway.ts'

const NAMES = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name)
const log = createLog({ level: 'silent' })

let gateway: TemporalGateway
/** To the server itself, as its operators have it. */
let operators: Connection

beforeAll(async () => {
  gateway = await startTemporalGateway(inject('temporalAddress'), 'key')
  operators = await Connection.connect({ address: inject('temporalAddress') })
})
afterAll(async () => {
  await operators.close()
  await gateway.stop()
})

async function newNamespace(): Promise<string> {
  const namespace = `test-${randomUUID()}`
  await makeNamespace(namespace)
  return namespace
}

async function makeNamespace(namespace: string): Promise<void> {
  const retention = { seconds: 86_400 as never }
  await operators.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: retention,
  })
}

function throughGateway(namespace: string) {
  const config = readConfig({
    TEMPORAL_ADDRESS: gateway.address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_API_KEY: 'key',
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt'),
  })
  return temporalServer(gateway.address, config)
}

/** Attributes by Keyword's number. */
const asKeywords = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 2]))

async function isScheduled(namespace: string): Promise<boolean> {
  const { schedule } = new Client({ connection: operators, namespace })
  const ids = [HOUSEKEEPING_SCHEDULE, AUDIT_SCHEDULE]
  const found = await Promise.all(ids.map((id) => schedule.getHandle(id).describe()))
  return found.every(({ scheduleId }, index) => scheduleId === ids[index])
}

test('where only operators add attributes, the command is told, and all goes on when they have run it', async () => {
  const namespace = await newNamespace()
  const [there = '', ...missing] = NAMES
  const { operatorService } = operators
  await operatorService.addSearchAttributes({ namespace, searchAttributes: asKeywords([there]) })
  const told: string[] = []
  const preparing = prepareTemporal(throughGateway(namespace), log, (text) => told.push(text))

  await expect.poll(() => told, PATIENTLY).toHaveLength(1)
  const wanted = missing.map((name) => `--search-attribute "${name}=Keyword"`).join(' ')
  expect(told[0]).toContain(`tcld namespace search-attributes add --namespace ${namespace} ${wanted}\n`)
  const onOwn = missing.map((name) => `--name ${name} --type Keyword`).join(' ')
  expect(told[0]).toContain(`temporal operator search-attribute create --namespace ${namespace} ${onOwn}\n`)
  await operatorService.addSearchAttributes({ namespace, searchAttributes: asKeywords(missing) })
  await preparing

  expect(await isScheduled(namespace)).toBe(true)
})

test('where all attributes are there, nothing is asked of the operator service and nothing is told', async () => {
  const namespace = await newNamespace()
  await operators.operatorService.addSearchAttributes({ namespace, searchAttributes: asKeywords(NAMES) })
  const before = gateway.calls('OperatorService')
  const told: string[] = []

  await prepareTemporal(throughGateway(namespace), log, (text) => told.push(text))

  expect(told).toEqual([])
  expect(gateway.calls('OperatorService')).toBe(before)
  expect(await isScheduled(namespace)).toBe(true)
})

test('a server of one’s own is prepared without anybody’s help, and again by the next release', async () => {
  const namespace = await newNamespace()
  const server = { ...throughGateway(namespace), address: inject('temporalAddress') }
  const open = { ...server, access: readConfig({}).temporalAccess }
  for (const _ of ['first', 'next']) await prepareTemporal(open, log, expect.unreachable)
  const { customAttributes } = await operators.operatorService.listSearchAttributes({ namespace })
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(NAMES))
  expect(await isScheduled(namespace)).toBe(true)
})

// These wait for others to make the namespace first, side by side.
describe.concurrent('a namespace that there is not', () => {
  const unknown = () => `test-${randomUUID()}`
  const straightTo = (namespace: string) => ({
    address: inject('temporalAddress'),
    namespace,
    access: readConfig({}).temporalAccess,
  })

  test('is made on a server of one’s own when nobody else does', async () => {
    const namespace = unknown()
    await prepareTemporal(straightTo(namespace), log, expect.unreachable)
    expect(await isScheduled(namespace)).toBe(true)
    const { config } = await operators.workflowService.describeNamespace({ namespace })
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 24 * 60 * 60)
  })

  test('is waited for while somebody makes it', async () => {
    const namespace = unknown()
    const preparing = prepareTemporal(straightTo(namespace), log, expect.unreachable)
    await makeNamespace(namespace)
    await preparing
    expect(await isScheduled(namespace)).toBe(true)
  })

  test('and that only operators may make: the command is told once, and all goes on when they have run it', async ({
    expect: here,
  }) => {
    const namespace = unknown()
    const told: string[] = []
    const preparing = prepareTemporal(throughGateway(namespace), log, (text) => told.push(text))

    await here.poll(() => told, PATIENTLY).toHaveLength(1)
    here(gateway.refused()).toContain('/temporal.api.workflowservice.v1.WorkflowService/RegisterNamespace')
    here(told[0]).toContain(
      `There is no namespace "${namespace}", and only operators of the server may make it.`,
    )
    here(told[0]).toContain(`  temporal operator namespace create --namespace ${namespace} --retention 7d\n`)
    await makeNamespace(namespace)
    const add = () =>
      operators.operatorService
        .addSearchAttributes({ namespace, searchAttributes: asKeywords(NAMES) })
        .then(() => 'added', String)
    await here.poll(add, PATIENTLY).toBe('added')
    await preparing

    here(await isScheduled(namespace)).toBe(true)
    here(told.filter((text) => text.includes('There is no namespace'))).toHaveLength(1)
  })
})
