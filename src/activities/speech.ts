import { writeFile } from 'node:fs/promises'

import { framesFor } from '../domain/picture.ts'
import type { PictureFormat } from '../domain/picture.ts'
import { withoutWordsOf } from '../domain/script.ts'
import type { SpeechTimeline } from '../domain/speech-timeline.ts'
import type { Video } from '../domain/video.ts'
import { pictureFormat } from '../domain/video-options.ts'
import type { MediaStore, Scratch, Speaker, Videos } from '../ports.ts'
import { heartbeating } from './heartbeating.ts'
import { readTimeline } from './timeline-file.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** What speaking needs. */
export interface SpeechPorts {
  readonly videos: Pick<Videos, 'script' | 'find'>
  readonly speaker: Speaker
  readonly media: MediaStore
  readonly scratch: Scratch
}

/** What drawing has to know of a speech; the rest stays in the media store. */
export interface SpokenScript {
  readonly durationSeconds: number
  readonly frames: number
  readonly format: PictureFormat
  /** Whether a picture is to be fetched that is behind the presenter. */
  readonly needsPicture: boolean
}

/** Speech: from the script to sound and a timeline. */
export function createSpeechActivities({ videos, speaker, media, scratch }: SpeechPorts) {
  return {
    /** Speaks the script of a video; keeps audio and timeline in the media store. */
    async speakScript({ accountId, videoId }: { accountId: string; videoId: string }): Promise<SpokenScript> {
      const keys = workKeys(videoId)
      const video = await videos.find(accountId, videoId)
      const script = await videos.script(videoId)
      if (video === null || script === null) throw videoDeleted(videoId)
      if (await media.has(keys.timeline)) return toSpoken(await readTimeline(media, videoId), video)

      return scratch.use(async (folder) => {
        const audioFile = `${folder}/speech.wav`
        const { text, pronunciations } = script
        const request = { script: text, pronunciations, voiceId: video.engineVoiceId, audioFile }
        const timeline = await heartbeating((options) =>
          speaker.speak(request, options).catch((error: unknown) => {
            throw withoutQuotes(text, error)
          }),
        )
        const timelineFile = `${folder}/timeline.json`
        await writeFile(timelineFile, JSON.stringify(timeline))
        await media.put(keys.audio, audioFile)
        // Last, because its presence says that the speech is complete.
        await media.put(keys.timeline, timelineFile)
        return toSpoken(timeline, video)
      })
    },
  }
}

/** The same error, fit for logs and histories. What says why a script cannot be spoken is ours and quotes nothing. */
function withoutQuotes(script: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'SpeechImpossible') return error
  error.stack = withoutWordsOf(script, error.stack ?? '')
  error.message = withoutWordsOf(script, error.message)
  return error
}

function toSpoken({ durationSeconds }: SpeechTimeline, { options }: Video): SpokenScript {
  const format = pictureFormat(options)
  const { background } = options
  const needsPicture = background !== null && 'imageUrl' in background
  return { durationSeconds, frames: framesFor(durationSeconds, format), format, needsPicture }
}
