import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChildPool } from '../../../src/children/child-pool.ts'
import { framesFor, planSegments } from '../../../src/domain/picture/picture.ts'
import {
  CAPTIONS_OPTIONS,
  CAMERA_OPTIONS,
  GESTURES_OPTIONS,
  pictureFormat,
  USUAL_OPTIONS,
} from '../../../src/domain/video/video-options.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { stagePresenter } from '../../../src/render/scene/frame.ts'
import { VISEME_SHAPES } from '../../../src/render/motion/mouth-shape.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { readSets } from '../../../src/render/presenter/set-file.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { createSpriteStore } from '../../../src/render/paint/sprite-store.ts'
import { FRAMINGS, HEAD_HOME } from '../../../src/render/paint/stage.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import { VOICES } from '../../../src/speech/voice-catalogue.ts'
import { decodeVideo } from '../../support/picture/finished-video.ts'
import { neuralVoices, testEngines } from '../../support/speech/neural-voices.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import type { AssembledVideo, SceneStyle } from '../../../src/domain/video/drawing-job.ts'
import type { AspectRatio } from '../../../src/domain/video/video-options.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'
import type { SpriteStore } from '../../../src/render/paint/sprite-store.ts'
import type { Stage } from '../../../src/render/paint/stage.ts'
import type { ProcessSpeaker } from '../../../src/speech/speaker.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'
import type { MeasuredFile } from '../speech/fixtures/measure-child.ts'

/*
 * Every presenter, with every voice, in every aspect ratio: 720 videos, proved by fewer. A frame is a pure
 * function of presenter, format, setting and timeline; the sound is one of voice and script. All that passes
 * between them is the timeline, whose shape is the same for all voices (`engine-contract.ts`). So each
 * presenter is drawn in each ratio, and a dozen whole videos have a dozen voices, all presenters and ratios in
 * them, and each pair of what options change. That every voice is understood is proved by `test/slow/understood`.
 */

const RATIOS: readonly AspectRatio[] = ['16:9', '9:16', '1:1', '4:5']

/** A share of the standard sizes: they are drawn alike, sooner. */
function smallFormat(aspectRatio: AspectRatio, share: number): PictureFormat {
  const { width, height, framesPerSecond } = pictureFormat({ ...USUAL_OPTIONS, aspectRatio })
  const fours = (side: number) => Math.round((side * share) / 4) * 4
  return { width: fours(width), height: fours(height), framesPerSecond }
}

/** A neural voice may have to share its processor with all that is tested beside. */
const PATIENCE_MS = 300_000

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'combinations-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('every presenter in every aspect ratio', { timeout: PATIENCE_MS }, () => {
  const timeline = sampleTimeline(6)
  const pose = { ...performanceOf(timeline, 'ratios')(0.2), lids: 0 }
  let presenters: PresenterFile[]
  let sprites: SpriteStore

  beforeAll(async () => {
    loadFonts()
    presenters = await readPresenters('presenters')
    // Ratios whose figures are of one size share them, as in the product.
    sprites = createSpriteStore(join(folder, 'sprites'))
  })

  test.each(RATIOS)(
    '%s: the whole head is in the picture, all of it is painted, and the mouth opens',
    (ratio) => {
      const format = smallFormat(ratio, 1 / 4)
      expect(presenters).toHaveLength(10)
      for (const presenter of presenters) {
        const staged = stagePresenter(presenter, format, sprites)
        for (const framing of FRAMINGS) {
          const what = `${presenter.id}, ${framing}`
          const draw = (viseme: 'sil' | 'aa') => {
            const puppet = staged.puppet(framing)
            const shown = { ...pose, framing, mouth: VISEME_SHAPES[viseme] }
            const pieces = puppet.arrange(roundPose(shown, puppet.stage, 0.2, timeline.durationSeconds))
            return staged.still(pieces).getContext('2d')
          }
          const { stage } = staged.puppet(framing)
          const head = onStage(stage, { x: -170, y: -270, width: 340, height: 500 })
          expect(Math.min(head.x, head.y), what).toBeGreaterThanOrEqual(0)
          expect(head.x + head.width, what).toBeLessThanOrEqual(format.width)
          expect(head.y + head.height, what).toBeLessThanOrEqual(format.height)

          const [still, open] = [draw('sil'), draw('aa')]
          const whole = still.getImageData(0, 0, format.width, format.height).data
          expect(
            whole.every((value, at) => at % 4 !== 3 || value === 255),
            what,
          ).toBe(true)

          const mouth = onStage(stage, { x: -70, y: 60, width: 140, height: 130 })
          const pixels = (brush: typeof still) =>
            brush.getImageData(mouth.x, mouth.y, mouth.width, mouth.height).data
          expect(meanDifference(pixels(still), pixels(open)), what).toBeGreaterThan(6)
        }
      }
    },
  )
})

