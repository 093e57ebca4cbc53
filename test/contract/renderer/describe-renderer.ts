import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { framesFor, planSegments } from '../../../src/domain/picture/picture.ts'
import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import type {
  AssembleJob,
  DrawnPresenter,
  DrawnSegment,
  FilmedTwin,
  SceneLook,
} from '../../../src/domain/video/drawing-job.ts'
import type { Renderer } from '../../../src/ports/video/renderer.ts'
import { paintTwin } from '../../support/twin/painted-twin.ts'
import type { PaintedTwin } from '../../support/twin/painted-twin.ts'
import { sampleTimeline } from '../../unit/render/sample-speech.ts'

/** Length of the sound that `RendererUnderTest` brings. */
export const SOUND_SECONDS = 3

const FORMAT: PictureFormat = { width: 320, height: 180, framesPerSecond: 30 }

/** A renderer, and what goes with it. */
export interface RendererUnderTest {
  readonly renderer: Renderer
  /** Writes sound of `SOUND_SECONDS` as this renderer takes it. */
  readonly writeSound: (file: string) => Promise<void>
  readonly close: () => Promise<void>
  /** False for one that is done before it could be stopped. */
  readonly takesTime: boolean
}

/** What every renderer guarantees, whatever it draws with. */
export function describeRenderer(name: string, make: () => Promise<RendererUnderTest>): void {
  describe(`${name} keeps the contract of renderers`, () => {
    let folder: string
    let subject: RendererUnderTest
    let renderer: Renderer
    let scene: DrawnPresenter & SceneLook
    let twin: PaintedTwin
    let drawn: DrawnSegment[]
    const shares: number[] = []
    const at = (file: string) => join(folder, file)
    const filesOf = async (file: string) => (await readdir(folder)).filter((one) => one.includes(file))
    const segments = planSegments(framesFor(SOUND_SECONDS, FORMAT), FORMAT)
    const assembly = (outFile: string): AssembleJob => ({
      segmentFiles: segments.map(({ index }) => at(`${index}.mp4`)),
      soundFile: at('sound'),
      format: FORMAT,
      title: 'A tour',
      videoId: 'vid_1',
      outFile: at(outFile),
    })

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'renderer-contract-'))
      twin = await paintTwin(folder)
      subject = await make()
      renderer = subject.renderer
      await writeFile(at('timeline.json'), JSON.stringify(sampleTimeline(SOUND_SECONDS)))
      await subject.writeSound(at('sound'))
      scene = { presenterId: 'maya', timelineFile: at('timeline.json'), format: FORMAT, seed: 'vid_1' }
      drawn = []
      for (const segment of segments) {
        const job = { ...scene, segment, outFile: at(`${segment.index}.mp4`) }
        drawn.push(await renderer.drawSegment(job, { onProgress: (share) => shares.push(share) }))
      }
    })
    afterAll(async () => {
      await subject.close()
      await rm(folder, { recursive: true })
    })

    test('the catalogue names each presenter once, with what its data come to', () => {
      const presenters = renderer.presenters()
      const ids = presenters.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toContain('maya')
      for (const { dataSha256 } of presenters) expect(dataSha256).toMatch(/^[0-9a-f]{64}$/u)
      expect(renderer.presenters()).toEqual(presenters)
    })

    test('a segment has the frames it was asked for, and goes with all others of its video', () => {
      expect(drawn.map(({ frames }) => frames)).toEqual(
        segments.map(({ startFrame, endFrame }) => endFrame - startFrame),
      )
      expect(new Set(drawn.map(({ codecConfigSha256 }) => codecConfigSha256)).size).toBe(1)
    })

    test('a segment that is drawn again is the same, to the byte', async () => {
      const segment = segments.at(-1)!
      const again = await renderer.drawSegment({ ...scene, segment, outFile: at('again.mp4') })
      expect(again.codecConfigSha256).toBe(drawn[0]?.codecConfigSha256)
      expect((await readFile(at('again.mp4'))).equals(await readFile(at(`${segment.index}.mp4`)))).toBe(true)
    })

    test('a poster that is drawn again is the same, to the byte', async () => {
      await renderer.drawPoster({ ...scene, outFile: at('poster.jpg') })
      await renderer.drawPoster({ ...scene, outFile: at('poster-again.jpg') })
      expect((await readFile(at('poster.jpg'))).equals(await readFile(at('poster-again.jpg')))).toBe(true)
    })

    test('a still that is drawn again is the same, to the byte', async () => {
      const { presenterId, format } = scene
      const still = await renderer.drawStill({ presenterId, format })
      expect(Buffer.from(await renderer.drawStill({ presenterId, format }))).toEqual(Buffer.from(still))
    })

    test('what is said of the finished file is true, also when it is joined again', async () => {
      const video = await renderer.assemble(assembly('video.mp4'))
      const bytes = await readFile(at('video.mp4'))
      expect(video.sizeBytes).toBe(bytes.length)
      expect(video.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(video.frames).toBe(framesFor(SOUND_SECONDS, FORMAT))
      expect(video.durationSeconds).toBeCloseTo(SOUND_SECONDS, 3)
      expect(await renderer.assemble(assembly('video.mp4'))).toEqual(video)
    })

    test('progress is a share, and never goes down within a segment', () => {
      expect(shares.filter((share) => share < 0 || share > 1)).toEqual([])
      // Every segment begins anew.
      const falls = shares.slice(1).filter((share, index) => share < (shares[index] ?? 0))
      expect(falls.length).toBeLessThan(segments.length)
    })

    test('work that fails leaves no file', async () => {
      const missing = { ...assembly('failed.mp4'), segmentFiles: [at('0.mp4'), at('nowhere.mp4')] }
      await expect(renderer.assemble(missing)).rejects.toThrow()
      const job = { ...scene, timelineFile: at('nowhere.json'), segment: segments[0]! }
      await expect(renderer.drawSegment({ ...job, outFile: at('failed.mp4') })).rejects.toThrow()
      expect(await filesOf('failed')).toEqual([])
    })

    test('work that was no longer wanted before it began is not done', async () => {
      const options = { signal: AbortSignal.abort(new Error('deleted')) }
      const outFile = at('unwanted')
      const segment = segments[0]!
      await expect(renderer.drawSegment({ ...scene, segment, outFile }, options)).rejects.toThrow('deleted')
      await expect(renderer.assemble(assembly('unwanted'), options)).rejects.toThrow('deleted')
      await expect(renderer.drawPoster({ ...scene, outFile }, options)).rejects.toThrow('deleted')
      const { presenterId, format } = scene
      await expect(renderer.drawStill({ presenterId, format }, options)).rejects.toThrow('deleted')
      expect(await filesOf('unwanted')).toEqual([])
    })

    describe('with the footage of a twin', () => {
      const filmed = (): FilmedTwin & { planFile: string } & SceneLook => {
        const { timelineFile, format, seed } = scene
        return {
          footage: twin.footage,
          planFile: at('plan.bin'),
          cardName: 'Ada',
          timelineFile,
          format,
          seed,
        }
      }
      const plan = (planFile: string) =>
        renderer.planFootage({
          modelFile: twin.footage.modelFile,
          timelineFile: scene.timelineFile,
          seed: scene.seed,
          engine: 'video',
          planFile,
        })

      test('a plan that is made again is the same, to the byte', async () => {
        await plan(at('plan.bin'))
        await plan(at('plan-again.bin'))
        expect((await readFile(at('plan.bin'))).equals(await readFile(at('plan-again.bin')))).toBe(true)
      })

      test('its segments are drawn from the plan, go together, and are the same again', async () => {
        await plan(at('plan.bin'))
        const configs = new Set<string>()
        for (const segment of segments) {
          const file = at(`twin-${segment.index}.mp4`)
          const { frames, codecConfigSha256 } = await renderer.drawSegment({
            ...filmed(),
            segment,
            outFile: file,
          })
          expect(frames).toBe(segment.endFrame - segment.startFrame)
          configs.add(codecConfigSha256)
        }
        expect(configs.size).toBe(1)
        const segment = segments.at(-1)!
        await renderer.drawSegment({ ...filmed(), segment, outFile: at('twin-again.mp4') })
        const first = await readFile(at(`twin-${segment.index}.mp4`))
        expect((await readFile(at('twin-again.mp4'))).equals(first)).toBe(true)
        const segmentFiles = segments.map(({ index }) => at(`twin-${index}.mp4`))
        const video = await renderer.assemble({ ...assembly('twin.mp4'), segmentFiles })
        expect(video.frames).toBe(framesFor(SOUND_SECONDS, FORMAT))
      })

      test('its poster and its still are the same again', async () => {
        await plan(at('plan.bin'))
        await renderer.drawPoster({ ...filmed(), outFile: at('twin.jpg') })
        await renderer.drawPoster({ ...filmed(), outFile: at('twin-again.jpg') })
        expect((await readFile(at('twin.jpg'))).equals(await readFile(at('twin-again.jpg')))).toBe(true)
        const still = { footage: twin.footage, cardName: 'Ada', format: FORMAT }
        const once = await renderer.drawStill(still)
        expect(Buffer.from(await renderer.drawStill(still))).toEqual(Buffer.from(once))
      })
    })

    test('an abort stops the work and leaves no file, and the next job is served', async () => {
      const abort = new AbortController()
      const segment = { index: 0, startFrame: 0, endFrame: 9000 }
      if (subject.takesTime) {
        const drawing = renderer.drawSegment(
          { ...scene, segment, outFile: at('stopped.mp4') },
          { signal: abort.signal, onProgress: () => abort.abort(new Error('no longer wanted')) },
        )
        await expect(drawing).rejects.toThrow('no longer wanted')
      }
      expect(await filesOf('stopped')).toEqual([])
      await renderer.drawPoster({ ...scene, outFile: at('next.jpg') })
    })
  })
}
