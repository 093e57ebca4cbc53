import type { PictureFormat } from '../picture/picture.ts'
import type { SpeechTimeline } from '../speech/speech-timeline.ts'

/** The frame in the middle of the longest silence: there a mouth is at rest, whoever draws it. */
export function posterFrame({ visemes }: SpeechTimeline, { framesPerSecond }: PictureFormat): number {
  const silences = visemes.filter(({ viseme }) => viseme === 'sil')
  const [longest] = silences.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  return longest ? Math.floor(((longest.start + longest.end) / 2) * framesPerSecond) : 0
}
