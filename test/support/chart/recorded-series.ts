import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { freePort } from '../../../src/embedded/free-port.ts'
import { lastLines, runCommand } from '../../../src/process/run-command.ts'

/** When the recording begins for Prometheus. */
const BEGIN_SECONDS = 1_760_000_000
/** Series of pods that have gone end for Prometheus at once, as after a scrape that fails. */
const LOOK_BACK = '14s'
const STARTED_WITHIN_MS = 60_000

/** Figures of a worker's child processes, by pool: one of each for every time that Prometheus asked. */
const Figures = z.record(
  z.string(),
  z.object({ size: z.array(z.number()), busy: z.array(z.number()), waiting: z.array(z.number()) }),
)

/** What was recorded of workers of one sort while there were more and then fewer of them. */
export const Recording = z.object({
  /** Seconds between two figures. */
  everySeconds: z.number(),
  namespace: z.string(),
  container: z.string(),
  /** In the order of their starts. `from`: how many figures the recording had before this pod's first. */
  pods: z.array(z.object({ pod: z.string(), from: z.int(), pools: Figures })),
})

/** What was recorded. */
export type Recording = z.infer<typeof Recording>

/** A Prometheus that has a recording, and nothing else. */
export interface RecordedPrometheus {
  /** Values of an expression with one series, for every time of the recording; null where there was none. */
  values(expression: string): Promise<(number | null)[]>
  stop(): Promise<void>
}

/** How many times of the recording there are. */
export function lengthOf({ pods }: Recording): number {
  return Math.max(
    ...pods.flatMap(({ from, pools }) => Object.values(pools).map(({ size }) => from + size.length)),
  )
}

/** A figure of a kind at a time of the recording, over all pods and pools. */
export function totalAt({ pods }: Recording, kind: 'size' | 'busy' | 'waiting', at: number): number {
  const figures = pods.flatMap(({ from, pools }) =>
    Object.values(pools).map((pool) => pool[kind][at - from] ?? 0),
  )
  return figures.reduce((sum, figure) => sum + figure, 0)
}

/** How many pods told their figures at a time of the recording. */
export function podsAt({ pods }: Recording, at: number): number {
  return pods.filter(({ from, pools }) => Object.values(pools)[0]?.size[at - from] !== undefined).length
}

/** Starts Prometheus with a recording as if it had asked those pods. */
export async function startRecordedPrometheus(recording: Recording): Promise<RecordedPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-recorded-'))
  const [text, data, config] = ['series.txt', 'data', 'prometheus.yml'].map((name) => join(folder, name))
  await writeFile(text!, openMetrics(recording))
  await writeFile(config!, '{}\n')
  const made = await runCommand('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', text!, data!])
  if (!made.ok) throw new Error(lastLines(made.output, 3))
  const address = `127.0.0.1:${await freePort()}`
  const options = { listen: `web.listen-address=${address}`, path: `storage.tsdb.path=${data}` }
  const kept = ['storage.tsdb.retention.time=100y', `query.lookback-delta=${LOOK_BACK}`]
  const flags = [`config.file=${config}`, ...Object.values(options), ...kept].map((flag) => `--${flag}`)
  const child = spawn('prometheus', flags, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  await untilReady(`http://${address}/-/ready`).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const length = lengthOf(recording)
  const end = BEGIN_SECONDS + (length - 1) * recording.everySeconds
  return {
    async values(expression) {
      const query = {
        query: expression,
        start: String(BEGIN_SECONDS),
        end: String(end),
        step: String(recording.everySeconds),
      }
      const answer = await fetch(
        `http://${address}/api/v1/query_range?${new URLSearchParams(query).toString()}`,
      )
      const { data: found } = Answer.parse(await answer.json())
      if (found.result.length > 1) throw new Error(`${found.result.length} series of ${expression}`)
      const byTime = new Map(found.result[0]?.values)
      return Array.from({ length }, (_, at) => {
        const value = byTime.get(BEGIN_SECONDS + at * recording.everySeconds)
        return value === undefined ? null : Number(value)
      })
    },
    stop,
  }
}

const Answer = z.object({
  data: z.object({ result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])) })) }),
})

function openMetrics({ everySeconds, namespace, container, pods }: Recording): string {
  const lines = (['size', 'busy', 'waiting'] as const).flatMap((kind) => [
    `# TYPE presenter_pool_${kind} gauge`,
    ...pods.flatMap(({ pod, from, pools }) =>
      Object.entries(pools).flatMap(([pool, figures]) => {
        const labels = Object.entries({ namespace, container, pod, pool }).map(
          ([name, value]) => `${name}="${value}"`,
        )
        return figures[kind].map((figure, index) => {
          const at = BEGIN_SECONDS + (from + index) * everySeconds
          return `presenter_pool_${kind}{${labels.join(',')}} ${figure} ${at}`
        })
      }),
    ),
  ])
  return `${lines.join('\n')}\n# EOF\n`
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + STARTED_WITHIN_MS; Date.now() < deadline;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Prometheus did not start.')
}
