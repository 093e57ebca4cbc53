import { performanceOf } from './motion/performance.ts'
import { createCaptions } from './overlay/captions.ts'
import { createFramePainter } from './scene/frame.ts'
import { REST } from './motion/mouth-shape.ts'
import type { Pose } from './motion/performance.ts'
import type { SpeechTimeline } from '../domain/speech/speech-timeline.ts'
import type { Performer } from './draw-segment.ts'
import type { StagedPresenter } from './scene/frame.ts'

/** Hands and camera that do nothing. */
const STILL = { gestures: 'none', camera: 'still' } as const

/** Eyes open and mouth closed, all the time: what no later part of a speech changes. */
function stillPose(timeline: SpeechTimeline, seed: string): () => Pose {
  const pose = { ...performanceOf(timeline, seed, STILL)(0), mouth: REST, smile: 1, lids: 0 }
  return () => pose
}

/** A presenter who moves as a seed has it, or keeps still in a test video. */
export function presenterPerformer(staged: StagedPresenter, seed: string): Performer {
  return {
    pictures: 'drawn',
    painter(timeline, picture) {
      const { set, captions: style, isTest } = staged.setting
      const look = style && { style, highlight: set.brand }
      const captions = look && createCaptions(staged.raster, timeline, staged.format, look)
      const poseAt = isTest ? stillPose(timeline, seed) : performanceOf(timeline, seed, staged.setting)
      const seconds = timeline.goesOn ? Number.POSITIVE_INFINITY : timeline.durationSeconds
      return createFramePainter(staged, poseAt, seconds, picture, captions)
    },
  }
}
