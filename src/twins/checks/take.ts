import type { TakePart } from '../../domain/twin/twin-take.ts'
import type { FaceTrack, Portraits } from '../../face/face-track.ts'
import type { Pcm } from '../../speech/engines/wav.ts'

/** What is known of a take: what checks look at. */
export interface RecordedTake {
  readonly part: TakePart
  readonly track: FaceTrack
  readonly portraits: Portraits
  readonly sound: Pcm
}
