/**
 * How the drawn presenters move: `npm run bench:motion`, two minutes. Nothing is drawn.
 *
 * The basic voice says the script of three minutes, and all presenters perform it, each with a seed of its own. Every frame's pose is
 * compared with what is known of people who speak to a lens. Lengths are in distances of the eyes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { USUAL_OPTIONS } from '../../src/domain/video/video-options.ts'
import { readPresenters } from '../../src/render/presenter/presenter-file.ts'
import { createSpeaker } from '../../src/speech/speaker.ts'
import { speakScript } from '../../src/speech/speak-script.ts'
import { spread } from '../support/figure.ts'
import { strokeFigures } from '../support/motion/stroke-figures.ts'
import { poseFigures } from '../support/motion/pose-figures.ts'
import { SCRIPTS } from '../support/scripts.ts'
import type { SpeechTimeline } from '../../src/domain/speech/speech-timeline.ts'

/** What is aimed at, or what was measured of a person who reads to a camera (GRID, 83 seconds). */
const GOALS: Readonly<Record<string, string>> = {
  'head aside, SD': 'person 0.09',
  'head up and down, SD': 'person 0.09',
  'roll, SD, degrees': 'person 1.1',
  'speed of the head, median, per second': 'person 0.08',
  'speed of the head, 95 %, per second': 'person 0.37',
  'yaw and itself 1.5 to 10 s later, most': '0.2',
  'brows, SD': 'person 0.023',
  'irises, SD, of the eye’s width': 'person 0.011',
  'eyes on the lens, %': '92',
  'blinks a minute': '12 to 25',
  'gap of the lips, mean': 'person 0.04',
  'gap of the lips, SD': 'person 0.05',
  'strokes a minute': '12 to 25',
  'within 100 ms of the stressed vowel, %': '70',
  'the same attitude again after, s': '8',
  'hands are seen, % of frames': '60',
}

const timeline = await spoken(SCRIPTS['three minutes'])
for (const gestures of ['calm', 'lively'] as const) {
  const acting = { ...USUAL_OPTIONS, gestures }
  const found: Record<string, number>[] = []
  for (const presenter of await readPresenters('presenters'))
    found.push({
      ...poseFigures(timeline, presenter, acting),
      ...(await strokeFigures(timeline, presenter.id, gestures)),
    })
  console.log(
    `\n${found.length} presenters, ${Math.round(timeline.durationSeconds)} seconds each, gestures: ${gestures}`,
  )
  console.table(
    Object.fromEntries(
      Object.entries(GOALS).map(([name, goal]) => {
        const { minimum, median, maximum } = spread(found.map((figures) => figures[name] ?? Number.NaN))
        const [least, middle, most] = [minimum, median, maximum].map(
          (value) => Math.round(value * 1000) / 1000,
        )
        return [name, { goal, minimum: least, median: middle, maximum: most }]
      }),
    ),
  )
}

async function spoken(script: string): Promise<SpeechTimeline> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-motion-'))
  const speaker = createSpeaker({ processes: 1 })
  const file = (name: string) => join(folder, name)
  try {
    const files = { audioFile: file('speech.wav'), soundFile: file('speech.m4a') }
    return await speakScript(speaker, { script, voiceId: 'flite:slt', ...files })
  } finally {
    await speaker.close()
    await rm(folder, { recursive: true, force: true })
  }
}
