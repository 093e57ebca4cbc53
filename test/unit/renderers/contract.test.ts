import { describe, expect, test } from 'vitest'

import { SegmentReport, DrawSegment } from '../../../src/renderers/contract.ts'

const JOB = {
  contract: 1,
  video_id: 'vid_1',
  scene: { ref: 'work/vid_1/outside/scene.json', sha256: 'a'.repeat(64) },
  segment: { index: 0, start_frame: 0, end_frame: 90 },
  output_ref: 'work/vid_1/outside/segment_0000.mp4',
}

describe('a reference', () => {
  test('is a path below the media folder', () => {
    expect(DrawSegment.parse(JOB)).toEqual(JOB)
  })

  test.each([
    '',
    '/etc/passwd',
    '../secret',
    'work/../../secret',
    'work/./scene.json',
    'work//scene.json',
    'work/scene.json/',
    '.hidden/scene.json',
    'work/.part',
    'work/name.',
    'C:\\scene.json',
    'work\\..\\secret',
    'work/scene.json\n',
    'work/scene\0.json',
    'https://example.com/scene.json',
    '1/2/3/4/5/6/7/8/9',
  ])('does not lead elsewhere: %j', (ref) => {
    expect(DrawSegment.safeParse({ ...JOB, output_ref: ref }).success).toBe(false)
    expect(DrawSegment.safeParse({ ...JOB, scene: { ...JOB.scene, ref } }).success).toBe(false)
    expect(SegmentReport.shape.ref.safeParse(ref).success).toBe(false)
  })
})

test('members that a later version adds are no reason to refuse a job', () => {
  expect(DrawSegment.parse({ ...JOB, priority: 1 })).toEqual(JOB)
  expect(DrawSegment.safeParse({ ...JOB, contract: 2 }).success).toBe(false)
})
