import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { ApplicationFailure, Context } from '@temporalio/activity'
import { NativeConnection, Worker } from '@temporalio/worker'

import type { SpeechTimeline, Viseme } from '../../../src/domain/speech/speech-timeline.ts'
import { fileSha256 } from '../../../src/process/file-sha256.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'
import { CONTRACT, DrawSegment, SceneFile, Timeline } from '../../../src/renderers/contract.ts'
import type { SegmentReport } from '../../../src/renderers/contract.ts'

/** The renderer of the house, behind the port for renderers of others. */
export interface WrappedRenderer {
  stop(): Promise<void>
}

/** What may be wrong with a renderer, for tests of what finds it. */
export interface Faults {
  /** Changes a job before it is drawn. */
  readonly misread?: (job: DrawSegment, timeline: Timeline, scene: SceneFile) => void
  /** Nor does it draw: whoever waits for a sign of it does not wait longer for that. */
  readonly beatsNoHeart?: boolean
  readonly namesNoErrors?: boolean
  /** Said instead of the truth. */
  readonly misreport?: Partial<SegmentReport>
}

/** What draws behind the port, and where. */
interface WrappedOptions {
  readonly address: string
  readonly namespace: string
  readonly queue: string
  readonly mediaDir: string
  /** Stays open when the queue is not served any more. */
  readonly renderer: ChildRenderer
}

interface Surroundings {
  readonly renderer: ChildRenderer
  readonly mediaDir: string
  readonly scratch: string
  readonly faults: Faults
}

/** Serves a queue. */
export async function startWrappedRenderer(
  { address, namespace, queue, mediaDir, renderer }: WrappedOptions,
  faults: Faults = {},
): Promise<WrappedRenderer> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'wrapped-'))
  const connection = await NativeConnection.connect({ address })
  const surroundings = { renderer, mediaDir, scratch, faults }
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: queue,
    activities: { draw_segment: (sent: object) => drawSegment(surroundings, sent) },
    maxHeartbeatThrottleInterval: '500ms',
    shutdownGraceTime: '1s',
  })
  const running = worker.run()
  return {
    async stop() {
      worker.shutdown()
      await running
      await connection.close()
      await rm(scratch, { recursive: true })
    },
  }
}

async function drawSegment(surroundings: Surroundings, sent: object): Promise<SegmentReport> {
  const { renderer, mediaDir, scratch, faults } = surroundings
  const { job, scene, timeline } = await readJob(surroundings, sent)
  if (faults.beatsNoHeart) return Context.current().cancelled
  faults.misread?.(job, timeline, scene)

  const timelineFile = path.join(scratch, `${randomUUID()}.json`)
  await writeFile(timelineFile, JSON.stringify(speechTimeline(timeline)))
  const outFile = path.join(mediaDir, job.output_ref)
  const { index, start_frame: startFrame, end_frame: endFrame } = job.segment
  const { width, height, frames_per_second: framesPerSecond } = scene.picture
  const drawing = {
    presenterId: scene.presenter.id,
    timelineFile,
    format: { width, height, framesPerSecond },
    seed: scene.seed,
    segment: { index, startFrame, endFrame },
    outFile,
  }
  const total = endFrame - startFrame
  // Taken now: progress is told in the context of whoever started the child process.
  const context = Context.current()
  const drawn = await renderer.drawSegment(drawing, {
    signal: context.cancellationSignal,
    onProgress: (share) => {
      const heartbeat = { frames_done: Math.round(share * total), frames_total: total }
      context.heartbeat(heartbeat)
    },
  })
  const report: SegmentReport = {
    contract: 1,
    index,
    ref: job.output_ref,
    sha256: await fileSha256(outFile),
    bytes: (await stat(outFile)).size,
    frames: drawn.frames,
    codec_config_sha256: drawn.codecConfigSha256,
    engine_version: 'house',
    timings: { draw_ms: drawn.drawMs, encode_ms: drawn.encodeMs },
  }
  return { ...report, ...faults.misreport }
}

async function readJob({ mediaDir, faults }: Surroundings, sent: object) {
  const fail = (type: string) =>
    ApplicationFailure.nonRetryable(`It is ${type}`, faults.namesNoErrors ? 'Error' : type)
  const read = async (file: { ref: string; sha256: string }): Promise<unknown> => {
    const local = path.join(mediaDir, file.ref)
    if ((await fileSha256(local).catch(() => '')) !== file.sha256) throw fail('MediaMissing')
    return JSON.parse(await readFile(local, 'utf8'))
  }
  if (!('contract' in sent) || sent.contract !== CONTRACT) throw fail('UnsupportedContract')
  const { success, data: job } = DrawSegment.safeParse(sent)
  if (!success) throw fail('InvalidJob')
  const scene = SceneFile.parse(await read(job.scene))
  const timeline = Timeline.parse(await read(scene.timeline))
  if (job.segment.end_frame > scene.frames) throw fail('InvalidJob')
  return { job, scene, timeline }
}

function speechTimeline({ duration_ms, visemes, words, sentences }: Timeline): SpeechTimeline {
  const span = ({ start_ms, end_ms }: { start_ms: number; end_ms: number }) => ({
    start: start_ms / 1000,
    end: end_ms / 1000,
    charStart: 0,
    charEnd: 0,
  })
  return {
    durationSeconds: duration_ms / 1000,
    engine: { id: '', version: '', voice: '' },
    words: words.map((word) => ({ ...span(word), text: word.text })),
    sentences: sentences.map(span),
    phones: [],
    visemes: visemes.map((cue) => ({ ...span(cue), viseme: cue.viseme as Viseme })),
  }
}
