import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Packet } from 'node-av'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openMp4 } from '../../../src/ffmpeg/open-mp4.ts'
import { packetsOf } from '../../../src/ffmpeg/packets-of.ts'

/** Of more packets than are read ahead. */
const FILM = fileURLToPath(new URL('../../../presenters/kenji/preview.mp4', import.meta.url))

const SLOW_MS = 100

/** More than timers and what else goes on need in that time, far less than a process makes that waits in a loop. */
const FEW_TURNS = 50

let film: Awaited<ReturnType<typeof openMp4>>
beforeAll(async () => {
  film = await openMp4(FILM)
})
afterAll(() => film.close())

/** Frees the packets. */
async function timesOf(packets: AsyncIterable<Packet | null>): Promise<bigint[]> {
  const times: bigint[] = []
  for await (const packet of packets) {
    if (packet !== null) times.push(packet.pts)
    packet?.free()
  }
  return times
}

test('all packets of a stream are read, in their order', async () => {
  const other = await openMp4(FILM)
  const times = await timesOf(packetsOf(other, other.video()!.index))
  await other.close()
  expect(times.length).toBeGreaterThan(150)
  const third = await openMp4(FILM)
  expect(times).toEqual(await timesOf(third.packets(third.video()!.index)))
  await third.close()
})

test('a reader that takes its time keeps no processor busy meanwhile', async () => {
  const packets = packetsOf(film, film.video()!.index)
  ;(await packets.next()).value?.free()
  // Reading ahead would have come to its end by now.
  await wait(SLOW_MS)
  const before = performance.nodeTiming.uvMetricsInfo.loopCount
  await wait(SLOW_MS)
  expect(performance.nodeTiming.uvMetricsInfo.loopCount - before).toBeLessThan(FEW_TURNS)
  await packets.return(null)
})
