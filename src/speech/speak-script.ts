import { rm } from 'node:fs/promises'
import type { SpeechTimeline } from '../domain/speech/speech-timeline.ts'
import type { FinishSpeechRequest, PartTimes, SpeechRequest } from '../domain/speech/speech-job.ts'
import type { Speaker } from '../ports/speech/speaker.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'

/** Share of the work that speaking is; the rest is finishing. */
const SPEAKING_SHARE = 0.7

/**
 * Speaks a whole script, part after part, and finishes its sound: for who has no workflow to do it.
 *
 * @throws SpeechImpossible (by name) when there is nothing in the script that the voice can say.
 */
export async function speakScript(
  speaker: Speaker,
  { audioFile, soundFile, ...request }: SpeechRequest & Omit<FinishSpeechRequest, 'partFiles'>,
  { onProgress, ...options }: WorkOptions = {},
): Promise<SpeechTimeline> {
  const partFiles: string[] = []
  const times: PartTimes[] = []
  const spoken = (share: number) => onProgress?.(SPEAKING_SHARE * share)
  try {
    for (;;) {
      const part = partFiles.length
      const partFile = `${soundFile}.${part}.part`
      partFiles.push(partFile)
      await speaker.speakPart({ ...request, part, partFile }, { ...options, onProgress: spoken })
      times.push(await speaker.timesOf(partFile))
      const { timeline, parts } = await speaker.join({ ...request, times })
      if (timeline === null || partFiles.length < parts) continue
      const finished = (share: number) => onProgress?.(SPEAKING_SHARE + (1 - SPEAKING_SHARE) * share)
      const files = { partFiles, soundFile, ...(audioFile !== undefined && { audioFile }) }
      await speaker.finish(files, { ...options, onProgress: finished })
      finished(1)
      return timeline
    }
  } finally {
    await Promise.all(partFiles.map((file) => rm(file, { force: true })))
  }
}
