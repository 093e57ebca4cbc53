/**
 * What becomes of 10,000 creations by the SDK when every third request fails on its way: `npm run bench:retries` (ten minutes;
 * `-- --creates 1000` takes less).
 *
 * An API process and a worker with a database of their own. Requests are cut before the service has them, cut after it has
 * answered, or answered by somebody else with 429, 502 or 503. The videos are spoken and drawn in no time.
 */
import { parseArgs } from 'node:util'

import pg from 'pg'

import { createUnsteadily } from '../../test/support/sdk/unsteady-creates.ts'
import { withApiAndWorker } from '../support/api-and-worker.ts'
import { withServers } from '../support/servers.ts'

const { values } = parseArgs({ options: { creates: { type: 'string', default: '10000' } } })

/** As many as a key may create in a minute, so that none has to wait. */
const VIDEOS_OF_EACH = 10
const TOGETHER = 16

await withServers(async (servers) =>
  withApiAndWorker(servers, async ({ url, keys }) => {
    const database = new pg.Pool({ connectionString: servers.databaseUrl, max: 1 })
    const startedAt = performance.now()
    const outcome = await createUnsteadily({
      url,
      keys: await keys(Math.ceil(Number(values.creates) / VIDEOS_OF_EACH)),
      videosOfEach: VIDEOS_OF_EACH,
      together: TOGETHER,
      query: async <Row extends object>(text: string, parameters: unknown[]) =>
        (await database.query<Row>(text, parameters)).rows,
    })
    await database.end()
    console.table({ ...outcome, seconds: Math.round((performance.now() - startedAt) / 1_000) })
  }),
)
