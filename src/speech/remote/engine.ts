import { createHash } from 'node:crypto'
import { createSlots } from '../../children/slots.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import type { Phrase, TimeSpan, Utterance } from '../engines/engine.ts'
import type { Pcm } from '../engines/wav.ts'

/** A phrase as a server has spoken it. */
export interface RemoteSpeech extends Pcm {
  /** When each word is heard, where the server says so. */
  readonly words: readonly TimeSpan[] | null
}

/** How a server is asked to speak; one function for each kind of server. */
export type SpeakRemotely = (
  phrase: Phrase,
  voice: string,
  signal: AbortSignal | undefined,
) => Promise<RemoteSpeech>

/** Finds out when what is heard; it takes its time, so it is done elsewhere. */
export type Align = (
  phrase: Phrase,
  sound: Pcm,
  words: readonly TimeSpan[] | null,
  options: WorkOptions,
) => Promise<Utterance | null>

/** An engine in another house: it speaks over the network, and costs money. */
export interface RemoteEngine {
  /** What it is called in voices' ids and in the files' provenance. */
  readonly id: string
  /** Its model. */
  readonly version: string
  say(phrase: Phrase, voice: string, options?: WorkOptions): Promise<Utterance | null>
}

/** Requests at once: as many as the smallest plans of such services allow. Accounts take turns. */
const MOST_REQUESTS = 3

/** Some minutes of speech: when one phrase of a script fails, the others are not paid for twice. */
const MOST_CACHED_BYTES = 64 * 1024 * 1024

/** Makes an engine of a way to ask a server. */
export function createRemoteEngine(
  id: string,
  version: string,
  speak: SpeakRemotely,
  align: Align,
): RemoteEngine {
  const slots = createSlots(MOST_REQUESTS)
  const cached = createSpeechCache(MOST_CACHED_BYTES)

  async function speech(phrase: Phrase, voice: string, options: WorkOptions): Promise<RemoteSpeech> {
    const key = createHash('sha256')
      .update(JSON.stringify([voice, phrase]))
      .digest('hex')
    const known = cached.get(key)
    if (known) return known
    return slots.use(options, async () => {
      const spoken = await speak(phrase, voice, options.signal)
      cached.add(key, spoken)
      return spoken
    })
  }

  return {
    id,
    version,
    async say(phrase, voice, options = {}) {
      if (phraseText(phrase) === '') return null
      const { samples, sampleRate, words } = await speech(phrase, voice, options)
      return align(phrase, { samples, sampleRate }, words, options)
    },
  }
}

/** What a server is given to read: the words as they are best written for it. */
export function phraseText({ words, ending }: Phrase): string {
  const text = words
    .map(({ text: spoken, written = spoken }) => written)
    .filter((written) => written !== '')
    .join(' ')
  if (text === '' || /[.!?…。！？]["'”’)]*$/u.test(text)) return text
  return `${text.replace(/[,;:]$/u, '')}${ending}`
}

interface SpeechCache {
  get(key: string): RemoteSpeech | undefined
  add(key: string, speech: RemoteSpeech): void
}

/** Keeps what was spoken last, in memory only: scripts are nobody's business once they are spoken. */
function createSpeechCache(mostBytes: number): SpeechCache {
  const cached = new Map<string, RemoteSpeech>()
  let bytes = 0
  return {
    get: (key) => cached.get(key),
    add(key, speech) {
      if (cached.has(key)) return
      cached.set(key, speech)
      bytes += speech.samples.byteLength
      for (const [oldest, { samples }] of cached) {
        if (bytes <= mostBytes) break
        cached.delete(oldest)
        bytes -= samples.byteLength
      }
    },
  }
}
