import type { z } from 'zod'
import type { Pace } from '../../domain/speech/speech-estimate.ts'
import type { Phone } from '../../domain/speech/speech-timeline.ts'
import type { CatalogueVoice, VoiceQuality } from '../../domain/speech/voice.ts'

/**
 * A speech engine that works within this service, described without its libraries: every process may import the
 * description, and only a child process loads what speaks. `engine-registry.ts` lists the engines.
 */
export interface LocalEngine {
  /** What the ids of its voices begin with and what provenance calls it: lower case letters and digits. */
  readonly id: string
  /** Another version may sound and last differently. */
  readonly version: string
  readonly quality: VoiceQuality
  /** Files that are installed apart from the packages; null when the packages bring everything. */
  readonly files: NeededFiles | null
  /** The form of `style` in the catalogue's entries; null when its voices have no style. */
  readonly voiceStyle: z.ZodType | null
  /**
   * Loads what speaks, native libraries included. Child processes call it once and keep the result.
   *
   * @param folder where its files are installed; empty for an engine that needs none.
   */
  load(folder: string): Promise<SpeechEngine>
}

/** Files that an engine needs and that no package brings. */
export interface NeededFiles {
  /** The file in `voices/` that lists them, where they come from, and their licences. */
  readonly manifest: string
  /** The size of the download as operators read it, for example `90 to 97 MB`. */
  readonly downloadSize: string
  /** The download with the weights as they are published, whose SHA-256 is part of a video's provenance. */
  readonly weights: string
  /** Turns a downloaded file into the files to be installed. The same file gives the same result. */
  prepare: PrepareFile
  /** Makes those files of what an earlier release made and installed, so that nothing is downloaded twice. */
  renew: RenewFiles
}

/** Turns one downloaded file, by its name, into the files to be installed. */
export type PrepareFile = (name: string, content: Buffer) => Promise<readonly PreparedFile[]>

/**
 * Turns an earlier installation into the files that differ from it.
 *
 * @param read gives an installed file by its name.
 */
export type RenewFiles = (read: (name: string) => Promise<Buffer>) => Promise<readonly PreparedFile[]>

/** A file to install. */
export interface PreparedFile {
  readonly name: string
  /** All of it, or its pieces in order where it is too large for that. */
  readonly content: Buffer | Iterable<Buffer>
}

/** Which engines can speak on this machine, now. Files may come while the service runs. */
export interface InstalledEngines {
  /** Where the files of an engine are, or would be; empty for an engine that needs none. */
  folderOf(engine: LocalEngine): string
  /** Whether everything the engine needs is there, whole and verified. Quick enough to ask for every request. */
  isInstalled(engine: LocalEngine): boolean
}

/** A voice that an engine of ours can speak with: an entry of `voices/catalogue.json`. */
export interface EngineVoice extends CatalogueVoice {
  /** The id of its engine. */
  readonly engine: string
  readonly engineVersion: string
  /** What the engine calls it. */
  readonly engineVoice: string
  /** What it is good for, in a sentence. */
  readonly character: string
  /** Whether better ones have taken its place: it speaks as ever, but a new account does not begin with it. */
  readonly isEarlier: boolean
  /** The voice to take where this one's engine is not installed; itself when the engine needs no files. */
  readonly standIn: string
  /** How fast it speaks, for estimates; null when nobody has measured it. */
  readonly pace: Pace | null
  /** How it sounds, in the form that its engine declares (`voiceStyle`); null for engines without styles. */
  readonly style: unknown
}

/**
 * The capabilities of a loaded engine. An engine only speaks: its callers prepare the text, join the sound, shape the
 * mouth and set the loudness.
 */
export interface SpeechEngine {
  /**
   * Speaks one phrase. The same phrase and voice give the same samples.
   *
   * @returns null when the engine finds nothing to pronounce in the phrase.
   */
  say(phrase: Phrase, voice: EngineVoice): Promise<Utterance | null>
}

/** What is spoken in one breath: at most a sentence. */
export interface Phrase {
  readonly words: readonly PhraseWord[]
  /** How the voice comes to rest: a statement falls, a question rises, a comma stays open. */
  readonly ending: PhraseEnding
  /** How it is sung; without one, as the engine would by itself. */
  readonly melody?: Melody
}

/** How a phrase is sung beside what its words and marks ask for. Engines that cannot leave it out. */
export interface Melody {
  /** How far the phrase lies above the voice's own pitch. */
  readonly semitones: number
  /** Its rate against the voice's own: 1.04 is faster. */
  readonly rate: number
  /** It ends high, as a question that is answered by yes or no does. */
  readonly rises: boolean
}

/** The punctuation a phrase can end with. */
export type PhraseEnding = '.' | '?' | '!' | ','

/**
 * Punctuation within a phrase at which a voice rests, by the strongest there is after a word: a comma, a longer rest, a
 * trailing off, the end of a quotation that goes on, or a bracket. An opening one stands before the next word.
 */
export type Mark = ',' | ';' | ':' | '—' | '…' | '?' | '!' | '(' | ')'

/** A word as it is pronounced: ASCII letters and apostrophes, numbers already in words. */
export interface PhraseWord {
  readonly text: string
  /**
   * What an engine that reads plain text by itself is given for it: the script's own writing where
   * that says the same. Empty when the word before stands for both; the same as `text` when absent.
   */
  readonly written?: string
  /** Where the voice rests after the word; null when it goes on. */
  readonly mark: Mark | null
}

/** When everything is heard in a spoken phrase. All times are seconds from its first sample. */
export interface TimedUtterance {
  readonly sampleRate: number
  /** Without gaps from the first sound to the last; `pau` within the phrase. */
  readonly phones: readonly Phone[]
  /** When each word of the phrase is heard, in order. */
  readonly words: readonly TimeSpan[]
}

/** A spoken phrase. */
export interface Utterance extends TimedUtterance {
  /** Mono, with a little of the silence around the speech. */
  readonly samples: Int16Array
}

/** From when to when, in seconds. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}
