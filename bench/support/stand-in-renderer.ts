import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import type { Studio } from '../../src/app/adapters/studio.ts'
import type { Segment } from '../../src/domain/picture/picture.ts'
import { quickStudio } from '../../test/support/service/quick-studio.ts'

/** What drawing and encoding a frame takes a core that has nothing else to do (docs/speed.md). */
const FRAME_MS = 11.8

/** Draws nothing, and takes as long for it as drawing does on idle cores, however busy the machine is. */
export function standInRenderer(): Studio['renderer'] {
  return quickStudio({
    renderer: {
      async drawSegment({ segment, outFile }, options) {
        const frames = segment.endFrame - segment.startFrame
        await wait(frames * FRAME_MS, null, options?.signal ? { signal: options.signal } : {})
        await writeFile(outFile, JSON.stringify(segment))
        return { frames, codecConfigSha256: '', drawMs: 0, encodeMs: 0 }
      },
      async assemble({ segmentFiles, format, outFile }) {
        const last = JSON.parse(await readFile(segmentFiles.at(-1) ?? '', 'utf8')) as Segment
        await writeFile(outFile, 'no video')
        const durationSeconds = last.endFrame / format.framesPerSecond
        return { durationSeconds, frames: last.endFrame, sizeBytes: 8, sha256: 'a'.repeat(64) }
      },
    },
  }).renderer
}
