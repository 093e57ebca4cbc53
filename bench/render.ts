/**
 * What making a video costs on this machine: `npm run bench:render`.
 *
 * Frames alone in processor time, then the whole way from the POST until the video is ready, through
 * real servers. Compare ratios: seconds depend on what else the machine does.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { createSpeaker } from '../src/speech/speaker.ts'
import { speakScript } from '../src/speech/speak-script.ts'
import type { FrameCosts } from './frame-costs.ts'
import { watchUsage } from './usage.ts'
import { SCRIPTS, shortScript } from './scripts.ts'
import { withServers } from './servers.ts'
import type { BenchServers } from './servers.ts'
import { hasNeuralVoices, withService } from './whole-way.ts'
import type { BenchService, BenchSetting, MadeVideo } from './whole-way.ts'

const PROCESSES = 2

/** Options that the renderer starts its own processes with. */
const NODE_OPTIONS = ['--single-threaded-gc']

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

async function printFrameCosts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
  const timelineFile = join(folder, 'timeline.json')
  const speaker = createSpeaker({ processes: 1 })
  try {
    const request = {
      script: SCRIPTS['one minute'],
      voiceId: 'flite:slt',
      audioFile: join(folder, 'speech.wav'),
      soundFile: join(folder, 'speech.m4a'),
    }
    await writeFile(timelineFile, JSON.stringify(await speakScript(speaker, request)))
  } finally {
    await speaker.close()
  }
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, size] of [
    ['720p', ['1280', '720']],
    ['1080p', ['1920', '1080']],
  ] as const) {
    rows[name] = frameRow(frameCosts(timelineFile, size))
  }
  await rm(folder, { recursive: true, force: true })
  console.log(
    `Frames of Maya at 30 a second, milliseconds of processor time for each (${cpus()[0]?.model.trim()})`,
  )
  console.table(turned(rows))
}

function frameCosts(timelineFile: string, size: readonly string[]): FrameCosts {
  const program = new URL('./frame-costs.ts', import.meta.url).pathname
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...NODE_OPTIONS, '--import', 'tsx', program, timelineFile, ...size],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as FrameCosts
}

function frameRow(costs: FrameCosts): Record<string, number> {
  const { drawAndEncodeMs, encodeMs, plainEncodeMs } = costs
  return {
    'plain x264 alone': plainEncodeMs,
    'our encoding alone': encodeMs,
    'our drawing': drawAndEncodeMs - encodeMs,
    'drawing and encoding': drawAndEncodeMs,
    '… times our encoding alone': drawAndEncodeMs / encodeMs,
    '… times plain x264 alone': drawAndEncodeMs / plainEncodeMs,
    'blocks that change, %': costs.changedShare * 100,
    'kbit/s': costs.kilobitsPerSecond,
    'kbit/s, plain x264': costs.plainKilobitsPerSecond,
  }
}

async function printWholeWay(service: BenchService, engine: string): Promise<void> {
  const rows: Record<string, Record<string, number>> = {}
  // Once unmeasured: what is loaded and painted once is not what a video costs.
  await service.make(shortScript(0))
  for (const [name, script] of Object.entries(SCRIPTS)) {
    let made: MadeVideo | null = null
    const usage = await watchUsage(
      (command) => command.includes('node'),
      async () => {
        made = await service.make(script)
      },
    )
    const { lengthSeconds, readySeconds, stageSeconds } = made!
    const share = (seconds: number) => Math.round((seconds / readySeconds) * 100)
    rows[name] = {
      'length s': lengthSeconds,
      'POST to ready s': readySeconds,
      'times its length': readySeconds / lengthSeconds,
      'speech %': share(stageSeconds.speech),
      'finishing its sound %': share(stageSeconds.finishing),
      'drawing and encoding %': share(stageSeconds.drawing),
      'joining %': share(stageSeconds.joining),
      'processor s': usage.processorSeconds ?? Number.NaN,
      'processor s for a core, times its length':
        (usage.processorSeconds ?? Number.NaN) / PROCESSES / lengthSeconds,
      'peak memory MB': usage.mostMegabytes ?? Number.NaN,
    }
  }
  console.log(`\nThe whole way with ${engine}, ${PROCESSES} studio processes, 720p, warm`)
  console.table(turned(rows))
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

/** A row for each figure, a column for each case: narrow enough for any terminal. */
function turned(columns: Record<string, Record<string, number>>): Record<string, Record<string, number>> {
  const figures = Object.keys(Object.values(columns)[0] ?? {})
  const row = (figure: string) =>
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, round(values[figure] ?? 0)]))
  return Object.fromEntries(figures.map((figure) => [figure, row(figure)]))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
