import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFormat, USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { AspectRatio, Resolution } from '../../../src/domain/video/video-options.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'

const RATIOS: readonly AspectRatio[] = ['16:9', '9:16', '1:1', '4:5']
const RESOLUTIONS: readonly Resolution[] = ['720p', '1080p']
const FRAMES = 3

let folder: string
let renderer: ChildRenderer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formats-'))
  await writeFile(join(folder, 'timeline.json'), JSON.stringify(sampleTimeline(4)))
  renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
})
afterAll(async () => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

test.each(RESOLUTIONS.flatMap((resolution) => RATIOS.map((aspectRatio) => ({ resolution, aspectRatio }))))(
  '$resolution in $aspectRatio is encoded in its size, with square pixels, tagged BT.709',
  async (chosen) => {
    const format = pictureFormat({ ...USUAL_OPTIONS, ...chosen })
    const outFile = join(folder, 'segment.mp4')
    await renderer.drawSegment({
      presenterId: 'maya',
      timelineFile: join(folder, 'timeline.json'),
      format,
      seed: 'vid_1',
      style: {
        background: null,
        captions: 'burned',
        nameCard: true,
        brandColour: '#ff5500',
        gestures: 'calm',
        camera: 'directed',
      },
      segment: { index: 0, startFrame: 15, endFrame: 15 + FRAMES },
      outFile,
    })
    const ffmpeg = await loadFfmpeg()
    const demuxer = await ffmpeg.Demuxer.open(outFile)
    const parameters = demuxer.video()?.codecpar
    expect(parameters).toMatchObject({
      width: format.width,
      height: format.height,
      colorSpace: ffmpeg.AVCOL_SPC_BT709,
      colorTrc: ffmpeg.AVCOL_TRC_BT709,
      colorPrimaries: ffmpeg.AVCOL_PRI_BT709,
      colorRange: ffmpeg.AVCOL_RANGE_MPEG,
    })
    const { num = 0, den = 1 } = parameters?.sampleAspectRatio ?? {}
    // 0 is how a file says nothing of it; players then take pixels as square.
    expect([0, 1]).toContain(num / den)
    await demuxer.close()
  },
)
