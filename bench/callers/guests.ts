/**
 * What guests can take from everybody else: `npm run bench:guests` (three minutes).
 *
 * An API process as in production: 200 connections keep back the last byte of their body, as many that of a piece of a
 * film, then eight people send films at once, while somebody asks `/livez`. After that, an honest film is looked at while
 * films that cost as much as films may are looked at for another account. Look at the ratios: times depend on what else the
 * machine does.
 */
import { setTimeout as wait } from 'node:timers/promises'

import { withApiAndWorker } from '../support/api-and-worker.ts'
import type { Quantiles } from '../support/quantiles.ts'
import { readFor } from '../support/reader.ts'
import { besideHostileFilms } from './guests/films.ts'
import { keepBodiesBack } from './guests/kept-back.ts'
import { watchMemory } from '../support/memory.ts'
import { keepPiecesBack, sendFilms } from './guests/uploads.ts'
import { toHundredths } from '../support/figure.ts'
import { withServers } from '../support/servers.ts'

const CONNECTIONS = 200
const FILMS = 8
const IDLE_MS = 5_000

await withServers(async (servers) =>
  withApiAndWorker(servers, async (service) => {
    const reading = readFor(`${service.url}/livez`)
    const rows: Record<string, Quantiles & { 'memory MB': number }> = {}
    const look = async (name: string, during: () => Promise<unknown>): Promise<void> => {
      const memory = watchMemory(service.pid)
      const quantiles = await reading(during)
      rows[name] = { ...quantiles, 'memory MB': memory.most() }
    }
    await look('idle', () => wait(IDLE_MS))
    await look(`${CONNECTIONS} that keep a byte back`, () => keepBodiesBack(service.url, CONNECTIONS))
    await look(`${CONNECTIONS} that keep back a piece of a film`, () =>
      keepPiecesBack(service, servers, CONNECTIONS),
    )
    await look(`${FILMS} films at once`, () => sendFilms(service, servers, FILMS))
    const { idle, ...crowds } = rows
    console.table(rows)
    const ratios = Object.entries(crowds).map(([name, row]) => [
      name,
      { '/livez p50, times idle': toHundredths(row.p50 / (idle?.p50 ?? NaN)), goal: '<= 10' },
    ])
    console.table(Object.fromEntries(ratios))
  }),
)

const { alone, beside } = await besideHostileFilms()
console.table({
  'honest film, seconds': { alone: toHundredths(alone), beside: toHundredths(beside) },
  'times as long': { ratio: toHundredths(beside / alone), goal: '<= 2' },
})
