/**
 * How good twins are and what they cost: `npm run bench:twins`.
 *
 * A presenter of ours is filmed reading the text of the guided recording; a twin is learned from the film, drawn
 * and tracked again. What of the person's movement is in a minute of it is printed with its goals. Processor time, not time on the wall: it hardly depends on what else the machine does.
 *
 * Of a real person, whose films stay outside the repository:
 * `npm run bench:twins -- --film reading.mp4 --silence silence.mp4 --text sentences.txt` (a sentence in each line).
 */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { framesFor, STANDARD_PICTURE } from '../../src/domain/picture/picture.ts'
import type { SpeechTimeline } from '../../src/domain/speech/speech-timeline.ts'
import type { LearnedTwin, TwinEngine, TwinSelfTest } from '../../src/domain/twin/twin-job.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import { createTwinStudio } from '../../src/twins/twin-studio.ts'
import type { ChildTwinStudio } from '../../src/twins/twin-studio.ts'
import { FORGERIES, openForgeries } from '../../test/support/twin/forgeries.ts'
import { drawRecording } from '../support/frames/drawn-recording.ts'
import type { Recording } from '../support/frames/drawn-recording.ts'
import { measuredApart } from '../support/frames/measured-apart.ts'
import { BARE, printTwinMinute } from '../support/frames/twin-minute.ts'
import type { TwinFrameCosts } from '../support/frames/twin-frame-costs.ts'
import { watchUsage } from '../support/usage.ts'
import type { Usage } from '../support/usage.ts'

/** The formats that videos have, and a picture with everything on it. */
const LOOKS = [
  ['720p', '1280', '720', 'plain'],
  ['720p, captions and card', '1280', '720', 'dressed'],
  ['9:16', '720', '1280', 'plain'],
  ['1:1', '720', '720', 'plain'],
] as const

const { values } = parseArgs({
  options: { film: { type: 'string' }, silence: { type: 'string' }, text: { type: 'string' } },
})
const folder = await mkdtemp(join(tmpdir(), 'bench-twins-'))
const studio = createTwinStudio({ poolSize: 1 })
// Stays until the end: of a process that has ended, nobody knows what it used.
const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
try {
  if (values.film !== undefined) {
    const lines = (await readFile(values.text ?? '', 'utf8')).split('\n')
    const sentences = lines.filter((line) => line.trim() !== '')
    await printBuild({ readingFile: values.film, silenceFile: values.silence ?? '', sentences })
  } else {
    const recording = await drawRecording(folder)
    await printBuild(recording)
    printFrameCosts(recording.timelineFile)
    await printForgeries()
  }
} finally {
  await Promise.all([studio.close(), renderer.close()])
  await rm(folder, { recursive: true, force: true })
}

async function printBuild(recording: Recording): Promise<void> {
  const phases: Record<string, Usage> = {}
  const watched = async <Result>(
    name: string,
    child: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const results: Result[] = []
    phases[name] = await watchUsage(
      (command) => command.includes(child),
      async () => {
        results.push(await work())
      },
    )
    return results[0]!
  }
  const inStudio = <Result>(name: string, work: (twins: ChildTwinStudio) => Promise<Result>) =>
    watched(name, 'dist/twins/', () => work(studio))
  const { readingFile, silenceFile, sentences } = recording
  const [reading, silence] = [filesOf('reading'), filesOf('silence')]
  const { seconds } = await inStudio('tracking', async ({ trackTake }) => {
    const read = await trackTake({ takeFile: readingFile, ...reading })
    const silent = await trackTake({ takeFile: silenceFile, ...silence })
    return { seconds: read.seconds + silent.seconds }
  })
  const { soundLateSeconds } = await inStudio('checks', async ({ checkTake }) => {
    await checkTake({ part: 'silence', ...silence, sentences: [], words: [] })
    return checkTake({ part: 'reading', ...reading, sentences, words: [] })
  })
  const learned = await inStudio('learning', ({ learnTwin }) =>
    learnTwin({
      reading: { takeFile: readingFile, ...reading, soundLateSeconds: soundLateSeconds ?? 0 },
      silence: { takeFile: silenceFile, ...silence },
      sentences,
      ...footage(),
    }),
  )
  await watched('plan and sample', 'render/child', () => drawSample(learned, 'video'))
  const tested = await inStudio('self-test', () => selfTest(learned, 'video'))
  printPhases(phases, seconds)
  console.log('\nSize kept')
  console.table({ megabytes: await sizes() })
  await drawSample(learned, 'photo')
  const { passed, ...video } = tested
  const { passed: _, ...photo } = await selfTest(learned, 'photo')
  console.log(`\nSelf-test (${passed ? 'passed' : 'FAILED'}), and what one photo comes to`)
  console.table({ video: rounded(video), photo: rounded(photo) })
  const take = { file: readingFile, trackFile: reading.trackFile }
  await printTwinMinute({ folder, footage: footage(), renderer, studio, take })
}

