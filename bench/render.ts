/**
 * What making a video costs on this machine: `npm run bench:render`.
 *
 * Runs the studio alone, without API and database, warm. Every figure of a row comes from one run;
 * compare ratios, as absolute times depend on what else the machine does.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { framesFor, planSegments, STANDARD_PICTURE } from '../src/domain/picture.ts'
import { createRenderer } from '../src/render/renderer.ts'
import { createSpeaker } from '../src/speech/speaker.ts'

const PROCESSES = 2

const SENTENCE = 'Every new colleague gets a laptop, a badge and a warm welcome on the first day. '

const SCRIPTS = {
  'nine words': 'Hello! I was made from nothing but this script.',
  'one minute': SENTENCE.repeat(11).trim(),
}

const speaker = createSpeaker({ processes: PROCESSES })
const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: PROCESSES })
const folder = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
try {
  await Promise.all([speaker.warmUp(), renderer.warmUp()])
  const measured: Record<string, Record<string, number>> = {}
  for (const [name, script] of Object.entries(SCRIPTS)) measured[name] = await measure(name, script)
  console.log(`${PROCESSES} processes, 1280×720 at 30 frames a second, voice flite:slt, presenter maya\n`)
  console.table(turned(measured))
} finally {
  await Promise.all([speaker.close(), renderer.close()])
  await rm(folder, { recursive: true, force: true })
}

async function measure(name: string, script: string): Promise<Record<string, number>> {
  const at = (file: string) => join(folder, `${name.replace(' ', '-')}-${file}`)
  const [timeline, speechSeconds] = await timed(() =>
    speaker.speak({ script, voiceId: 'flite:slt', audioFile: at('speech.wav') }),
  )
  await writeFile(at('timeline.json'), JSON.stringify(timeline))
  const segments = planSegments(framesFor(timeline.durationSeconds, STANDARD_PICTURE), STANDARD_PICTURE)
  const scene = {
    presenterId: 'maya',
    timelineFile: at('timeline.json'),
    format: STANDARD_PICTURE,
    seed: name,
  }
  const [drawn, drawSeconds] = await timed(() =>
    Promise.all(
      segments.map((segment) =>
        renderer.drawSegment({ ...scene, segment, outFile: at(`${segment.index}.mp4`) }),
      ),
    ),
  )
  const [, joinSeconds] = await timed(() =>
    renderer.assemble({
      segmentFiles: segments.map(({ index }) => at(`${index}.mp4`)),
      audioFile: at('speech.wav'),
      format: STANDARD_PICTURE,
      title: name,
      videoId: 'bench',
      outFile: at('video.mp4'),
    }),
  )
  const frames = drawn.reduce((sum, segment) => sum + segment.frames, 0)
  const drawMs = drawn.reduce((sum, segment) => sum + segment.drawMs, 0)
  const encodeMs = drawn.reduce((sum, segment) => sum + segment.encodeMs, 0)
  const total = speechSeconds + drawSeconds + joinSeconds
  return {
    'length s': timeline.durationSeconds,
    'made in s': round(total),
    'times its length': round(total / timeline.durationSeconds),
    'speech %': Math.round((speechSeconds / total) * 100),
    'drawing %': Math.round(((drawSeconds * drawMs) / (drawMs + encodeMs) / total) * 100),
    'encoding %': Math.round(((drawSeconds * encodeMs) / (drawMs + encodeMs) / total) * 100),
    'join %': Math.round((joinSeconds / total) * 100),
    'draw ms/frame': round(drawMs / frames),
    'encode ms/frame': round(encodeMs / frames),
    'draw+encode / encode': round((drawMs + encodeMs) / encodeMs),
  }
}

/** A row for each figure, a column for each script: narrow enough for any terminal. */
function turned(columns: Record<string, Record<string, number>>): Record<string, Record<string, number>> {
  const figures = Object.keys(Object.values(columns)[0] ?? {})
  const row = (figure: string) =>
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[figure] ?? 0]))
  return Object.fromEntries(figures.map((figure) => [figure, row(figure)]))
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, (performance.now() - startedAt) / 1000]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
