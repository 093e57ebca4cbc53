import { setMaxListeners } from 'node:events'
import { prepareScript } from './phrases.ts'
import { joinSpeech } from './timeline.ts'
import type { HearsSettled, SettledSpeech, SpeechTimeline } from '../domain/speech-timeline.ts'
import type { SpeakRequest } from '../domain/studio-job.ts'
import type { WorkOptions } from '../ports.ts'
import type { Phrase, TimeSpan, Utterance } from './engine.ts'
import type { ScriptPhrase } from './phrases.ts'
import type { SpokenPhrase } from './timeline.ts'
import type { EngineVoice } from './voices.ts'
import type { Pcm } from './wav.ts'

/** Input of the task `say`; its output is an `Utterance`, or null when nothing could be said. */
export interface SayTask {
  readonly phrase: Phrase
  readonly voiceId: string
  /** Where Kokoro's files are, if they are. */
  readonly kokoroDir: string
}

/** Input of the task `warmUp`. */
export interface WarmUpTask extends Pick<SayTask, 'kokoroDir'> {
  /** Voices to speak with once, one of each engine that will be wanted. */
  readonly voiceIds: readonly string[]
}

/** Input of the task `finish`, which writes the file. */
export interface FinishTask {
  readonly speech: Pcm
  readonly audioFile: string
}

/** Input of the task `align`; its output is an `Utterance`, or null when nothing is heard. */
export interface AlignTask {
  readonly phrase: Phrase
  readonly sound: Pcm
  readonly words: readonly TimeSpan[] | null
}

/** Who speaks a script, somewhere where it blocks nobody. */
export interface SpeechCast {
  readonly voice: SpeakingVoice
  say(phrase: Phrase, signal: AbortSignal): Promise<Utterance | null>
  finish(task: FinishTask, options: WorkOptions): Promise<void>
}

/** What has to be known of a voice to read a script to it and to tell how its speech was made. */
export type SpeakingVoice = Pick<EngineVoice, 'name' | 'language' | 'engineVersion' | 'engineVoice'> & {
  readonly engine: string
}

/** Share of the work that speaking is; the rest is finishing. */
const SPEAKING_SHARE = 0.7

/**
 * The way of a script: cut into phrases, spoken side by side, joined, finished.
 *
 * @throws SpeechImpossible (by name) when there is nothing in the script that the voice can say.
 */
export async function speakScript(
  { script, audioFile, pronunciations = [] }: Omit<SpeakRequest, 'voiceId'>,
  cast: SpeechCast,
  { signal, onProgress, onSettled }: WorkOptions & HearsSettled = {},
): Promise<SpeechTimeline> {
  const { voice } = cast
  const prepared = prepareScript(script, { language: voice.language, pronunciations })
  const tell = (share: number): void => onProgress?.(share)

  const stamp = { id: voice.engine, version: voice.engineVersion, voice: voice.engineVoice }
  const spoken = await speakAll(prepared.phrases, cast, signal, {
    tell: (share) => tell(share * SPEAKING_SHARE),
    settle: (beginning) => {
      if (!onSettled || beginning.length === 0) return
      onSettled(settledSpeech(joinSpeech(prepared, beginning, stamp).timeline))
    },
  })
  if (spoken.length === 0) throw speechImpossible(voice)
  const { samples, sampleRate, timeline } = joinSpeech(prepared, spoken, stamp)
  const task: FinishTask = { speech: { samples, sampleRate }, audioFile }
  await cast.finish(task, {
    ...(signal && { signal }),
    onProgress: (share) => tell(SPEAKING_SHARE + (1 - SPEAKING_SHARE) * share),
  })
  tell(1)
  return timeline
}

/** What is told while phrases are spoken. */
interface SpeakingNews {
  /** The share that is spoken. */
  readonly tell: (share: number) => void
  /** All phrases from the first on that are spoken without one missing between; more each time. */
  readonly settle: (beginning: readonly SpokenPhrase[]) => void
}

/** Nothing changes any more up to the end of the last sound: what follows begins after a rest. */
function settledSpeech(timeline: SpeechTimeline): SettledSpeech {
  return { timeline, settledSeconds: timeline.sentences.at(-1)?.end ?? 0 }
}

/** Phrases do not depend on each other, so all are asked for at once and done as children are free. */
async function speakAll(
  phrases: readonly ScriptPhrase[],
  { say }: SpeechCast,
  signal: AbortSignal | undefined,
  news: SpeakingNews,
): Promise<SpokenPhrase[]> {
  // One phrase that fails fails the script; the others must not go on without anyone waiting.
  const failed = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  // Every phrase listens to it, and a long script has more than the eleven that Node warns of.
  setMaxListeners(0, stop)
  const spoken: SpokenPhrase[][] = []
  let done = 0
  let settled = 0
  const speak = async (source: ScriptPhrase, index: number): Promise<void> => {
    const utterance = await say(source.phrase, stop)
    spoken[index] = utterance ? [{ source, utterance }] : []
    done += 1
    news.tell(done / phrases.length)
    if (index !== settled) return
    while (spoken[settled]) settled += 1
    news.settle(spoken.slice(0, settled).flat())
  }
  try {
    await Promise.all(phrases.map(speak))
    return spoken.flat()
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

function speechImpossible(voice: SpeakingVoice): Error {
  const error = new Error(`The script holds nothing that the voice ${voice.name} (${voice.language}) can say`)
  error.name = 'SpeechImpossible'
  return error
}
