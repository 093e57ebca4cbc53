import { createChildPool } from '../children/child-pool.ts'
import { createRemoteVoices } from './remote-voices.ts'
import { speakScript } from './speak-script.ts'
import { findVoice } from './voices.ts'
import type { Speaker } from '../ports.ts'
import type { RemoteSpeech } from '../domain/remote-speech.ts'
import type { Utterance } from './engine.ts'
import type { SayTask, SpeechCast, WarmUpTask } from './speak-script.ts'

/**
 * Longest silence of a child. The longest phrase takes the neural engine fifteen seconds and the longest
 * step of finishing five minutes of speech about three; a machine under heavy load may be many times slower.
 */
const STALL_LIMIT_MS = 180_000

/** How a speaker is made. */
export interface SpeakerOptions {
  /** Most child processes at the same time; each wants a processor core and up to 600 MB. */
  readonly processes: number
  /** The files of the neural engine. Without them, only voices of Flite can speak. */
  readonly kokoro?: EngineFiles
  /** Speech servers that may be asked; none unless given. */
  readonly remote?: RemoteSpeech
}

/** Files that an engine needs and that are installed apart from the packages. */
export interface EngineFiles {
  readonly folder: string
  /** Whether they are there, whole and verified. They may come while the service runs. */
  isInstalled(): boolean
}

/** Loaded at the start, one voice of each engine. */
const FIRST_FLITE_VOICE = 'flite:slt'
const FIRST_KOKORO_VOICE = 'kokoro:aria'

/** A speaker with child processes, which are to be ended when it is no longer needed. */
export interface ProcessSpeaker extends Speaker {
  /**
   * Starts the children and has them load what they need, so that the first script does not wait
   * for it. Safe to repeat; without it everything is loaded when first needed.
   */
  readonly warmUp: () => Promise<void>
  /** Ends the children; scripts still being spoken reject. */
  readonly close: () => Promise<void>
}

/** A speaker that works in child processes of its own. They start when first needed and stay. */
export function createSpeaker({ processes, kokoro, remote }: SpeakerOptions): ProcessSpeaker {
  const children = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: processes,
    stallLimitMs: STALL_LIMIT_MS,
  })
  const kokoroDir = kokoro?.folder ?? ''
  const findRemote =
    remote &&
    createRemoteVoices(remote, (phrase, sound, words, signal) =>
      children.run<Utterance | null>('align', { phrase, sound, words }, signal && { signal }),
    )

  function castFor(voiceId: string): Pick<SpeechCast, 'voice' | 'say'> {
    const cast = findRemote?.(voiceId)
    if (cast) {
      const { voice, engine } = cast
      return {
        voice: { ...voice, engineVersion: engine.version },
        say: (phrase, signal) => engine.say(phrase, voice.engineVoice, signal),
      }
    }
    const voice = findVoice(voiceId)
    if (!voice) throw new Error(`There is no voice "${voiceId}"`)
    if (voice.engine === 'kokoro' && !kokoro?.isInstalled()) throw notInstalled(voiceId)
    return {
      voice,
      say: (phrase, signal) =>
        children.run('say', { phrase, voiceId, kokoroDir } satisfies SayTask, { signal }),
    }
  }

  return {
    async speak(request, options) {
      const finish: SpeechCast['finish'] = (task, how) => children.run('finish', task, how)
      return speakScript(request, { ...castFor(request.voiceId), finish }, options)
    },
    async warmUp() {
      const voiceIds = [FIRST_FLITE_VOICE, ...(kokoro?.isInstalled() ? [FIRST_KOKORO_VOICE] : [])]
      const task: WarmUpTask = { voiceIds, kokoroDir }
      await Promise.all(Array.from({ length: processes }, () => children.run('warmUp', task)))
    },
    close: children.close,
  }
}

/** Another worker may have them, or they may be on their way: worth another try. */
function notInstalled(voiceId: string): Error {
  const error = new Error(`The voice ${voiceId} is not installed here: npm run voices -- pull`)
  error.name = 'VoiceNotInstalled'
  return error
}
