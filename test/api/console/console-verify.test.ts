import { expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

const SCRIPT = 'Only its owner reads this.'

let service: TestService
let owner: SignedInPerson
let stranger: SignedInPerson
let videoId: string
/** What a page reads off the finished file. */
let facts: { video_id: string; sha256: string; size_bytes: number }

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  const account = await service.account()
  owner = await signedIn(service, account, { role: 'member' })
  stranger = await signedIn(service, await service.account())
  const { body } = await account.createVideo({ script: SCRIPT, title: 'News' })
  videoId = body.id
  const ready = await account.untilStatus(videoId, 'ready')
  const record = (await (await fetch(ready.provenance_url)).json()) as {
    video: { sha256: string; size_bytes: number }
  }
  facts = { video_id: videoId, sha256: record.video.sha256, size_bytes: record.video.size_bytes }
})

/** The same facts of a file that was changed. */
function changed() {
  return { ...facts, sha256: 'f'.repeat(64) }
}

test('exactly the file that was made is told with its presenter, voice and script', async () => {
  const { status, body } = await owner.request('POST', '/verify', facts)
  expect(status).toBe(200)
  expect(body).toEqual({
    verdict: 'unaltered',
    made_at: expect.stringMatching(/Z$/u),
    video: {
      id: videoId,
      title: 'News',
      presenter_name: 'Maya Lindqvist',
      voice_name: expect.any(String),
      duration_seconds: 2.5,
      script: SCRIPT,
      word_faults: [],
    },
  })
})

test('a file that was changed is told apart, for the owner of its video', async () => {
  for (const file of [changed(), { ...facts, size_bytes: facts.size_bytes + 1 }]) {
    const { body } = await owner.request('POST', '/verify', file)
    expect(body).toMatchObject({ verdict: 'altered', made_at: null, video: { id: videoId } })
  }
})

test('another account learns that an unaltered file was made here, and nothing of its script', async () => {
  const answer = await stranger.request('POST', '/verify', facts)
  expect(answer.body).toEqual({ verdict: 'unaltered', made_at: expect.any(String), video: null })
})

test('another account cannot learn of a video whose file it does not hold', async () => {
  const unknown = await stranger.request('POST', '/verify', {
    ...facts,
    video_id: 'vid_01h455vb4pex5vsknk084sn02q',
  })
  const known = await stranger.request('POST', '/verify', changed())
  expect(known.body).toEqual(unknown.body)
  expect(known.body).toEqual({ verdict: 'unknown', made_at: null, video: null })
})

test.each([
  ['video_id', { video_id: '../../../etc/passwd' }],
  ['sha256', { sha256: 'F'.repeat(64) }],
  ['size_bytes', { size_bytes: -1 }],
])('a wrong %s is refused with the field', async (field, wrong) => {
  const { status, body } = await owner.request('POST', '/verify', { ...facts, ...wrong })
  expect(status).toBe(400)
  expect(Object.keys(body.error.fields)).toEqual([field])
})

test('a video that was deleted is unknown from then on', async () => {
  expect((await owner.request('DELETE', `/videos/${videoId}`)).status).toBeLessThan(300)
  expect((await owner.request('POST', '/verify', facts)).body.verdict).toBe('unknown')
})
