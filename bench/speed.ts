/**
 * All figures of speed in one run of 15 to 30 minutes: `npm run bench:speed`; with `-- --write`, they become the tables of
 * `docs/speed.md`. The machine has nothing else to do meanwhile.
 */
import { parseArgs } from 'node:util'

import { writeMeasuredTables } from '../scripts/support/measured-tables.ts'
import { apiFigures } from './api.ts'
import { bothSpeak } from './support/both-speak.ts'
import { printFigures } from './support/figure.ts'
import type { Figure } from './support/figure.ts'
import { frameFigures } from './support/frames/frame-figures.ts'
import { lightWay } from './support/frames/light-way.ts'
import { makeScripts } from './support/made-scripts.ts'
import type { MadeScript } from './support/made-scripts.ts'
import { memoryFigures } from './memory.ts'
import { withServers } from './support/servers.ts'
import { speedTables } from './support/speed-tables.ts'
import { startFigures } from './start.ts'
import { voiceModelFigures } from './voice-model.ts'
import { hasNeuralVoices, withService } from './support/whole-way.ts'

const DOCUMENT = 'docs/speed.md'
const PROCESSES = 2

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const frames = await frameFigures()
const flow: Figure[] = []
const made: Record<string, Record<string, MadeScript>> = {}
await withServers(async (servers) => {
  flow.push(...(await lightWay(servers)), await bothSpeak(servers))
  for (const engine of hasNeuralVoices() ? (['flite', 'kokoro'] as const) : (['flite'] as const)) {
    await withService(
      servers,
      { speechEngine: engine, studioProcesses: PROCESSES },
      async (service) => void (made[engine] = await makeScripts(service)),
    )
  }
})
const voices = await voiceModelFigures()
const api = await apiFigures()
const starts = [...(await startFigures()), ...(await memoryFigures())]

const figures = [...frames, ...flow, ...voices, ...api, ...starts]
printFigures(figures)
const tables = speedTables({ figures, made, x264: frames[0]! })
if (values.write) await writeMeasuredTables(DOCUMENT, tables)
else console.log(`\n${tables}`)
