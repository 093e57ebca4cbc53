import { expect, test } from 'vitest'

import { destinationOf, withoutLinkSignatures } from '../../../../src/domain/webhook/webhook-delivery.ts'

const [own, usual] = ['https://own.example.com/', 'https://usual.example.com/']

test.each([
  ['the video’s own', own, { url: usual, disabled: false }, { kind: 'url', url: own, isEndpoint: false }],
  [
    'the video’s own, though the account’s is off',
    own,
    { url: usual, disabled: true },
    { kind: 'url', url: own },
  ],
  ['the account’s', null, { url: usual, disabled: false }, { kind: 'url', url: usual, isEndpoint: true }],
  ['nowhere while the account’s is off', null, { url: usual, disabled: true }, { kind: 'disabled' }],
  ['nowhere without any', null, null, { kind: 'none' }],
])('an event goes to %s', (_where, videoUrl, endpoint, destination) => {
  expect(destinationOf({ videoUrl, endpoint })).toMatchObject(destination)
})

test('a text without signatures of links still tells where they led, in JSON, HTML and inside other links', () => {
  const link = 'https://v.example.com/media/videos/vid_1/video?expires=1&signature=abc-DEF_123'
  const text = `{"video_url":"${link}","n":1} <a href='${link}'> https://x.example/?to=${encodeURIComponent(link)}&b=2`
  const shown = withoutLinkSignatures(text)
  expect(shown).not.toContain('DEF_123')
  expect(shown.match(/vid_1/gu)).toHaveLength(3)
  expect(shown).toContain('","n":1}')
  expect(shown).toContain('&b=2')
})
