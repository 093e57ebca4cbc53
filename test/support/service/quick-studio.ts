import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import type { Studio } from '../../../src/app/adapters/studio.ts'
import type { Presenter } from '../../../src/domain/picture/catalogue.ts'
import type { PosterFiles } from '../../../src/domain/video/drawing-job.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { Renderer } from '../../../src/ports/video/renderer.ts'
import type { TwinStudio } from '../../../src/ports/twin/twin-studio.ts'
import type { Speaker } from '../../../src/ports/speech/speaker.ts'

/** Catalogue of the quick studio: the ids of two real presenters. */
const PRESENTERS: readonly Presenter[] = [
  {
    id: 'maya',
    name: 'Maya Lindqvist',
    role: 'Product Education',
    gender: 'female',
    language: 'en-US',
    voiceId: 'flite:slt',
    renderer: 'house',
    dataSha256: 'a'.repeat(64),
  },
  {
    id: 'omar',
    name: 'Omar Idris',
    role: 'Customer Success',
    gender: 'male',
    language: 'en-US',
    voiceId: 'flite:rms',
    renderer: 'house',
    dataSha256: 'b'.repeat(64),
  },
]

const NO_PROCESSES = { warmUp: () => Promise.resolve(), close: () => Promise.resolve() }

/** Half a second for each word, so that a test can count on the length of a video. */
const SECONDS_A_WORD = 0.5

/**
 * A studio for tests of everything but the studio: it speaks and draws at once, into files that are
 * text. Parts of it can be replaced, for one that fails, hangs or counts.
 */
export function quickStudio(
  parts: { speaker?: Partial<Speaker>; renderer?: Partial<Renderer>; twinStudio?: Partial<TwinStudio> } = {},
): Studio {
  return {
    speaker: { ...NO_PROCESSES, ...QUICK_SPEAKER, ...parts.speaker },
    renderer: { ...NO_PROCESSES, ...QUICK_RENDERER, ...parts.renderer },
    twinStudio: { close: NO_PROCESSES.close, ...QUICK_TWIN_STUDIO, ...parts.twinStudio },
  }
}

/** Every script is one part, whose file is the script, as are those of its sound. */
const QUICK_SPEAKER: Speaker = {
  plan: async ({ script }) => script,
  async speakPart({ script, partFile }, options) {
    options?.signal?.throwIfAborted()
    await writeFile(partFile, script)
  },
  timesOf: (partFile) => readFile(partFile, 'utf8'),
  async join({ script, voiceId, times }) {
    if (times.length === 0) return { parts: 1, share: 0, timeline: null, fixedSeconds: 0 }
    const timeline = quickTimeline(script, voiceId)
    return { parts: 1, share: 1, timeline, fixedSeconds: timeline.durationSeconds }
  },
  async finish({ partFiles, audioFile, soundFile }, options) {
    options?.signal?.throwIfAborted()
    const parts = await Promise.all(partFiles.map((file) => readFile(file, 'utf8')))
    if (audioFile !== undefined) await writeFile(audioFile, parts.join(' '))
    await writeFile(soundFile, parts.join(' '))
  },
}

function quickTimeline(script: string, voice: string): SpeechTimeline {
  const tokens = [...script.matchAll(/\S+/gu)]
  const durationSeconds = tokens.length * SECONDS_A_WORD
  const words = tokens.map((match, index) => ({
    text: match[0],
    charStart: match.index,
    charEnd: match.index + match[0].length,
    start: index * SECONDS_A_WORD,
    end: (index + 1) * SECONDS_A_WORD,
  }))
  return {
    durationSeconds,
    engine: { id: 'quick', version: '1', voice },
    words,
    sentences: [{ charStart: 0, charEnd: script.length, start: 0, end: durationSeconds }],
    phones: [{ phone: 'pau', start: 0, end: durationSeconds }],
    visemes: [{ viseme: 'sil', start: 0, end: durationSeconds }],
  }
}

const QUICK_RENDERER: Renderer = {
  presenters: () => PRESENTERS,
  async planFootage({ timelineFile, planFile }, options) {
    options?.signal?.throwIfAborted()
    await writeFile(planFile, await readFile(timelineFile))
  },
  async drawSegment({ timelineFile, segment, outFile }, options) {
    options?.signal?.throwIfAborted()
    await readFile(timelineFile)
    await writeFile(outFile, JSON.stringify(segment))
    return { frames: segment.endFrame - segment.startFrame, codecConfigSha256: '', drawMs: 0, encodeMs: 0 }
  },
  async assemble({ segmentFiles, soundFile, format, outFile }, options) {
    options?.signal?.throwIfAborted()
    const words = (await readFile(soundFile, 'utf8')).match(/\S+/gu) ?? []
    const segments = await Promise.all(segmentFiles.map((file) => readFile(file, 'utf8')))
    const content = segments.join('\n').padEnd(4096, '.')
    await writeFile(outFile, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const durationSeconds = words.length * SECONDS_A_WORD
    return {
      durationSeconds,
      frames: Math.ceil(durationSeconds * format.framesPerSecond),
      sizeBytes: content.length,
      sha256,
    }
  },
  async drawPoster(files, options) {
    options?.signal?.throwIfAborted()
    await writePoster(files)
  },
  async drawStill(job, options) {
    options?.signal?.throwIfAborted()
    return Buffer.from(`still ${JSON.stringify(job)}`)
  },
  async acceptSegments({ poster }, options) {
    options?.signal?.throwIfAborted()
    await writePoster(poster)
  },
}

/** Sees the same person in every take, who does all that was asked. */
const QUICK_TWIN_STUDIO: TwinStudio = {
  inTurn: (_, work) => work(),
  async trackTake({ takeFile, trackFile, portraitsFile, soundFile }, options) {
    options?.signal?.throwIfAborted()
    const film = await readFile(takeFile)
    await Promise.all([trackFile, portraitsFile, soundFile].map((file) => writeFile(file, film)))
    return { seconds: 10, frames: 300, width: 1280, height: 720 }
  },
  async checkTake({ trackFile }) {
    await readFile(trackFile)
    return {
      checks: [{ code: 'one_face', outcome: 'passed', measured: 0, limit: 0.02, message: '' }],
      soundLateSeconds: 0.06,
    }
  },
  async matchTakes({ portraitFiles }) {
    await Promise.all(portraitFiles.map((file) => readFile(file)))
    return 0.95
  },
  async learnTwin({ reading, modelFile, libraryFile, baseFile }, options) {
    options?.signal?.throwIfAborted()
    const track = await readFile(reading.trackFile)
    await Promise.all([modelFile, libraryFile, baseFile].map((file) => writeFile(file, track)))
    return {
      libraryFrames: 300,
      baseFrames: 240,
      droppedSentences: 0,
      gapSpread: 0.04,
      pitchHz: 107,
      sample: [
        { viseme: 'aa', start: 0.3, end: 1.3 },
        { viseme: 'sil', start: 1.3, end: 2.3 },
      ],
    }
  },
  async testTwin({ videoFile }) {
    await readFile(videoFile)
    return { lagFrames: 0, gapCorrelation: 0.7, articulation: 0.9, passed: true }
  },
}

async function writePoster({ outFile, smallFile }: PosterFiles): Promise<void> {
  for (const file of [outFile, smallFile]) if (file !== undefined) await writeFile(file, 'poster')
}
