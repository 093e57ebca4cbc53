import { setTimeout as wait } from 'node:timers/promises'

import { fileSha256 } from '../process/file-sha256.ts'
import { segmentFacts } from '../render/mp4/segment-facts.ts'
import { SegmentReport } from '../renderers/contract.ts'
import type { DrawSegment } from '../renderers/contract.ts'
import { differentPixels, distance, lumaOf } from './luma.ts'
import type { Material, SceneChange } from './material.ts'
import type { Trial } from './trial.ts'

/** One requirement of the contract. `run` throws when the renderer does not meet it. */
export interface Check {
  /** The requirement, in words for the report. */
  readonly name: string
  run(bench: Bench): Promise<void>
}

/** The renderer on trial and the material for its jobs. */
export interface Bench {
  readonly trial: Trial
  readonly material: Material
}

/** Encoding loses a little, and not the same with other frames before. More would be seen at a join. */
const SEEN_DISTANCE = 2

/** A mouth that opens at this size changes more pixels. */
const MOVED_PIXELS = 12

/** So long that it cannot be done before its heartbeat is looked for. */
const LONG_SECONDS = 180

/** For heartbeats and for the end after a cancellation; both are a matter of seconds. */
const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 250

/** Every check, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  {
    name: 'draws the requested frames as H.264 that can be concatenated',
    run: (bench) => draws(bench, [0, 90]),
  },
  { name: 'draws portrait frames', run: (bench) => draws(bench, [0, 30], { upright: true }) },
  { name: 'draws identical frames when a job is repeated', run: drawsAlike },
  { name: 'draws a segment as it appears in the whole video', run: drawsPartsAlike },
  { name: 'follows the mouth shapes of the timeline', run: followsTimeline },
  {
    name: 'rejects an unknown contract version',
    run: refuses('UnsupportedContract', (job) => ({ ...job, contract: 2 })),
  },
  { name: 'rejects frames beyond the end of the video', run: refuses('InvalidJob', withFrames(60, 60_000)) },
  {
    name: 'rejects reading outside the media folder',
    run: refuses('InvalidJob', (job) => ({ ...job, scene: { ...job.scene, ref: '../scene.json' } })),
  },
  {
    name: 'rejects writing outside the media folder',
    run: refuses('InvalidJob', (job) => ({ ...job, output_ref: '../segment.mp4' })),
  },
  {
    name: 'reports a missing file',
    run: refuses('MediaMissing', (job) => ({
      ...job,
      scene: { ...job.scene, ref: 'conformance/missing.json' },
    })),
  },
  {
    name: 'rejects a file with a different SHA-256',
    run: refuses('MediaMissing', (job) => ({ ...job, scene: { ...job.scene, sha256: '0'.repeat(64) } })),
  },
  { name: 'reports progress in heartbeats, and stops when it is cancelled', run: heartbeatsAndStops },
]

async function draws(
  bench: Bench,
  frames: readonly [number, number],
  change: SceneChange = {},
): Promise<void> {
  await drawn(bench, await bench.material.job(frames, change), change)
}

/** Has a job drawn and holds the report against the file. */
async function drawn(
  { trial, material }: Bench,
  job: DrawSegment,
  { upright = false }: SceneChange = {},
): Promise<SegmentReport> {
  const report = SegmentReport.parse(await trial.draw(job))
  const { width, height, framesPerSecond } = material.format
  const format = upright ? { width: height, height: width, framesPerSecond } : material.format
  const { facts, ...found } = await material.withFile(job.output_ref, async (file) => ({
    facts: await segmentFacts(file, format),
    sha256: await fileSha256(file),
  }))
  const wanted = job.segment.end_frame - job.segment.start_frame
  if (facts.fault !== null) throw new Error(`The file ${facts.fault}`)
  if (facts.frames !== wanted) throw new Error(`The file has ${facts.frames} frames, not ${wanted}`)
  const { index } = job.segment
  const claimed = {
    index,
    ref: job.output_ref,
    frames: wanted,
    ...found,
    ...configOf(facts),
  }
  for (const [member, value] of Object.entries(claimed)) {
    const said = report[member as keyof SegmentReport]
    if (said !== value)
      throw new Error(`The report gives ${member} as ${JSON.stringify(said)}, but the file has ${value}`)
  }
  return report
}

