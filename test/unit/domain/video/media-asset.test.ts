import { expect, test } from 'vitest'
import { contentType, isMediaAsset, mediaFolder, mediaKey } from '../../../../src/domain/video/media-asset.ts'
import type { MediaAsset } from '../../../../src/domain/video/media-asset.ts'

test.each<[MediaAsset, string, string]>([
  ['video', 'videos/vid_1/video.mp4', 'video/mp4'],
  ['poster', 'videos/vid_1/poster.jpg', 'image/jpeg'],
  ['small-poster', 'videos/vid_1/poster-small.jpg', 'image/jpeg'],
  ['captions.srt', 'videos/vid_1/captions.srt', 'application/x-subrip'],
  ['captions.vtt', 'videos/vid_1/captions.vtt', 'text/vtt; charset=utf-8'],
])('%s is kept at %s and sent as %s', (asset, key, type) => {
  expect(isMediaAsset(asset)).toBe(true)
  expect(mediaKey('vid_1', asset)).toBe(key)
  expect(key.startsWith(mediaFolder('vid_1'))).toBe(true)
  expect(contentType(asset)).toBe(type)
})

test.each(['', 'audio', 'video.mp4', 'toString', '__proto__'])('%j names nothing of a video', (text) => {
  expect(isMediaAsset(text)).toBe(false)
})
