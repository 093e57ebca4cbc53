/**
 * What a bucket costs: `npm run bench:storage`, or `npm run bench:storage -- bytes`
 * or `-- times` for one of its tables.
 *
 * First, the bytes of requests and answers, headers included, by which a video goes through the store. Then, how long
 * a video of a minute takes with its media in a bucket and on the disk, in turns within one run, on the same machine.
 * Look at the ratios: seconds depend on what else the machine does.
 */
import { resolve } from 'node:path'

import { createProgress } from '../src/process/progress.ts'
import { settingsAt, startS3Server } from '../test/support/tools/s3-server.ts'
import { startTcpProxy } from '../test/support/http/tcp-proxy.ts'
import { resolveVersitygw } from '../test/support/tools/versitygw.ts'
import { SCRIPTS } from './support/scripts.ts'
import { withServers } from './support/servers.ts'
import type { BenchServers } from './support/servers.ts'
import { withService } from './support/whole-way.ts'
import type { BenchSetting } from './support/whole-way.ts'

const ROUNDS = 3

const BASIC = { speechEngine: 'flite', studioProcesses: 2 } as const

/** In the disk's favour: it has no network. A store in another building answers later, and is asked beside the work. */
const found = await resolveVersitygw(resolve('.cache'), createProgress())
if ('missing' in found) throw new Error(`An S3 server is needed: ${found.missing}.`)
const server = await startS3Server(found.program)

const [only] = process.argv.slice(2)

const moved = { written: 0, read: 0 }
const proxy = await startTcpProxy(server.address, (piece, from) => {
  moved[from === 'client' ? 'written' : 'read'] += piece.length
  return true
})

try {
  await withServers(async (servers) => {
    if (only !== 'times') console.table(await countBytes(servers))
    if (only !== 'bytes') console.table(await compareTimes(servers))
  })
} finally {
  await proxy.stop()
  await server.stop()
}

/** MB through the store for each script. */
async function countBytes(servers: BenchServers): Promise<object> {
  const rows: Record<string, object> = {}
  await withService(servers, { ...BASIC, bucket: settingsAt(proxy.address) }, async (service) => {
    for (const [name, script] of Object.entries(SCRIPTS)) {
      Object.assign(moved, { written: 0, read: 0 })
      await service.make(script)
      const { written, read } = moved
      rows[name] = {
        'written MB': inMegabytes(written),
        'read MB': inMegabytes(read),
        'both MB': inMegabytes(written + read),
        'read / written': Number((read / written).toFixed(2)),
      }
    }
  })
  return rows
}

/** Seconds from the POST until a video of a minute is ready. */
async function compareTimes(servers: BenchServers): Promise<object> {
  const [onDisk, inBucket]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    onDisk.push(await minuteWith(servers, BASIC))
    inBucket.push(await minuteWith(servers, { ...BASIC, bucket: server.settings }))
  }
  const ratios = inBucket.map((seconds, round) => seconds / onDisk[round]!)
  return {
    disk: { 'median s': median(onDisk) },
    bucket: { 'median s': median(inBucket) },
    'bucket / disk, median of rounds': { 'median s': median(ratios) },
  }
}

async function minuteWith(servers: BenchServers, setting: BenchSetting): Promise<number> {
  let seconds = 0
  await withService(servers, setting, async (service) => {
    await service.make(SCRIPTS['nine words'])
    seconds = (await service.make(SCRIPTS['one minute'])).readySeconds
  })
  return seconds
}

function median(values: readonly number[]): number {
  return Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!.toFixed(2))
}

function inMegabytes(bytes: number): number {
  return Number((bytes / 1e6).toFixed(2))
}
