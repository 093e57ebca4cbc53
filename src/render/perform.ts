import { performanceOf } from './motion/performance.ts'
import { createCaptions } from './overlay/captions.ts'
import { createFramePainter } from './scene/frame.ts'
import type { Performer } from './draw-segment.ts'
import type { StagedPresenter } from './scene/frame.ts'

/** A presenter who moves as a seed has it. */
export function presenterPerformer(staged: StagedPresenter, seed: string): Performer {
  return {
    pictures: 'drawn',
    painter(timeline, picture) {
      const { set, captions: style } = staged.setting
      const look = style && { style, highlight: set.brand }
      const captions = look && createCaptions(staged.raster, timeline, staged.format, look)
      const poseAt = performanceOf(timeline, seed)
      const seconds = timeline.goesOn ? Number.POSITIVE_INFINITY : timeline.durationSeconds
      return createFramePainter(staged, poseAt, seconds, picture, captions)
    },
  }
}
