import type { Slots } from '../children/slots.ts'
import { createSpeechChildren } from './children.ts'
import { createRemoteVoices } from './remote/voices.ts'
import { phrasesIn, readTimes, writePart } from './part-file.ts'
import { partsOf } from './parts.ts'
import { prepareScript } from './phrases.ts'
import { speakPhrases, speechTooLong } from './speak-phrases.ts'
import { joinTimeline } from './timeline.ts'
import { LOCAL_ENGINES, SPEECH_SERVER_KINDS, requireEngine } from './engine-registry.ts'
import { VOICES, findVoice } from './voice-catalogue.ts'
import { makingFailure } from '../domain/video/making-failure.ts'
import { placeFault } from '../domain/error/place-fault.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { Speaker } from '../ports/speech/speaker.ts'
import type { RemoteSpeech } from '../domain/speech/remote-speech.ts'
import type { SpeechSoFar } from '../domain/speech/speech-timeline.ts'
import type { SpeechRequest, SpokenPartsRequest } from '../domain/speech/speech-job.ts'
import type { EngineVoice, InstalledEngines, LocalEngine, Utterance } from './engines/engine.ts'
import type { RemoteCast } from './remote/voices.ts'
import type { ScriptPart } from './parts.ts'
import type { Token } from './phrases.ts'
import type { Say } from './speak-phrases.ts'
import type { AlignTask, FinishTask, SayTask, WarmUpTask } from './tasks.ts'

/** How a speaker is made. */
export interface SpeakerOptions {
  /** Most child processes at the same time; each wants a processor core and up to 600 MB. */
  readonly processes: number
  /** Places that are shared with processes that draw; its own when absent. */
  readonly places?: Slots
  /** The files of engines. When absent, only engines that need no files can speak. */
  readonly installed?: InstalledEngines
  /** Speech servers that may be asked; none unless given. */
  readonly remote?: RemoteSpeech
  readonly metrics?: Metrics
}

const NOTHING_INSTALLED: InstalledEngines = {
  folderOf: () => '',
  isInstalled: ({ files }) => files === null,
}

/** What has to be known of a voice to read a script to it and to tell how its speech was made. */
type SpeakingVoice = Pick<EngineVoice, 'name' | 'language' | 'engine' | 'engineVersion' | 'engineVoice'>

/** A script as its plan holds it. Releases read each other's: members may be added, and none may change. */
interface PlannedParts {
  readonly tokens: readonly Token[]
  readonly parts: readonly ScriptPart[]
}

/** How a voice of the request speaks. */
interface Cast {
  readonly voice: SpeakingVoice
  /** The engine of a voice that speaks within this service; null for a server's. */
  readonly engine: LocalEngine | null
  readonly say: Say
}

/** A speaker with child processes; close it when it is no longer needed. */
export interface ProcessSpeaker extends Speaker {
  /**
   * Starts the children and has them load what they need, so that the first script does not wait
   * for it. Safe to repeat; without it everything is loaded when first needed.
   */
  readonly warmUp: () => Promise<void>
  /** Finds out whether the children answer. Rejects when they do not. */
  readonly probe: () => Promise<void>
  /** Ends the children; scripts still being spoken reject. */
  readonly close: () => Promise<void>
}

/** A speaker that works in child processes of its own. They start when first needed and stay. */
export function createSpeaker({
  processes,
  installed = NOTHING_INSTALLED,
  remote,
  ...others
}: SpeakerOptions): ProcessSpeaker {
  const children = createSpeechChildren(processes, others)
  const findRemote =
    remote &&
    createRemoteVoices(remote, SPEECH_SERVER_KINDS, (phrase, sound, words, options) =>
      children.run<Utterance | null>('align', { phrase, sound, words } satisfies AlignTask, {
        ...options,
        stage: 'speaking',
      }),
    )

  function castFor(voiceId: string): Cast {
    const remoteCast = findRemote?.(voiceId)
    if (remoteCast) return castAtServer(remoteCast)
    const voice = findVoice(voiceId)
    if (!voice) throw new Error(`There is no voice "${voiceId}"`)
    const engine = requireEngine(voice.engine)
    const folder = installed.folderOf(engine)
    const say: Say = (phrase, options) =>
      children.run('say', { phrase, voiceId, folder } satisfies SayTask, { ...options, stage: 'speaking' })
    return { voice, engine, say }
  }

  return {
    async plan(request) {
      return JSON.stringify(planParts(request, castFor(request.voiceId).voice))
    },
    async speakPart({ part, partFile, mostSeconds, ...request }, { onProgress, ...options } = {}) {
      const { voice, engine, say } = castFor(request.voiceId)
      if (engine && !installed.isInstalled(engine)) throw notInstalled(request.voiceId)
      const planned = plannedParts(request, voice)
      const shareAfter = (count: number) => shareOf(request, planned, count)
      const [before, after] = [shareAfter(part), shareAfter(part + 1)]
      const { phrases } = planned.parts[part] ?? { phrases: [] }
      const spoken = (share: number) => onProgress?.(before + (after - before) * share)
      const limit = mostSeconds === undefined ? {} : { mostSeconds }
      await writePart(
        partFile,
        await speakPhrases(phrases, say, { ...options, ...limit, onProgress: spoken }),
      )
    },
    timesOf: readTimes,
    async join(request) {
      return join(request, castFor(request.voiceId).voice)
    },
    finish: (request, options) =>
      children.run('finish', request satisfies FinishTask, { ...options, stage: 'finishing' }),
    async warmUp() {
      const task: WarmUpTask = { voices: firstVoices(installed) }
      await Promise.all(Array.from({ length: processes }, () => children.run('warmUp', task)))
    },
    probe: children.probe,
    close: children.close,
  }
}

