import { cpus } from 'node:os'

import { markdownTable } from '../../scripts/support/measured-tables.ts'
import { ratios, spread } from './figure.ts'
import type { Figure } from './figure.ts'
import type { MadeScript } from './made-scripts.ts'

/** What the tables show, measured in one run. */
export interface Speed {
  readonly figures: readonly Figure[]
  /** By engine, and then by the name of the script. */
  readonly made: Readonly<Record<string, Readonly<Record<string, MadeScript>>>>
  /** A figure whose other side is plain x264 for a frame of 720p: the measure of the machine. */
  readonly x264: Figure
}

const ENGINE_NAMES: Readonly<Record<string, string>> = { flite: 'basic voice', kokoro: 'neural voice' }
const FRAMES_A_SECOND = 30

/** The tables of `docs/speed.md`, as Markdown. Beside all seconds stands what x264 takes on the same machine. */
export function speedTables({ figures, made, x264 }: Speed): string {
  const frameMs = spread(x264.rounds.map(({ theirs }) => theirs)).median
  const cores = cpus()
  return `${cores.length} cores of ${cores[0]?.model.trim() ?? 'an unknown processor'}, ${new Date().toISOString().slice(0, 10)}. Plain x264 takes
**${frameMs.toFixed(1)} ms** of processor time for a frame of 720p on this machine: the measure by which runs on other days and
machines compare.

${figureTable(figures, frameMs)}
${madeTable(made, frameMs)}`
}

function figureTable(figures: readonly Figure[], frameMs: number): string {
  const rows = figures.map((figure) => {
    const { minimum, median, maximum } = ratios(figure)
    const ours = spread(figure.rounds.map((round) => round.ours)).median
    const x264 = figure.unit === 'MB' ? '' : `${frameMs.toFixed(1)} ms`
    return [
      figure.name,
      figure.against,
      `≤ ${figure.goal}`,
      minimum.toFixed(2),
      `**${median.toFixed(2)}**`,
      maximum.toFixed(2),
      `${Number(ours.toPrecision(3))} ${figure.unit}`,
      x264,
    ]
  })
  const head = ['', 'divided by', 'goal', 'least', 'median', 'most', 'ours', 'x264 a frame']
  return markdownTable(head, rows)
}

function madeTable(made: Speed['made'], frameMs: number): string {
  const rows = Object.entries(made).flatMap(([engine, scripts]) =>
    Object.entries(scripts).map(([script, { lengthSeconds, readySeconds, mostMegabytes }]) => {
      const x264Seconds = (lengthSeconds * FRAMES_A_SECOND * frameMs) / 1000 / cpus().length
      return [
        `${script}, ${ENGINE_NAMES[engine] ?? engine}`,
        `${lengthSeconds.toFixed(1)} s`,
        `${readySeconds.toFixed(1)} s`,
        (readySeconds / lengthSeconds).toFixed(2),
        (readySeconds / x264Seconds).toFixed(2),
        mostMegabytes === null ? '' : `${(mostMegabytes / 1024).toFixed(1)} GB`,
        `${frameMs.toFixed(1)} ms`,
      ]
    }),
  )
  const head = [
    'From the POST until the video is ready',
    'length',
    'ready after',
    'times its length',
    'times plain x264 on all cores',
    'most memory',
    'x264 a frame',
  ]
  return markdownTable(head, rows)
}
