import { expect, test } from 'vitest'

import { followAccount } from '../../../src/api/v1/events/follow.ts'
import type { VideoChange } from '../../../src/ports/video/video-changes.ts'

const CHANGE = {
  accountId: 'acc_1',
  status: 'rendering',
  progress: 10,
  isDeleted: true,
  before: null,
  video: null,
  ending: null,
} as const

test('of a reader who is a thousand videos behind, the stream ends and nothing is watched any more', async () => {
  let notify: (change: VideoChange) => void = () => undefined
  let isWatched = false
  const ports = {
    videoChanges: {
      watch(_: string, changed: typeof notify) {
        notify = changed
        isWatched = true
        return { begun: Promise.resolve(new Map()), stop: () => void (isWatched = false) }
      },
    },
  } as unknown as Parameters<typeof followAccount>[2]
  const gone = new AbortController().signal
  const events = (await followAccount('acc_1', { lastEventId: undefined, gone }, ports))[
    Symbol.asyncIterator
  ]()
  const first = events.next()
  notify({ ...CHANGE, videoId: 'vid_first' })
  expect((await first).value).toMatchObject({ name: 'video.deleted', data: { data: { id: 'vid_first' } } })
  for (let n = 0; n < 1_002; n += 1) notify({ ...CHANGE, videoId: `vid_${n}` })
  expect((await events.next()).done).toBe(true)
  expect(isWatched).toBe(false)
})
