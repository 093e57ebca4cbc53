import { expect, test } from 'vitest'

import { EMPTY_DRAFT, requestOptions, unfinishedLook } from '../../../web/src/new-video/draft/draft.ts'
import type { Draft } from '../../../web/src/new-video/draft/draft.ts'

test.each<[string, Partial<Draft>]>([
  ['a set that is not chosen', { background: 'set' }],
  ['half a colour of the wall', { background: 'colour', colour: '#12' }],
  ['a picture without a link', { background: 'picture' }],
  ['a link that is none', { background: 'picture', pictureUrl: 'office.jpg' }],
  ['a name card without a first line', { nameCard: 'custom', cardTitle: ' ' }],
  ['half a brand colour', { brandColour: '#ff' }],
])('%s keeps the video from being created, with a sentence', (_, change) => {
  expect(unfinishedLook({ ...EMPTY_DRAFT, ...change })).toMatch(/^[A-Z].+\.$/u)
})

test.each<[Partial<Draft>, object]>([
  [{}, {}],
  [{ background: 'set', set: 'office' }, { background: { set: 'office' } }],
  [{ background: 'colour' }, { background: { colour: '#1f3a5f' } }],
  [
    { background: 'picture', pictureUrl: 'https://example.com/office.jpg' },
    { background: { image_url: 'https://example.com/office.jpg' } },
  ],
  [
    { background: 'picture', pictureUrl: 'https://example.com/office.jpg', backgroundBlur: 'soft' },
    { background: { image_url: 'https://example.com/office.jpg' }, background_blur: 'soft' },
  ],
  [{ background: 'set', set: 'office', backgroundBlur: 'strong' }, { background: { set: 'office' } }],
  [{ brandColour: '#ffcc00' }, { brand_colour: '#ffcc00' }],
  [{ gestures: 'lively' }, { gestures: 'lively' }],
  [{ camera: 'still' }, { camera: 'still' }],
  [{ camera: 'still', who: { kind: 'twin', id: 'twin_1' } }, {}],
  [{ gestures: 'lively', who: { kind: 'twin', id: 'twin_1' } }, {}],
])('a look that is whole is asked for as it is shown: %o', (change, options) => {
  const draft = { ...EMPTY_DRAFT, ...change }
  expect(unfinishedLook(draft)).toBeNull()
  expect(requestOptions(draft)).toEqual(options)
})
