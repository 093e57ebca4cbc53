import type { SpeechSoFar } from '../../domain/speech/speech-timeline.ts'
import type {
  FinishSpeechRequest,
  PartTimes,
  ScriptPlan,
  SpeakPartRequest,
  SpeechRequest,
  SpokenPartsRequest,
} from '../../domain/speech/speech-job.ts'
import type { WorkOptions } from '../process/work-options.ts'

/** Turns a script into sound and a timeline: part after part, so that drawing can begin before all is spoken. */
export interface Speaker {
  /** Decides what is said of a script, and in which part. Same release, same plan. */
  plan(request: SpeechRequest): Promise<ScriptPlan>
  /**
   * Speaks one part of a script into a file of our own form. Parts know nothing of each other.
   * Progress is the share of the whole script that is spoken then. @throws SpeechTooLong.
   */
  speakPart(request: SpeakPartRequest, options?: WorkOptions): Promise<void>
  /** Reads from a spoken part when everything in it is heard. Same part, same times. */
  timesOf(partFile: string): Promise<PartTimes>
  /**
   * What the parts spoken so far come to, by their times alone; before the first, how many there are to be.
   *
   * @throws SpeechImpossible, SpeechTooLong.
   */
  join(request: SpokenPartsRequest): Promise<SpeechSoFar>
  /** Writes the sound of all parts: −16 LUFS ± 0.5, true peak ≤ −1.5 dB. Same parts, same bytes. */
  finish(request: FinishSpeechRequest, options?: WorkOptions): Promise<void>
}
