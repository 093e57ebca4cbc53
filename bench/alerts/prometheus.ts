import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { parse, stringify } from 'yaml'

import { freePort } from '../../src/embedded/free-port.ts'

const FOLDER = 'deploy/prometheus'
const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 500

/** A Prometheus that scrapes the processes of a service, with the rules and intervals of `deploy/prometheus`. */
export interface RunningPrometheus {
  /** The labels of the alerts that fire now. */
  firing(): Promise<readonly AlertLabels[]>
  /** Number of series that answer an expression. */
  seriesOf(expression: string): Promise<number>
  stop(): Promise<void>
}

/** The labels of an alert. */
export interface AlertLabels {
  readonly alertname: string
  readonly instance?: string
  readonly folder?: string
}

/** An alert of `alerts.yml`, and the seconds of its `for`. */
export interface Rule {
  readonly name: string
  readonly forSeconds: number
}

/** The alerts of `deploy/prometheus/alerts.yml`, in their order. */
export async function readRules(): Promise<Rule[]> {
  const { groups } = parse(await readFile(join(FOLDER, 'alerts.yml'), 'utf8')) as {
    readonly groups: readonly {
      readonly rules: readonly { readonly alert: string; readonly for: string }[]
    }[]
  }
  return groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, for: since }) => ({
      name: alert,
      forSeconds: Number.parseInt(since, 10) * (since.endsWith('m') ? 60 : 1),
    }))
}

/**
 * A configuration of Prometheus whose jobs ask processes of one machine: no names lead to them, so each is listed, as the file of
 * `deploy/prometheus` says.
 *
 * @param targets host:port of each process.
 */
export function withTargets(text: string, targets: readonly string[]): string {
  const config = parse(text) as { readonly scrape_configs: readonly Record<string, unknown>[] }
  const scrape_configs = config.scrape_configs.map((job) => ({
    ...job,
    dns_sd_configs: undefined,
    static_configs: [{ targets }],
  }))
  return stringify({ ...config, scrape_configs })
}

/** Starts Debian's Prometheus. @param targets host:port of each process. */
export async function startPrometheus(
  folder: string,
  targets: readonly string[],
): Promise<RunningPrometheus> {
  await mkdir(folder, { recursive: true })
  const config = await readFile(join(FOLDER, 'prometheus.yml'), 'utf8')
  await writeFile(join(folder, 'prometheus.yml'), withTargets(config, targets))
  await copyFile(join(FOLDER, 'alerts.yml'), join(folder, 'alerts.yml'))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  )
  const ended = once(child, 'exit')
  const ask = async (path: string) => {
    const answer = await fetch(`http://${address}${path}`)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly data: never }
  }
  await untilReady(`http://${address}/-/ready`)
  return {
    async firing() {
      const { alerts } = (await ask('/api/v1/alerts')).data as {
        readonly alerts: readonly { readonly state: string; readonly labels: AlertLabels }[]
      }
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels)
    },
    async seriesOf(expression) {
      const { result } = (await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)).data as {
        readonly result: readonly unknown[]
      }
      return result.length
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > deadline) throw new Error('Prometheus did not start: apt-get install prometheus')
    await wait(LOOK_EVERY_MS)
  }
}
