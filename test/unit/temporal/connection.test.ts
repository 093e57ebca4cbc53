import { afterEach, expect, test, vi } from 'vitest'

import { freePort } from '../../../src/embedded/free-port.ts'
import { createLog } from '../../../src/process/log.ts'
import { openClientConnection } from '../../../src/temporal/connection.ts'
import { OPEN_ACCESS } from '../../../src/config/temporal-config.ts'

const thrown: unknown[] = []
const note = (error: unknown) => void thrown.push(error)

afterEach(() => {
  process.off('uncaughtException', note)
  vi.restoreAllMocks()
})

test('a connection that is closed while a call waits for its retry lets the call fail, and throws nothing', async () => {
  const server = { address: `127.0.0.1:${await freePort()}`, namespace: 'default', access: OPEN_ACCESS }
  const { connection, close } = openClientConnection(server, createLog({ level: 'silent' }))
  process.on('uncaughtException', note)
  const retried = vi.spyOn(globalThis, 'setTimeout')
  const failed = connection.workflowService.getSystemInfo({}).catch((error: unknown) => error)
  await expect.poll(() => retried.mock.calls.some(([work]) => work.name === 'retry')).toBe(true)
  await close()
  expect(await failed).toMatchObject({ details: expect.stringContaining('ECONNREFUSED') })
  expect(thrown).toEqual([])
})