function castAtServer({ voice, engine }: RemoteCast): Cast {
  return {
    voice: { ...voice, engineVersion: engine.version },
    engine: null,
    say: (phrase, options) => engine.say(phrase, voice.engineVoice, options),
  }
}

/** One voice of each engine that can speak: an engine is loaded by using it. */
function firstVoices(installed: InstalledEngines): WarmUpTask['voices'] {
  return LOCAL_ENGINES.filter((engine) => installed.isInstalled(engine)).flatMap((engine) => {
    const first = VOICES.find((voice) => voice.engine === engine.id)
    return first ? [{ voiceId: first.id, folder: installed.folderOf(engine) }] : []
  })
}

function planParts(
  { script, pronunciations = [] }: SpeechRequest,
  { language }: SpeakingVoice,
): PlannedParts {
  const prepared = prepareScript(script, { language, pronunciations })
  return { tokens: prepared.tokens, parts: partsOf(prepared) }
}

/** Written by a speaker, of this release or of one before. */
function plannedParts(request: SpeechRequest, voice: SpeakingVoice): PlannedParts {
  return request.plan === undefined ? planParts(request, voice) : (JSON.parse(request.plan) as PlannedParts)
}

function join(request: SpokenPartsRequest, voice: SpeakingVoice): SpeechSoFar {
  const planned = plannedParts(request, voice)
  const { parts } = planned
  const isWhole = request.times.length >= parts.length
  const spoken = phrasesIn(request.times)
  if (spoken.length === 0 && isWhole) throw speechImpossible(voice)
  const tokens = planned.tokens.slice(0, parts[request.times.length - 1]?.endToken)
  const known = { parts: parts.length, share: shareOf(request, planned, request.times.length) }
  if (spoken.length === 0) return { ...known, timeline: null, fixedSeconds: 0 }
  const stamp = { id: voice.engine, version: voice.engineVersion, voice: voice.engineVoice }
  const timeline = joinTimeline(tokens, spoken, stamp)
  const { mostSeconds = Infinity } = request
  if (timeline.durationSeconds > mostSeconds) throw speechTooLong(mostSeconds)
  // What follows begins after a rest: nothing changes any more up to the end of the last sound.
  const fixedSeconds = isWhole ? timeline.durationSeconds : (timeline.sentences.at(-1)?.end ?? 0)
  return { ...known, timeline: isWhole ? timeline : { ...timeline, goesOn: true }, fixedSeconds }
}

/** Share of a script that so many of its parts hold. */
function shareOf({ script }: SpeechRequest, { tokens, parts }: PlannedParts, count: number): number {
  if (count >= parts.length) return 1
  const end = parts[count - 1]?.endToken ?? 0
  return (tokens[end - 1]?.charEnd ?? 0) / script.length
}

function speechImpossible(voice: SpeakingVoice): Error {
  return makingFailure(
    'SpeechImpossible',
    `The script holds nothing that the voice ${voice.name} (${voice.language}) can say`,
  )
}

/** Another worker may have them, or they may be on their way: worth another try. */
function notInstalled(voiceId: string): Error {
  return placeFault(
    'VoiceNotInstalled',
    `The voice ${voiceId} is not installed here. Install it with \`node dist/voices/main.js pull\``,
  )
}