/** A rectangle around the middle of a head at rest, in pixels. */
function onStage(
  { scale, offsetX, offsetY }: Stage,
  rect: { x: number; y: number; width: number; height: number },
) {
  return {
    x: Math.round((HEAD_HOME.x + rect.x) * scale + offsetX),
    y: Math.round((HEAD_HOME.y + rect.y) * scale + offsetY),
    width: Math.round(rect.width * scale),
    height: Math.round(rect.height * scale),
  }
}

/** Over the colours of all pixels, on a scale of 256. */
function meanDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const sum = one.reduce((total, value, at) => total + Math.abs(value - other[at]!), 0)
  return sum / ((one.length * 3) / 4)
}

/** What is chosen for a whole video. */
interface Choice {
  readonly presenterId: string
  readonly voiceId: string
  readonly ratio: AspectRatio
  readonly style: SceneStyle
}

const BACKGROUNDS: readonly SceneStyle['background'][] = [null, { set: 'library' }, { colour: '#24424f' }]
const NAME_CARDS: readonly SceneStyle['nameCard'][] = [
  true,
  false,
  { title: 'Anna Berg', subtitle: 'Head of Product' },
]

/** Which value of an option goes with each ratio (column) and background (row): found by trial, so that all pairs occur. */
const DESIGN = {
  captions: ['0012', '1120', '2201'],
  nameCard: ['0102', '1210', '2021'],
  gestures: ['0221', '1002', '2110'],
} as const

/** Twelve videos: each ratio with each background, card, captions and gestures, and each pair of these. */
function choices(presenterIds: readonly string[], voiceIds: readonly string[]): Choice[] {
  return Array.from({ length: 12 }, (_, index) => {
    const [column, row] = [index % 4, Math.floor(index / 4)]
    return {
      presenterId: presenterIds[index % presenterIds.length]!,
      voiceId: voiceIds[index % voiceIds.length]!,
      ratio: RATIOS[column]!,
      style: {
        background: BACKGROUNDS[row]!,
        captions: CAPTIONS_OPTIONS[Number(DESIGN.captions[row]![column])]!,
        nameCard: NAME_CARDS[Number(DESIGN.nameCard[row]![column])]!,
        brandColour: index % 2 === 0 ? null : '#8a2be2',
        gestures: GESTURES_OPTIONS[Number(DESIGN.gestures[row]![column])]!,
        camera: CAMERA_OPTIONS[index % 2]!,
      },
    }
  })
}

