import { afterAll, beforeAll, expect, test } from 'vitest'

import { PATIENTLY } from '../support/run/patiently.ts'
import { startProgram } from '../support/programs/program.ts'
import type { Program } from '../support/programs/program.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { startTcpProxy } from '../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../support/http/tcp-proxy.ts'

let service: TestService
let temporal: TcpProxy
let worker: Program

beforeAll(async () => {
  service = await startTestService({ worker: false })
  temporal = await startTcpProxy(service.temporalAddress)
  worker = startProgram('src/worker.ts', [], {
    ...service.settings,
    TEMPORAL_ADDRESS: temporal.address,
    STUDIO_PROCESSES: '1',
  })
})
afterAll(async () => {
  worker.process.kill('SIGKILL')
  await worker.ended
  await temporal.stop()
  await service.stop()
})

test('what the SDK says while Temporal is away is written as lines of the log, and nothing else is', async () => {
  await worker.says('worker started')
  temporal.breakOff()
  const ofTheSdk = () => wholeLines().find((line) => line.includes('poll_workflow_task_queue'))
  await expect.poll(ofTheSdk, PATIENTLY).toBeDefined()

  expect(wholeLines().filter((line) => !isJson(line))).toEqual([])
  expect(JSON.parse(ofTheSdk()!)).toMatchObject({ level: 'warn' })
  // What the SDK says of queues that have no workflows on purpose is no warning.
  expect(worker.output()).not.toContain('No workflows registered')
})

/** All that the worker has written, but a line that it is still writing, and what is told of compiling the sources before. */
function wholeLines(): string[] {
  const output = worker.output()
  return output
    .slice(Math.max(0, output.indexOf('{')))
    .split('\n')
    .slice(0, -1)
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
