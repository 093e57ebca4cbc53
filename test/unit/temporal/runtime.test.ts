import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { Runtime } from '@temporalio/worker'
import { afterAll, expect, test } from 'vitest'

import { freePort } from '../../../src/embedded/free-port.ts'
import { sdkMetricsText } from '../../../src/ops/sdk-metrics.ts'
import { createLog } from '../../../src/process/log.ts'
import { logAndMeasureRuntime } from '../../../src/temporal/telemetry/runtime.ts'

const log = createLog({ level: 'silent' })

/** Another program, which has taken the port that was found to be free. */
const other = createServer()
afterAll(async () => {
  await Runtime.instance().shutdown()
  other.close()
})

test('when another program takes the port for metrics in between, the next free one is used', async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  const chosen: number[] = []
  const addresses: string[] = []
  const choosePort = async () => {
    chosen.push(chosen.length < 2 ? taken : await freePort())
    return chosen.at(-1)!
  }
  const metrics = { choosePort, answeredAt: (address: string) => void addresses.push(address) }
  await logAndMeasureRuntime(log, metrics)
  expect(chosen).toEqual([taken, taken, expect.any(Number)])
  expect(addresses).toEqual([`127.0.0.1:${chosen[2]}`])
  expect((await fetch(`http://${addresses[0]}/metrics`)).status).toBe(200)
  expect(await sdkMetricsText(addresses[0]!)).toEqual(expect.any(String))

  // A second worker of the process has the same core.
  await logAndMeasureRuntime(log, metrics)
  expect(addresses).toHaveLength(1)
})
