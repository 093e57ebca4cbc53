import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import { spread } from '../figure.ts'
import type { Figure } from '../figure.ts'
import type { FrameCosts } from './frame-costs.ts'
import { SCRIPTS } from '../scripts.ts'
import { measuredApart } from './measured-apart.ts'
import { turned } from './turned.ts'

/** Sizes that frames are measured in. */
const SIZES = { '720p': ['1280', '720'], '1080p': ['1920', '1080'] } as const

const SIZE_NAMES = ['720p', '1080p'] as const

/** Drawing and encoding together are to take so much of what plain x264 takes for the same frames; 0.7 without hands. */
const GOAL = 0.9

/** What hands may add to drawing a frame once their poses are in memory, at 720p; at 1080p, for its larger area. */
const HANDS_MS = { '720p': 0.5, '1080p': 1.1 } as const

/** Processor time wavers by some hundredths from round to round. */
const ROUNDS = 5

/** Drawing and encoding frames of Maya against plain x264 on the same frames, in processor time; two minutes. */
export async function frameFigures(): Promise<Figure[]> {
  const costs = await measuredFrames(ROUNDS)
  return SIZE_NAMES.flatMap((size): Figure[] => {
    const { rounds } = costs[size]
    return [
      {
        name: `drawing and encoding a frame, ${size}`,
        against: 'plain x264 on the same frames',
        goal: GOAL,
        unit: 'ms',
        rounds: rounds.map(({ drawAndEncodeMs, plainEncodeMs }) => ({
          ours: drawAndEncodeMs,
          theirs: plainEncodeMs,
        })),
      },
      {
        name: `hands of a frame, drawn again, ${size}`,
        against: `${HANDS_MS[size]} ms`,
        goal: 1,
        unit: 'ms',
        rounds: rounds.map(({ drawAgainMs: { calm, none } }) => ({
          ours: calm - none,
          theirs: HANDS_MS[size],
        })),
      },
    ]
  })
}

/** Prints what drawing and encoding take each. */
export async function printFrameCosts(): Promise<void> {
  const costs = await measuredFrames(1)
  const rows = Object.fromEntries(Object.entries(costs).map(([size, cost]) => [size, frameRow(cost)]))
  console.log(
    `Frames of Maya at 30 a second, milliseconds of processor time for each (${cpus()[0]?.model.trim()})`,
  )
  console.table(turned(rows))
}

async function measuredFrames(rounds: number): Promise<Record<keyof typeof SIZES, FrameCosts>> {
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
    const measured = (size: keyof typeof SIZES) =>
      measuredApart<FrameCosts>('frame-costs', [timelineFile, ...SIZES[size], String(rounds)])
    return { '720p': measured('720p'), '1080p': measured('1080p') }
  } finally {
    await speaker.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function frameRow(costs: FrameCosts): Record<string, number> {
  const median = (of: 'drawAndEncodeMs' | 'encodeMs' | 'plainEncodeMs') =>
    spread(costs.rounds.map((round) => round[of])).median
  const [both, encode, plain] = [median('drawAndEncodeMs'), median('encodeMs'), median('plainEncodeMs')]
  return {
    'plain x264 alone': plain,
    'our encoding alone': encode,
    'our drawing': both - encode,
    'drawing and encoding': both,
    '… times our encoding alone': both / encode,
    '… times plain x264 alone': both / plain,
    'blocks that change, %': costs.changedShare * 100,
    'kbit/s': costs.kilobitsPerSecond,
    'kbit/s, plain x264': costs.plainKilobitsPerSecond,
  }
}
