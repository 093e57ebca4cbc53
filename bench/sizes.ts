/**
 * What an installation takes for a video, and from it what it takes for a day: `npm run bench:sizes` (some seven minutes, on Linux);
 * with `-- --write`, the figures become the tables of `docs/production.md`.
 *
 * An API process, a worker of `videos` and one that speaks and draws with one process of each kind, beside PostgreSQL and Temporal.
 * Videos are made one after the other, first with basic and then with neural voices, if there are any.
 */
import { parseArgs } from 'node:util'

import { writeMeasuredTables } from '../scripts/support/measured-tables.ts'
import { makeVideo, measureRest, measureVideos } from './sizes/costs.ts'
import type { AtRest, Measured } from './sizes/costs.ts'
import { withInstallation } from './sizes/installation.ts'
import type { Engine } from './sizes/installation.ts'
import { machineNow, MINUTES, sizesTables } from './sizes/tables.ts'
import { SCRIPTS, shortScript } from './support/scripts.ts'
import { withServers } from './support/servers.ts'
import { hasNeuralVoices } from './support/whole-way.ts'

const DOCUMENT = 'docs/production.md'

/** What is made, of which script and how often. */
const MADE: Readonly<Record<Engine, Readonly<Record<string, readonly [script: string, count: number]>>>> = {
  flite: {
    'nine words, basic voice': [SCRIPTS['nine words'], 4],
    [MINUTES.basic]: [SCRIPTS['one minute'], 1],
    'three minutes, basic voice': [SCRIPTS['three minutes'], 1],
  },
  kokoro: { [MINUTES.neural]: [SCRIPTS['one minute'], 1] },
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const measured: Record<string, Measured> = {}
const machine = machineNow()
let atRest: AtRest | undefined
for (const engine of hasNeuralVoices() ? (['flite', 'kokoro'] as const) : (['flite'] as const)) {
  // Servers of their own: each has a master key and is empty.
  await withServers((servers) =>
    withInstallation(servers, engine, async (installation) => {
      // Once unmeasured: what is loaded and painted once is not what a video costs.
      await makeVideo(installation, shortScript(0))
      const rest = await measureRest(installation)
      for (const [name, [script, count]] of Object.entries(MADE[engine])) {
        measured[name] = await measureVideos(installation, script, count, rest)
        console.log(`${name}: ${JSON.stringify(measured[name])}`)
      }
      atRest ??= rest
    }),
  )
}
const tables = sizesTables(machine, measured, atRest!)
if (values.write) await writeMeasuredTables(DOCUMENT, tables)
else console.log(`\n${tables}`)