function configOf({ codecConfigSha256 }: { codecConfigSha256: string }) {
  return { codec_config_sha256: codecConfigSha256 }
}

async function pictures(
  bench: Bench,
  frames: readonly [number, number],
  change?: SceneChange,
): Promise<Uint8Array[]> {
  const job = await bench.material.job(frames, change)
  await drawn(bench, job)
  return bench.material.withFile(job.output_ref, lumaOf)
}

async function drawsAlike(bench: Bench): Promise<void> {
  const [once, again] = [await pictures(bench, [0, 60]), await pictures(bench, [0, 60])]
  const other = once.findIndex((frame, index) => !Buffer.from(frame).equals(again[index] ?? Buffer.alloc(0)))
  if (other >= 0) throw new Error(`Frame ${other} differs when the job is repeated`)
}

async function drawsPartsAlike(bench: Bench): Promise<void> {
  const whole = await bench.material.job([0, 120])
  const part = await bench.material.job([60, 120])
  const reports = [await drawn(bench, whole), await drawn(bench, part)]
  if (reports[0]?.codec_config_sha256 !== reports[1]?.codec_config_sha256) {
    throw new Error('The two segments were encoded with different settings')
  }
  const within = (await bench.material.withFile(whole.output_ref, lumaOf)).slice(60)
  const alone = await bench.material.withFile(part.output_ref, lumaOf)
  for (const [index, frame] of alone.entries()) {
    const apart = distance(frame, within[index] ?? new Uint8Array())
    if (!(apart <= SEEN_DISTANCE))
      throw new Error(`Frame ${60 + index} differs by ${apart.toFixed(1)} of 255`)
  }
}

async function followsTimeline(bench: Bench): Promise<void> {
  const spoken = await pictures(bench, [0, 60])
  const silent = await pictures(bench, [0, 60], { silent: true })
  const moved = spoken.map((frame, index) => differentPixels(frame, silent[index] ?? new Uint8Array()))
  if (Math.max(...moved) < MOVED_PIXELS) throw new Error('The mouth does not move while the script is spoken')
}

function withFrames(start_frame: number, end_frame: number) {
  return (job: DrawSegment): DrawSegment => ({ ...job, segment: { index: 0, start_frame, end_frame } })
}

function refuses(name: string, spoil: (job: DrawSegment) => object): Check['run'] {
  return async ({ trial, material }) => {
    const { type, nonRetryable } = await trial.refusal(spoil(await material.job([0, 30])) as DrawSegment)
    if (type !== name) throw new Error(`The error type is ${type || 'empty'} instead of ${name}`)
    if (!nonRetryable) throw new Error(`${name} is not marked as non-retryable`)
  }
}

async function heartbeatsAndStops({ trial, material }: Bench): Promise<void> {
  const frames = LONG_SECONDS * material.format.framesPerSecond
  const job = await material.job([0, frames], { seconds: LONG_SECONDS })
  const running = await trial.start(job)
  let ended = false
  void running.ended().then(() => (ended = true))
  try {
    await soon(async () => {
      if (ended)
        throw new Error(
          'No heartbeat contained { frames_done, frames_total } before the segment was finished',
        )
      const heartbeat = await running.heartbeat()
      return heartbeat !== null && heartbeat.frames_done > 0 && heartbeat.frames_total === frames
    }, 'No heartbeat contains { frames_done, frames_total }')
  } finally {
    await running.cancel()
  }
  await soon(async () => ended, 'The renderer continues after it was cancelled')
  if (await material.has(job.output_ref)) throw new Error('An incomplete file was left at the output path')
}

async function soon(condition: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    if (await condition()) return
    await wait(LOOK_EVERY_MS)
  }
  throw new Error(otherwise)
}
