import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { freePort } from '../../../src/embedded/free-port.ts'
import { createLog } from '../../../src/process/log.ts'
import { openClientConnection } from '../../../src/temporal/connection.ts'
import { OPEN_ACCESS } from '../../../src/config/temporal-config.ts'
import { certificate } from '../../support/http/certificates.ts'

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

test('the certificates of a connection are those in use, also when a file has been renewed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-certificates-'))
  const file = join(folder, 'ca.crt')
  await writeFile(file, certificate('authority.crt'))
  const tls = { serverName: null, serverCa: certificate('authority.crt'), client: null }
  const access = { tls, tlsFiles: { serverCa: file }, apiKey: null }
  const server = { address: '127.0.0.1:1', namespace: 'default', access }
  const { certificates, close } = openClientConnection(server, createLog({ level: 'silent' }))
  const inUse = () => certificates()?.serverCa
  try {
    expect(inUse()).toEqual(certificate('authority.crt'))
    await writeFile(file, certificate('server.crt'))
    await expect.poll(inUse, { timeout: 30_000 }).toEqual(certificate('server.crt'))
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
})
