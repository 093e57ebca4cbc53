import type { Presenter } from '../../domain/picture/catalogue.ts'
import { framesFor, GROUP_OF_PICTURES_SECONDS, planSegments } from '../../domain/picture/picture.ts'
import { posterFrame } from '../../domain/video/poster-frame.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { Video } from '../../domain/video/video.ts'
import { pictureFormat } from '../../domain/video/video-options.ts'
import { CONTRACT } from '../../renderers/contract.ts'
import type { DrawSegment, SceneFile, Timeline } from '../../renderers/contract.ts'
import { workKeys } from '../work-files.ts'

/** What was said, in the words of the contract. */
export function timelineFor({ durationSeconds, visemes, words, sentences }: SpeechTimeline): Timeline {
  const span = ({ start, end }: { start: number; end: number }) => ({
    start_ms: Math.round(start * 1_000),
    end_ms: Math.round(end * 1_000),
  })
  return {
    contract: CONTRACT,
    duration_ms: Math.round(durationSeconds * 1_000),
    visemes: visemes.map((cue) => ({ ...span(cue), viseme: cue.viseme })),
    words: words.map((word) => ({ ...span(word), text: word.text })),
    sentences: sentences.map(span),
  }
}

/** What all segments have in common; what lies in files is left out. */
export function sceneFor(
  video: Video,
  { id, role, outsideLook = {} }: Presenter,
  speech: SpeechTimeline,
): Omit<SceneFile, 'timeline' | 'audio' | 'background' | 'options'> {
  const format = pictureFormat(video.options)
  return {
    contract: CONTRACT,
    video_id: video.id,
    presenter: {
      id,
      name: video.presenterName,
      // A look that is lent does not lend its role.
      role: video.twinId === null ? role : '',
      look: outsideLook,
    },
    picture: {
      width: format.width,
      height: format.height,
      frames_per_second: format.framesPerSecond,
      pixel_format: 'yuv420p',
      colour: 'bt709',
      range: 'limited',
    },
    frames: framesFor(speech.durationSeconds, format),
    poster_frame: posterFrame(speech, format),
    encode: {
      container: 'mp4',
      codec: 'h264',
      profile: 'high',
      group_of_pictures: GROUP_OF_PICTURES_SECONDS * format.framesPerSecond,
    },
    seed: video.id,
  }
}

/** What is sent to the renderer, a job for each segment. */
export function jobsFor(video: Video, scene: DrawSegment['scene'], speech: SpeechTimeline): DrawSegment[] {
  const format = pictureFormat(video.options)
  const segments = planSegments(framesFor(speech.durationSeconds, format), format)
  return segments.map(({ index, startFrame, endFrame }) => ({
    contract: CONTRACT,
    video_id: video.id,
    scene,
    segment: { index, start_frame: startFrame, end_frame: endFrame },
    output_ref: workKeys(video.id).outsideSegment(index),
  }))
}
