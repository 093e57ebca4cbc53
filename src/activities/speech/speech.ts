import { framesFor } from '../../domain/picture/picture.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import { isRequestFault } from '../../domain/video/making-failure.ts'
import { withoutWordsOf } from '../../domain/speech/script.ts'
import { mostSpokenSeconds } from '../../domain/speech/speech-estimate.ts'
import type { SpeechSoFar } from '../../domain/speech/speech-timeline.ts'
import type { PartTimes, SpeechRequest } from '../../domain/speech/speech-job.ts'
import { progressOfMaking } from '../../domain/video/video.ts'
import type { Video } from '../../domain/video/video.ts'
import { pictureFormat } from '../../domain/video/video-options.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { Speaker } from '../../ports/speech/speaker.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import { heartbeating } from '../heartbeating.ts'
import { noteProgress } from '../note-progress.ts'
import type { StepOptions } from '../heartbeating.ts'
import { readVideo } from '../scene.ts'
import type { VideoInput } from '../scene.ts'
import { spokenPartsOf } from './spoken-parts.ts'
import { storeTimeline } from '../stored-timeline.ts'
import { videoDeleted } from '../video-deleted.ts'
import { workKeys } from '../work-files.ts'

/** Stores and speaker for the speech activities. */
export interface SpeechPorts {
  readonly videos: Pick<Videos, 'script' | 'find' | 'recordProgress'>
  readonly speaker: Speaker
  readonly media: MediaStore
  readonly scratch: Scratch
}

/** What drawing has to know of a speech while its parts are spoken; the rest stays in the media store. */
export interface KnownSpeech {
  /** The number of parts of the whole script. */
  readonly parts: number
  /** How many of them are spoken, from the first one on. What is spoken behind a gap is not known yet. */
  readonly spoken: number
  /** Share of the script that they hold. */
  readonly share: number
  /** Up to here the timeline does not change any more. */
  readonly fixedSeconds: number
  /** Of the video, as if it ended here. */
  readonly frames: number
  readonly format: PictureFormat
}

/** Speech: from the script to sound and a timeline. */
export function createSpeechActivities(ports: SpeechPorts) {
  return {
    /**
     * Speaks one part of a video's script, and keeps it in the media store. Other parts may be spoken at the same time:
     * whichever closes a gap keeps the timeline of all that is known then.
     *
     * @returns what is known now. A part that the script does not have changes nothing.
     */
    async speakPart(input: VideoInput & { part: number }): Promise<KnownSpeech> {
      const { media, scratch } = ports
      const keys = workKeys(input.videoId)
      const { video, request } = await readScript(ports, input)
      return scratch.use((folder) =>
        heartbeating(input, async (options) => {
          const { times, speech } = await speakOne(ports, input, request, folder, options).catch(
            (error: unknown) => {
              throw withoutQuotes(request.script, error)
            },
          )
          const { timeline } = speech
          if (timeline) {
            await storeTimeline(media, keys.timelineAfter(times.length - 1), timeline, folder)
            if (times.length === speech.parts) await storeTimeline(media, keys.timeline, timeline, folder)
          }
          return toKnown(speech, times.length, video)
        }),
      )
    },

    /**
     * Finishes the sound of a script that is spoken in so many parts; keeps it in the media store. A twin is heard in the small
     * room in which people film themselves.
     *
     * @param input `forRenderer`: whether another renderer draws the video, which hears the sound as WAV.
     */
    async finishSpeech(input: VideoInput & { parts: number; forRenderer?: true }): Promise<void> {
      const { media, scratch, speaker } = ports
      const { videoId, parts, forRenderer } = input
      const keys = workKeys(videoId)
      if (await media.has(keys.encodedAudio)) return
      const { twinId } = await readVideo(ports, input)
      await scratch.use((folder) =>
        heartbeating(input, async (options) => {
          const soundFile = `${folder}/speech.m4a`
          const audioFile = forRenderer && `${folder}/speech.wav`
          const wanted = { soundFile, inSmallRoom: twinId !== null, ...(audioFile && { audioFile }) }
          await spokenPartsOf(ports, videoId, folder).withFiles(parts, (partFiles) =>
            speaker.finish({ partFiles, ...wanted }, options),
          )
          if (audioFile) await media.put(keys.audio, audioFile)
          // Last, because its presence says that all is there.
          await media.put(keys.encodedAudio, soundFile)
        }),
      )
    },
  }
}

/** Speaks a part unless that was done before. @returns what all is known by it. */
async function speakOne(
  ports: SpeechPorts,
  { videoId, part }: VideoInput & { part: number },
  speech: SpeechRequest,
  folder: string,
  options: StepOptions,
): Promise<{ times: readonly PartTimes[]; speech: SpeechSoFar }> {
  const { speaker } = ports
  const spoken = spokenPartsOf(ports, videoId, folder)
  const request = { ...speech, plan: await spoken.plan(speech) }
  const { parts } = await speaker.join({ ...request, times: [] })
  if (part < parts && !(await spoken.has(part))) {
    const partFile = `${folder}/part`
    // Two parts may begin in any order: what is drawn first waits for the earlier one alone.
    const piece = { of: videoId, place: part }
    await speaker.speakPart({ ...request, part, partFile }, { ...telling(ports, videoId, options), piece })
    await spoken.keep(part, partFile)
  }
  // Looked for after this part is kept: of two that end at the same time, one at least sees both.
  const times = await spoken.timesFromFirst(Math.min(part + 1, parts), parts)
  return { times, speech: await speaker.join({ ...request, times }) }
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

/** Has progress noted for those who poll as well: a part may take long. */
function telling(ports: SpeechPorts, videoId: string, options: StepOptions): WorkOptions {
  const spoken = (share: number) => {
    options.onProgress(share)
    void noteProgress(ports, videoId, progressOfMaking(share, 0))
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

function toKnown(speech: SpeechSoFar, spoken: number, { options }: Video): KnownSpeech {
  const { parts, share, fixedSeconds, timeline } = speech
  const format = pictureFormat(options)
  const frames = framesFor(timeline?.durationSeconds ?? 0, format)
  return { parts, spoken, share, fixedSeconds, frames, format }
}
