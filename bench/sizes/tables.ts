import { cpus, loadavg } from 'node:os'

import { markdownTable } from '../../scripts/support/measured-tables.ts'
import { CHILD_WORK } from './costs.ts'
import type { AtRest, Measured, VideoCost } from './costs.ts'
import type { ProcessName } from './installation.ts'

/** What was measured, by what is made: `one minute, basic voice`. */
export type MeasuredVideos = Readonly<Record<string, Measured>>

/** The columns that the arithmetic for a day is about. */
export const MINUTES = { basic: 'one minute, basic voice', neural: 'one minute, neural voice' } as const

const MINUTES_A_DAY = [1_000, 100_000, 1_000_000] as const
const PEAK = 2.5
const BUSY = 0.75
const DAY_SECONDS = 86_400
const YEAR_DAYS = 365
/** Temporal Cloud's prices for a million Actions. */
const ACTION_PRICES = [25, 50] as const

const PROCESS_NAMES: Readonly<Record<ProcessName, string>> = {
  studio: 'worker that speaks and draws',
  videos: 'worker of `videos,webhooks`',
  api: 'API',
  temporal: 'Temporal server',
  postgres: 'PostgreSQL',
}
const REST_OF_PROCESSES = ['videos', 'api', 'temporal', 'postgres'] as const
const WORK_NAMES = {
  speaking: '… of which speaking',
  drawing: '… of which drawing and encoding',
  joining: '… of which joining and finishing',
} as const

/** The machine and the load that the measurement meets, for the text above the tables. */
export function machineNow(): string {
  const cores = cpus()
  return `${cores.length} cores of ${cores[0]?.model.trim() ?? 'an unknown processor'} at a load of ${loadavg()[0]!.toFixed(0)}`
}

/** The tables of `docs/production.md`, as Markdown. */
export function sizesTables(machine: string, measured: MeasuredVideos, rest: AtRest): string {
  const both = MINUTES.neural in measured
  return `Measured on ${machine}. Seconds of a processor (core-seconds) contain what
processes use at rest meanwhile, which is more on a busy machine, where everything takes longer: take them as upper bounds.

${videoTable(measured)}
${processTable(measured, rest)}
From these follow, for a day with a peak of ${PEAK} times its mean and machines that are three quarters busy${both ? ', basic / neural voices' : ''}:

${dayTable(measured)}`
}

function videoTable(measured: MeasuredVideos): string {
  const costs = Object.values(measured).map(({ cost }) => cost)
  const row = (name: string, figure: (cost: VideoCost) => string) => [name, ...costs.map(figure)]
  const cores = (sort: ProcessName) =>
    row(`${PROCESS_NAMES[sort]}, core-seconds`, ({ processorSeconds }) => precise(processorSeconds[sort]))
  return markdownTable(
    ['One video', ...Object.keys(measured)],
    [
      row('its length', ({ seconds }) => `${precise(seconds)} s`),
      cores('studio'),
      ...CHILD_WORK.map((work) => row(WORK_NAMES[work], ({ childSeconds }) => precise(childSeconds[work]))),
      row('… for each second of video', (cost) => precise(studioForSecond(cost))),
      ...(['videos', 'api', 'temporal'] as const).map(cores),
      row('Temporal Actions', ({ actions }) => actions.toFixed(0)),
      row('transactions of PostgreSQL', ({ transactions }) => transactions.toFixed(0)),
      row('rows in the database, without indexes', ({ rowBytes }) => bytes(rowBytes)),
      row('media', ({ mediaBytes }) => bytes(mediaBytes)),
      row('media for each minute', ({ mediaBytes, seconds }) => bytes((mediaBytes / seconds) * 60)),
    ],
  )
}

function processTable(measured: MeasuredVideos, rest: AtRest): string {
  const row = (name: string, sort: ProcessName, of: RegExp) => {
    const sizes = Object.entries(measured)
      .filter(([made]) => of.test(made))
      .map(([, { megabytes }]) => megabytes[sort])
    // Its processes end with their connections, and their time with them.
    const atRest = sort === 'postgres' ? '' : precise(rest.processorSeconds[sort])
    return [name, bytes(Math.max(...sizes) * 2 ** 20), atRest]
  }
  const studio = `${PROCESS_NAMES.studio}, one process of each kind`
  return markdownTable(
    ['Process', 'memory at most', 'cores at rest'],
    [
      row(`${studio}, basic voices`, 'studio', /basic/u),
      ...(MINUTES.neural in measured ? [row(`${studio}, neural voices`, 'studio', /neural/u)] : []),
      ...REST_OF_PROCESSES.map((sort) => row(PROCESS_NAMES[sort], sort, /./u)),
    ],
  )
}

function dayTable(measured: MeasuredVideos): string {
  const kinds = Object.values(MINUTES).flatMap((name) => measured[name] ?? [])
  const row = (name: string, figure: (minutes: number, of: Measured) => string) => [
    name,
    ...MINUTES_A_DAY.map((minutes) => [...new Set(kinds.map((of) => figure(minutes, of)))].join(' / ')),
  ]
  const aDay = (minutes: number, cost: VideoCost, figure: number) => (minutes * 60 * figure) / cost.seconds
  const studioCores = (minutes: number, { cost }: Measured) =>
    Math.ceil((aDay(minutes, cost, cost.processorSeconds.studio) * PEAK) / DAY_SECONDS / BUSY)
  const aSecond = (name: string, figure: (cost: VideoCost) => number) =>
    Object.entries({ 'on average': 1, 'at the peak': PEAK }).map(([when, times]) =>
      row(`${name} a second, ${when}`, (minutes, { cost }) =>
        rough((aDay(minutes, cost, figure(cost)) * times) / DAY_SECONDS),
      ),
    )
  return markdownTable(
    ['Minutes of video a day', ...MINUTES_A_DAY.map((minutes) => minutes.toLocaleString('en'))],
    [
      row('cores that speak and draw, at the peak', (minutes, of) => rough(studioCores(minutes, of))),
      row('their memory, with one process of each kind a core', (minutes, of) =>
        bytes(studioCores(minutes, of) * of.megabytes.studio * 2 ** 20, rough),
      ),
      ...aSecond('Actions', ({ actions }) => actions),
      ...ACTION_PRICES.map((price) =>
        row(
          `Actions a day at $${price} a million (Temporal Cloud)`,
          (minutes, { cost }) => `$${rough((aDay(minutes, cost, cost.actions) * price) / 1e6)}`,
        ),
      ),
      ...aSecond('transactions', ({ transactions }) => transactions),
      row('rows of a year in the database, without indexes', (minutes, { cost }) =>
        bytes(aDay(minutes, cost, cost.rowBytes) * YEAR_DAYS, rough),
      ),
      row('media a day', (minutes, { cost }) => bytes(aDay(minutes, cost, cost.mediaBytes), rough)),
    ],
  )
}

function studioForSecond({ processorSeconds, seconds }: VideoCost): number {
  return processorSeconds.studio / seconds
}

/** To the second digit that counts, and to the third from ten on. */
function precise(value: number): string {
  const least = Math.max(value, 0)
  return Number(least.toPrecision(least < 10 ? 2 : 3)).toLocaleString('en')
}

/** What is calculated has two digits that count. */
function rough(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en')
}

function bytes(count: number, told = precise): string {
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(count, 1)) / 3)))
  return `${told(count / 1_000 ** power)} ${units[power - 1]!}`
}
