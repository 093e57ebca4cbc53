import { framesFor } from '../domain/picture.ts'
import type { PictureFormat } from '../domain/picture.ts'
import { isRequestFault } from '../domain/making-failure.ts'
import { withoutWordsOf } from '../domain/script.ts'
import { mostSpokenSeconds } from '../domain/speech-estimate.ts'
import type { SpeechSoFar } from '../domain/speech-timeline.ts'
import type { SpeechRequest } from '../domain/studio-job.ts'
import { progressOfMaking } from '../domain/video.ts'
import type { Video } from '../domain/video.ts'
import { pictureFormat } from '../domain/video-options.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Scratch } from '../ports/scratch.ts'
import type { Speaker } from '../ports/speaker.ts'
import type { Videos } from '../ports/videos.ts'
import type { WorkOptions } from '../ports/work-options.ts'
import { heartbeating } from './heartbeating.ts'
import type { StepOptions } from './heartbeating.ts'
import { readVideo } from './scene.ts'
import type { VideoInput } from './scene.ts'
import { keepText } from './stored-text.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** Stores and speaker for the speech activities. */
export interface SpeechPorts {
  readonly videos: Pick<Videos, 'script' | 'find' | 'recordProgress'>
  readonly speaker: Speaker
  readonly media: MediaStore
  readonly scratch: Scratch
}

/** What drawing has to know of a speech after one of its parts; the rest stays in the media store. */
export interface SpokenPart {
  /** Of the whole script. */
  readonly parts: number
  readonly isLast: boolean
  /** Share of the script that is spoken. */
  readonly share: number
  /** Up to here the timeline does not change any more. */
  readonly fixedSeconds: number
  /** Of the video, as if it ended here. */
  readonly frames: number
  readonly format: PictureFormat
}

/** Speech: from the script to sound and a timeline. */
export function createSpeechActivities(ports: SpeechPorts) {
  const { videos, speaker, media, scratch } = ports
  return {
    /** Speaks one part of a video's script; keeps it, and the timeline so far, in the media store. */
    async speakPart(input: VideoInput & { part: number }): Promise<SpokenPart> {
      const { part } = input
      const keys = workKeys(input.videoId)
      const { video, request } = await readScript(ports, input)
      return scratch.use(async (folder) => {
        const speech = await heartbeating(input, (options) =>
          speakNext(request, `${folder}/part`, options).catch((error: unknown) => {
            throw withoutQuotes(request.script, error)
          }),
        )
        const isLast = part + 1 === speech.parts
        await keepTimeline(keys.timelineAfter(part))
        if (isLast) await keepTimeline(keys.timeline)
        return toSpoken(speech, isLast, video)

        async function keepTimeline(key: string): Promise<void> {
          if (speech.timeline) await keepText(media, key, JSON.stringify(speech.timeline), folder)
        }
      })

      async function speakNext(
        speech: SpeechRequest,
        partFile: string,
        options: StepOptions,
      ): Promise<SpeechSoFar> {
        const key = keys.spokenPart(part)
        if (!(await media.has(key))) {
          await speaker.speakPart({ ...speech, part, partFile }, telling(videos, input.videoId, options))
          // Not every engine says the same twice, and who was thought dead may have been first.
          if (!(await media.has(key))) await media.put(key, partFile)
        }
        return media.withFiles(spokenParts(input.videoId, part + 1), (partFiles) =>
          speaker.join({ ...speech, partFiles }),
        )
      }
    },

    /** Finishes the sound of a script that is spoken in so many parts; keeps it in the media store. */
    async finishSpeech(input: VideoInput & { parts: number }): Promise<void> {
      const { videoId, parts } = input
      const keys = workKeys(videoId)
      if (await media.has(keys.encodedAudio)) return
      await scratch.use((folder) =>
        heartbeating(input, async (options) => {
          const [audioFile, soundFile] = [`${folder}/speech.wav`, `${folder}/speech.m4a`]
          await media.withFiles(spokenParts(videoId, parts), (partFiles) =>
            speaker.finish({ partFiles, audioFile, soundFile }, options),
          )
          await media.put(keys.audio, audioFile)
          // Last, because its presence says that both are there.
          await media.put(keys.encodedAudio, soundFile)
        }),
      )
    },
  }
}

/** The script to speak, and its video. Fails without a retry when the video was deleted. */
async function readScript(
  ports: SpeechPorts,
  input: VideoInput,
): Promise<{ video: Video; request: SpeechRequest }> {
  const video = await readVideo(ports, input)
  const script = await ports.videos.script(video.id)
  if (script === null) throw videoDeleted(video.id)
  const { text, pronunciations } = script
  const mostSeconds = mostSpokenSeconds(video.estimatedSeconds)
  return { video, request: { script: text, pronunciations, voiceId: video.engineVoiceId, mostSeconds } }
}

/** Keys of the first parts that were spoken of a video's script. */
function spokenParts(videoId: string, parts: number): string[] {
  const { spokenPart } = workKeys(videoId)
  return Array.from({ length: parts }, (_, part) => spokenPart(part))
}

/** Has progress be told to those who poll as well: a part may take long. A courtesy, which may fail. */
function telling(videos: SpeechPorts['videos'], videoId: string, options: StepOptions): WorkOptions {
  const spoken = (share: number) => {
    options.onProgress(share)
    videos.recordProgress(videoId, progressOfMaking(share, 0)).catch(() => undefined)
  }
  return { ...options, onProgress: spoken }
}

/** The same error, fit for logs and histories. What says why a script cannot be spoken is ours and quotes nothing. */
function withoutQuotes(script: string, error: unknown): unknown {
  if (!(error instanceof Error) || isRequestFault(error.name)) return error
  error.stack = withoutWordsOf(script, error.stack ?? '')
  error.message = withoutWordsOf(script, error.message)
  return error
}

function toSpoken(speech: SpeechSoFar, isLast: boolean, { options }: Video): SpokenPart {
  const { parts, share, fixedSeconds, timeline } = speech
  const format = pictureFormat(options)
  return {
    parts,
    isLast,
    share,
    fixedSeconds,
    frames: framesFor(timeline?.durationSeconds ?? 0, format),
    format,
  }
}
