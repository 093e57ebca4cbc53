/**
 * What making a video costs on this machine: `npm run bench:render`.
 *
 * Frames alone in processor time, then the whole way from the POST until the video is ready, through
 * real servers. Compare ratios: seconds depend on what else the machine does.
 */
import { printFrameCosts } from '../support/frames/frame-figures.ts'
import { turned } from '../support/frames/turned.ts'
import { makeScripts } from '../support/made-scripts.ts'
import type { MadeScript } from '../support/made-scripts.ts'
import { shortScript } from '../support/scripts.ts'
import { withServers } from '../support/servers.ts'
import type { BenchServers } from '../support/servers.ts'
import { hasNeuralVoices, withService } from '../support/whole-way.ts'
import type { BenchService, BenchSetting } from '../support/whole-way.ts'

const PROCESSES = 2

/** Videos that are made at the same time for the throughput. */
const CROWD = 6

const ENGINES: readonly BenchSetting['speechEngine'][] = hasNeuralVoices() ? ['flite', 'kokoro'] : ['flite']

await printFrameCosts()
await withServers(async (servers) => {
  for (const speechEngine of ENGINES) {
    await withService(servers, { speechEngine, studioProcesses: PROCESSES }, (service) =>
      printWholeWay(service, speechEngine),
    )
  }
  await printThroughput(servers)
})
if (ENGINES.length === 1) console.log('\nThe neural voices are not installed here: npm run voices -- pull')

async function printWholeWay(service: BenchService, engine: string): Promise<void> {
  const made = Object.entries(await makeScripts(service))
  const rows = Object.fromEntries(made.map(([name, script]) => [name, rowOf(script)]))
  console.log(`\nThe whole way with ${engine}, ${PROCESSES} studio processes, 720p, warm`)
  console.table(turned(rows))
}

function rowOf({ lengthSeconds, readySeconds, stageSeconds, ...usage }: MadeScript): Record<string, number> {
  const share = (seconds: number) => Math.round((seconds / readySeconds) * 100)
  const processorSeconds = usage.processorSeconds ?? Number.NaN
  return {
    'length s': lengthSeconds,
    'POST to ready s': readySeconds,
    'times its length': readySeconds / lengthSeconds,
    'speech %': share(stageSeconds.speech),
    'finishing its sound %': share(stageSeconds.finishing),
    'drawing and encoding %': share(stageSeconds.drawing),
    'joining %': share(stageSeconds.joining),
    'processor s': processorSeconds,
    'processor s for a core, times its length': processorSeconds / PROCESSES / lengthSeconds,
    'peak memory MB': usage.mostMegabytes ?? Number.NaN,
  }
}

async function printThroughput(servers: BenchServers): Promise<void> {
  const rows: Record<string, Record<string, number>> = {}
  for (const studioProcesses of [1, 2]) {
    await withService(servers, { speechEngine: 'flite', studioProcesses }, async (service) => {
      await service.make(shortScript(0))
      const startedAt = performance.now()
      const made = await Promise.all(
        Array.from({ length: CROWD }, (_, index) => service.make(shortScript(index))),
      )
      const seconds = (performance.now() - startedAt) / 1000
      const length = made.reduce((sum, { lengthSeconds }) => sum + lengthSeconds, 0)
      rows[`${studioProcesses} process${studioProcesses > 1 ? 'es' : ''}`] = {
        'seconds of video': length,
        'made in s': seconds,
        'seconds of video a second': length / seconds,
      }
    })
  }
  console.log(`\n${CROWD} videos at once with flite`)
  console.table(turned(rows))
}
