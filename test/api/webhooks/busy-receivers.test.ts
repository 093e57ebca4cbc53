import type { Socket } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startHostileReceiver } from '../../support/webhook/hostile-receiver.ts'
import type { HostileReceiver } from '../../support/webhook/hostile-receiver.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let receiver: HostileReceiver
/** Connections on which a slow event came in and is not answered. */
const held = new Set<Socket>()
/** How many those were when an event of any other title came in. */
const heldMeanwhile: number[] = []

beforeAll(async () => {
  service = await startTestService()
  receiver = await startHostileReceiver((socket, { rawBody }) => {
    if (JSON.parse(rawBody).data.title === 'slow') {
      held.add(socket)
      socket.on('close', () => held.delete(socket))
    } else {
      heldMeanwhile.push(held.size)
      socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    }
  })
})
afterAll(async () => {
  await receiver.stop()
  await service.stop()
})

test('who keeps a receiver busy keeps no other account’s events from it', async () => {
  const [busy, other] = [await service.account('scale'), await service.account('scale')]
  for (let made = 0; made < 8; made += 1) {
    await busy.createVideo({ title: 'slow', webhook_url: receiver.url })
  }
  await expect.poll(() => held.size, PATIENTLY).toBe(4)
  await other.createVideo({ title: 'quick', webhook_url: receiver.url })
  await expect.poll(() => heldMeanwhile, PATIENTLY).toEqual([4])
})
