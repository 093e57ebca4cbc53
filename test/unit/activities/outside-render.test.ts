import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { storeTimeline } from '../../../src/activities/stored-timeline.ts'
import { createOutsideRenderActivities } from '../../../src/activities/picture/outside-render.ts'
import { workKeys } from '../../../src/activities/work-files.ts'
import { optionsView } from '../../../src/api/v1/videos/view.ts'
import type { Video } from '../../../src/domain/video/video.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import type { Renderer } from '../../../src/ports/video/renderer.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { sampleTimeline } from '../render/sample-speech.ts'

const LINK = 'https://pictures.example/wall.jpg?token=secret'
const VIDEO = { accountId: 'acc_1', videoId: 'vid_1' }
const keys = workKeys(VIDEO.videoId)

let folder: string
let media: MediaStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outside-activities-'))
  media = createDiskStore(join(folder, 'media'))
})
afterEach(() => rm(folder, { recursive: true }))

async function keep(key: string, content: string): Promise<void> {
  const file = join(folder, 'file')
  await writeFile(file, content)
  await media.put(key, file)
}

const kept = (key: string) => media.withFile(key, (file) => readFile(file, 'utf8'))

/** The activities, for a video whose background is a picture on the web. */
function outside(replaced: Partial<Renderer> = {}) {
  const options = { ...USUAL_OPTIONS, captions: 'burned', background: { imageUrl: LINK } } as const
  const video = { id: 'vid_1', presenterId: 'maya', twinId: null, presenterName: 'Maya', options } as Video
  const activities = createOutsideRenderActivities({
    videos: { find: async () => video },
    twins: { look: async () => null },
    media,
    renderer: quickStudio({ renderer: replaced }).renderer,
    scratch: createScratch(join(folder, 'scratch')),
    rendererWaitSeconds: 1,
    optionsView,
  })
  const environment = new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') })
  return {
    prepareScene: () => environment.run(activities.prepareScene, VIDEO),
    acceptSegments: (drawn: unknown[]) => environment.run(activities.acceptSegments, { ...VIDEO, drawn }),
  }
}

/** What a renderer says of the one segment of a video of two seconds. */
const REPORT = {
  contract: 1,
  index: 0,
  ref: keys.outsideSegment(0),
  sha256: 'a'.repeat(64),
  bytes: 5,
  frames: 60,
  codec_config_sha256: 'b'.repeat(64),
  engine_version: 'mine 1',
  timings: { draw_ms: 1, encode_ms: 1 },
}

test('a renderer of others gets the picture behind the presenter, not the link it came from', async () => {
  await storeTimeline(media, keys.timeline, sampleTimeline(2), folder)
  await keep(keys.audio, 'sound')
  await keep(keys.background, 'picture')
  await outside().prepareScene()
  const scene = await kept(keys.outsideScene)
  expect(JSON.parse(scene)).toMatchObject({
    background: { ref: keys.background },
    options: { captions: 'burned', background: null },
  })
  expect(scene).not.toContain('secret')
})

test('what was checked is what will be joined, whatever the renderer writes meanwhile and later', async () => {
  await storeTimeline(media, keys.timeline, sampleTimeline(2), folder)
  await keep(keys.outsideSegment(0), 'drawn')
  let checked = ''
  const { acceptSegments } = outside({
    async acceptSegments({ segments, poster }) {
      await keep(keys.outsideSegment(0), 'something else')
      checked = await readFile(segments[0]!.file, 'utf8')
      await copyFile(poster.segmentFile, poster.outFile)
      await copyFile(poster.segmentFile, poster.smallFile!)
    },
  })
  await acceptSegments([REPORT])
  await keep(keys.outsideSegment(0), 'something else again')
  expect([checked, await kept(keys.segment(0)), await kept('videos/vid_1/poster.jpg')]).toEqual([
    'drawn',
    'drawn',
    'drawn',
  ])
  expect(JSON.parse(await kept(keys.outsideRenderer))).toEqual({ name: 'house', version: 'mine 1' })
})

test('accepting what was drawn can be repeated', async () => {
  await storeTimeline(media, keys.timeline, sampleTimeline(2), folder)
  await keep(keys.outsideSegment(0), 'drawn')
  await outside().acceptSegments([REPORT])
  await outside().acceptSegments([REPORT])
  expect(await kept(keys.segment(0))).toBe('drawn')
})

test('a segment that was reported and not written is refused for good', async () => {
  await storeTimeline(media, keys.timeline, sampleTimeline(2), folder)
  await expect(outside().acceptSegments([REPORT])).rejects.toMatchObject({
    type: 'SegmentRefused',
    nonRetryable: true,
    message: 'Segment 0 was not written',
  })
  expect(await media.has(keys.segment(0))).toBe(false)
})
