/**
 * What a hundred videos cost as one batch and one by one: `npm run bench:batches` (two minutes).
 *
 * An API process and a worker that speaks and draws at once, so that the figures are those of accepting, deciding and
 * ending. Each way has an account of its own whose plan hinders nothing: a client that sends a request when the one before
 * has been answered, six such clients at a time, and one batch. Look at the ratios: seconds depend on the machine.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { createTestClient } from '../../test/support/service/client.ts'
import type { TestClient } from '../../test/support/service/client.ts'
import { withApiAndWorker } from '../support/api-and-worker.ts'
import { toHundredths } from '../support/figure.ts'
import { withServers } from '../support/servers.ts'
import { actionsBetween, allActions, readActions } from '../support/temporal-actions.ts'

const VIDEOS = 100
const ITEM = { presenter_id: 'maya', script: 'Hello there.' }

/** Asking costs what is measured: seldom. */
const LOOK_MS = 500
/** What follows a video that is ready is its cost too. */
const AFTERWARDS_MS = 5_000

/** Has all videos made. Resolves when the last request was answered. */
type Way = (client: TestClient) => Promise<void>

const WAYS: Readonly<Record<string, Way>> = {
  'one after another': (client) => askFor(client, VIDEOS),
  'six at a time': async (client) => {
    const each = Array.from({ length: 6 }, (_, n) => Math.ceil((VIDEOS - n) / 6))
    await Promise.all(each.map((count) => askFor(client, count)))
  },
  'one batch': async (client) => {
    const items = Array.from({ length: VIDEOS }, () => ITEM)
    accept(await client.request('POST', '/batches', { body: { idempotency_key: randomUUID(), items } }))
  },
}

await withServers(async (servers) =>
  withApiAndWorker(servers, async ({ url, keys }) => {
    const rows: Record<string, Record<string, number>> = {}
    const [first = '', ...others] = await keys(1 + Object.keys(WAYS).length)
    await askFor(createTestClient(url, first), 6)
    await untilReady(createTestClient(url, first), 6)
    for (const [index, [name, way]] of Object.entries(WAYS).entries()) {
      await wait(AFTERWARDS_MS)
      const client = createTestClient(url, others[index] ?? '')
      const before = await readActions(servers.temporalMetricsUrl)
      const startedAt = performance.now()
      await way(client)
      const answered = performance.now()
      await untilReady(client, VIDEOS)
      const ready = performance.now()
      await wait(AFTERWARDS_MS)
      const cost = allActions(actionsBetween(before, await readActions(servers.temporalMetricsUrl)))
      rows[name] = {
        'requests answered, s': toHundredths((answered - startedAt) / 1_000),
        'all ready, s': toHundredths((ready - startedAt) / 1_000),
        'Actions a video': toHundredths(cost / VIDEOS),
      }
    }
    console.table(rows)
  }),
)

async function askFor(client: TestClient, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) accept(await client.createVideo(ITEM))
}

function accept({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
}

async function untilReady(client: TestClient, count: number): Promise<void> {
  for (let ready = 0; ready < count; ready = await countReady(client)) await wait(LOOK_MS)
}

async function countReady(client: TestClient): Promise<number> {
  let ready = 0
  for (let before: string | null = ''; before !== null;) {
    const page = await client.request(
      'GET',
      `/videos?status=ready&limit=50${before === '' ? '' : `&before=${before}`}`,
    )
    ready += page.body.data.length
    before = page.body.next_before
  }
  return ready
}
