import { createHash } from 'node:crypto'

import { STANDARD_PICTURE } from '../../../src/domain/picture/picture.ts'
import type { Making } from '../../../src/domain/video/making.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'

/** How a video of a script was made: half a second for each word. */
export function sampleMaking(text: string, file: { sha256: string; sizeBytes: number }): Making {
  const words = [...text.matchAll(/\S+/gu)].map((match, index) => ({
    text: match[0],
    charStart: match.index,
    charEnd: match.index + match[0].length,
    start: index / 2,
    end: index / 2 + 0.5,
    spoken: /[\p{L}\p{N}]/u.test(match[0]) ? match[0] : '',
  }))
  const durationSeconds = words.length / 2
  return {
    videoId: 'vid_1',
    createdAt: new Date('2026-11-21T10:00:00Z'),
    script: { text, sha256: createHash('sha256').update(text).digest('hex'), pronunciations: 0 },
    timeline: {
      durationSeconds,
      engine: { id: 'kokoro', version: '82m-v1.0-int8', voice: 'aria' },
      words,
      sentences: [],
      phones: [],
      visemes: [],
    },
    presenter: { id: 'maya', shownName: 'Maya Lindqvist', twinId: null, dataSha256: 'a'.repeat(64) },
    renderer: { name: 'house', version: '0.1.0' },
    format: STANDARD_PICTURE,
    options: USUAL_OPTIONS,
    backgroundSha256: null,
    file: { ...file, durationSeconds, frames: durationSeconds * STANDARD_PICTURE.framesPerSecond },
  }
}