describe('a dozen whole videos', { timeout: PATIENCE_MS }, () => {
  const neural = neuralVoices()
  const voiceIds = VOICES.filter(({ engine }) => engine === 'flite' || neural.isInstalled()).map(
    ({ id }) => id,
  )
  const meter = createChildPool({
    script: new URL('../speech/fixtures/measure-child.ts', import.meta.url),
    size: 1,
    stallLimitMs: 60_000,
    start: { nodeOptions: FROM_SOURCE },
  })
  let speaker: ProcessSpeaker
  let renderer: ChildRenderer

  beforeAll(async () => {
    speaker = createSpeaker({ processes: 1, installed: testEngines() })
    renderer = await createRenderer({
      presentersDir: 'presenters',
      sets: await readSets('sets'),
      spritesDir: join(folder, 'sprites'),
      poolSize: 1,
    })
  })
  afterAll(() => Promise.all([speaker.close(), renderer.close(), meter.close()]))

  const chosen = (presenterIds: readonly string[]) => choices(presenterIds, voiceIds)

  test('have in them every presenter, voice and ratio, and each pair of what options change', () => {
    const presenterIds = renderer.presenters().map(({ id }) => id)
    const list = chosen(presenterIds)
    expect(new Set(list.map(({ presenterId }) => presenterId)).size).toBe(presenterIds.length)
    // There are more voices than videos.
    expect(new Set(list.map(({ voiceId }) => voiceId)).size).toBe(Math.min(list.length, voiceIds.length))
    const factors = list.map(({ ratio, style: { background, captions, nameCard, gestures } }) =>
      [ratio, background, captions, nameCard, gestures].map((value) => JSON.stringify(value)),
    )
    const sizes = [4, 3, 3, 3, 3]
    for (const [one, oneSize] of sizes.entries()) {
      for (const [other, otherSize] of sizes.entries()) {
        if (other <= one) continue
        const pairs = new Set(factors.map((values) => `${values[one]} ${values[other]}`))
        expect(pairs.size, `factors ${one} and ${other}`).toBe(oneSize * otherSize)
      }
    }
  })

  test.each(Array.from({ length: 12 }, (_, index) => index))(
    'video %i: every frame there and none torn, sound as loud as it should be, tagged and marked',
    async (index) => {
      const choice = chosen(renderer.presenters().map(({ id }) => id))[index]!
      const format = smallFormat(choice.ratio, 1 / 3)
      const { file, video, seconds } = await make(choice, format, join(folder, `${index}`))
      const what = JSON.stringify(choice)

      const seen = await decodeVideo(file, { x: 0, y: 0, width: format.width, height: format.height })
      expect([seen.width, seen.height], what).toEqual([format.width, format.height])
      expect(seen.frameTimes, what).toHaveLength(framesFor(seconds, format))
      expect(video.frames).toBe(seen.frameTimes.length)
      for (const [frame, time] of seen.frameTimes.entries()) expect(time).toBeCloseTo(frame / 30, 3)
      expect(Math.abs(seen.samples.length / seen.sampleRate - seconds), what).toBeLessThan(1 / 30 + 0.022)
      for (const luma of seen.watched) expect(meanOf(luma), what).toBeGreaterThan(30)
      const moved = seen.watched.filter((luma, at) => at > 0 && !sameBytes(luma, seen.watched[at - 1]!))
      expect(moved.length, what).toBeGreaterThan(seen.watched.length / 3)

      const sound = await meter.run<MeasuredFile>('measure', file)
      expect(Math.abs(sound.lufs + 16), what).toBeLessThanOrEqual(0.5)
      expect(sound.truePeakDb, what).toBeLessThanOrEqual(-1.5)

      const bytes = await readFile(file)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      expect(bytes.includes('colrnclx\0\x01\0\x01\0\x01'), what).toBe(true)
      expect(bytes.includes('AI-generated'), what).toBe(true)
      expect(bytes.includes('digitalsourcetype/compositeSynthetic'), what).toBe(true)
    },
  )

  async function make(
    { presenterId, voiceId, style }: Choice,
    format: PictureFormat,
    prefix: string,
  ): Promise<{ file: string; video: AssembledVideo; seconds: number }> {
    const [audioFile, soundFile] = [`${prefix}.wav`, `${prefix}.m4a`]
    const [timelineFile, file] = [`${prefix}.json`, `${prefix}.mp4`]
    const script = 'Maybe we map a big blue boat.'
    const timeline = await speakScript(speaker, { script, voiceId, audioFile, soundFile })
    expect(timeline.words.map(({ text }) => text).join(' '), voiceId).toBe(script)
    expect(`${timeline.engine.id}:${timeline.engine.voice}`).toBe(voiceId)
    await writeFile(timelineFile, JSON.stringify(timeline))
    const scene = { presenterId, style, timelineFile, format, seed: prefix }
    const segments = planSegments(framesFor(timeline.durationSeconds, format), format)
    const segmentFiles = segments.map((segment) => `${prefix}-${segment.index}.mp4`)
    for (const segment of segments) {
      await renderer.drawSegment({ ...scene, segment, outFile: segmentFiles[segment.index]! })
    }
    const video = await renderer.assemble({
      segmentFiles,
      soundFile,
      format,
      title: 'Boats',
      videoId: `vid_${presenterId}`,
      outFile: file,
    })
    return { file, video, seconds: timeline.durationSeconds }
  }
})

function meanOf(luma: Uint8Array): number {
  return luma.reduce((sum, value) => sum + value, 0) / luma.length
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