function filesOf(name: string) {
  const place = (kind: string) => join(folder, `${name}.${kind}`)
  return { trackFile: place('track'), portraitsFile: place('portraits'), soundFile: place('16k.wav') }
}

function footage() {
  const place = (name: string) => join(folder, name)
  return { modelFile: place('model'), libraryFile: place('library.mp4'), baseFile: place('base.mp4') }
}

/** Has the twin say what the person said in the clearest part of the reading, as a build does. */
async function drawSample({ sample }: LearnedTwin, engine: TwinEngine): Promise<void> {
  const durationSeconds = sample.at(-1)?.end ?? 0
  const timeline: SpeechTimeline = {
    durationSeconds,
    engine: { id: 'bench', version: '1', voice: '' },
    words: [],
    sentences: [],
    phones: [{ phone: 'pau', start: 0, end: durationSeconds }],
    visemes: sample,
  }
  const timelineFile = join(folder, 'sample.json')
  await writeFile(timelineFile, JSON.stringify(timeline))
  const planFile = join(folder, 'plan')
  const format = STANDARD_PICTURE
  const segment = { index: 0, startFrame: 0, endFrame: framesFor(durationSeconds, format) }
  const scene = { footage: footage(), cardName: '', timelineFile, planFile, seed: 'bench', format }
  await renderer.planFootage({ ...footage(), timelineFile, seed: 'bench', engine, planFile })
  await renderer.drawSegment({ ...scene, style: BARE, segment, outFile: sampleFile(engine) })
}

function sampleFile(engine: TwinEngine): string {
  return join(folder, `sample-${engine}.mp4`)
}

function selfTest({ sample, gapSpread }: LearnedTwin, engine: TwinEngine): Promise<TwinSelfTest> {
  const { modelFile } = footage()
  return studio.testTwin({ videoFile: sampleFile(engine), modelFile, cues: sample, gapSpread })
}

function printPhases(phases: Record<string, Usage>, seconds: number): void {
  const spent = (usage: Usage) => usage.processorSeconds ?? Number.NaN
  const whole = Object.values(phases).reduce((sum, usage) => sum + spent(usage), 0)
  const row = (processorSeconds: number, mostMegabytes: number | null) => ({
    'processor s': round(processorSeconds),
    'for a recorded second': round(processorSeconds / seconds),
    'share %': Math.round((processorSeconds / whole) * 100),
    'peak memory MB': mostMegabytes,
  })
  const rows = Object.entries(phases).map(
    ([name, usage]) => [name, row(spent(usage), usage.mostMegabytes)] as const,
  )
  const most = Math.max(...Object.values(phases).map(({ mostMegabytes }) => mostMegabytes ?? 0))
  console.log(`\nA build from ${round(seconds)} recorded seconds (${cpus()[0]?.model.trim()})`)
  console.table({ ...Object.fromEntries(rows), 'all of it': row(whole, most) })
}

async function sizes(): Promise<Record<string, number>> {
  const files = Object.entries({ 'mouth model': 'model', mouths: 'library.mp4', base: 'base.mp4' })
  const kept = files.map(async ([name, file]) => [name, (await stat(join(folder, file))).size / 1e6] as const)
  const each = Object.fromEntries(await Promise.all(kept))
  return rounded({ ...each, together: Object.values(each).reduce((sum, size) => sum + size, 0) })
}

function printFrameCosts(timelineFile: string): void {
  const rows = LOOKS.map(([name, width, height, look]) => {
    const { planMs, drawMs, encodeMs } = measuredApart<TwinFrameCosts>('twin-frame-costs', [
      folder,
      timelineFile,
      width,
      height,
      look,
    ])
    const row = { 'drawing ms': drawMs, 'encoding ms': encodeMs, 'plan of the whole script ms': planMs }
    return [name, rounded(row)] as const
  })
  console.log('\nFrames of the twin at 30 a second, milliseconds of processor time for each')
  console.table(Object.fromEntries(rows))
}

/** Recordings that were made to deceive, and which checks refuse them. */
async function printForgeries(): Promise<void> {
  const workshop = await openForgeries()
  const rows: Record<string, { refused: boolean; by: string; 'for an operator': string }> = {}
  try {
    for (const { what, make, sentences } of FORGERIES) {
      const checks = await workshop.check(await make(workshop), sentences)
      const found = (wanted: string) =>
        checks.filter(({ code, outcome }) => outcome === wanted && code !== 'length').map(({ code }) => code)
      const by = found('failed')
      rows[what] = {
        refused: by.length > 0,
        by: by.join(', '),
        'for an operator': found('unclear').join(', '),
      }
    }
  } finally {
    await workshop.close()
  }
  const refused = Object.values(rows).filter((row) => row.refused).length
  console.log(`\nForged recordings: ${refused} of ${FORGERIES.length} refused, their length aside`)
  console.table(rows)
}

function rounded<Row extends Readonly<Record<string, number>>>(row: Row): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, round(value)]))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
