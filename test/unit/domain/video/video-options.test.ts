import { expect, test } from 'vitest'

import { isDrawable } from '../../../../src/domain/picture/drawable-text.ts'
import { pictureFormat, USUAL_OPTIONS } from '../../../../src/domain/video/video-options.ts'
import { STANDARD_PICTURE } from '../../../../src/domain/picture/picture.ts'
import type { AspectRatio, Resolution } from '../../../../src/domain/video/video-options.ts'

test.each<[Resolution, AspectRatio, number, number]>([
  ['720p', '16:9', 1280, 720],
  ['720p', '9:16', 720, 1280],
  ['720p', '1:1', 720, 720],
  ['720p', '4:5', 720, 900],
  ['1080p', '16:9', 1920, 1080],
  ['1080p', '9:16', 1080, 1920],
  ['1080p', '1:1', 1080, 1080],
  ['1080p', '4:5', 1080, 1350],
])('%s in %s is %i × %i: even sides, as chroma wants them', (resolution, aspectRatio, width, height) => {
  const format = pictureFormat({ ...USUAL_OPTIONS, resolution, aspectRatio })
  expect(format).toEqual({ width, height, framesPerSecond: 30 })
  expect([width % 2, height % 2]).toEqual([0, 0])
})

test('who chooses nothing has the standard picture', () => {
  expect(pictureFormat(USUAL_OPTIONS)).toEqual(STANDARD_PICTURE)
})

test.each(['Željka Nguyễn', 'Отдел №1', 'Ελένη', '“Q3” – 100 % & more', "O'Neill", '£5 · €6', ''])(
  '%j can be drawn',
  (text) => expect(isDrawable(text)).toBe(true),
)

test.each(['日本語', 'مرحبا', '🎬', 'a\u202Eb', 'a\u200Bb', 'a\nb', '\uFFFD'])('%j cannot', (text) =>
  expect(isDrawable(text)).toBe(false),
)
