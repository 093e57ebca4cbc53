import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { expect, test } from 'vitest'

import { createOutsideRenderActivities } from '../../../src/activities/outside-render.ts'
import { workKeys } from '../../../src/activities/work-files.ts'
import { optionsView } from '../../../src/api/v1/videos/view.ts'
import type { Video } from '../../../src/domain/video.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video-options.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import { quickStudio } from '../../support/quick-studio.ts'
import { sampleTimeline } from '../render/sample-speech.ts'

const LINK = 'https://pictures.example/wall.jpg?token=secret'

test('a renderer of others gets the picture behind the presenter, not the link it came from', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outside-activities-'))
  try {
    const media = createDiskStore(join(folder, 'media'))
    const keys = workKeys('vid_1')
    const keep = async (key: string, content: string) => {
      const file = join(folder, 'file')
      await writeFile(file, content)
      await media.put(key, file)
    }
    await keep(keys.timeline, JSON.stringify(sampleTimeline(2)))
    await keep(keys.audio, 'sound')
    await keep(keys.background, 'picture')
    const options = { ...USUAL_OPTIONS, captions: 'burned', background: { imageUrl: LINK } } as const
    const video = { id: 'vid_1', presenterId: 'maya', twinId: null, presenterName: 'Maya', options } as Video
    const { prepareScene } = createOutsideRenderActivities({
      videos: { find: async () => video },
      twins: { look: async () => null },
      media,
      renderer: quickStudio().renderer,
      scratch: createScratch(join(folder, 'scratch')),
      rendererWaitSeconds: 1,
      optionsView,
    })
    const environment = new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') })
    await environment.run(prepareScene, { accountId: 'acc_1', videoId: 'vid_1' })
    const scene = await readFile(await media.localFile(keys.outsideScene), 'utf8')
    expect(JSON.parse(scene)).toMatchObject({
      background: { ref: keys.background },
      options: { captions: 'burned', background: null },
    })
    expect(scene).not.toContain('secret')
  } finally {
    await rm(folder, { recursive: true })
  }
})
