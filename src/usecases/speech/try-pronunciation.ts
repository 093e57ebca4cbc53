import { createHeldSlots } from '../../domain/account/held-slots.ts'
import { invalidFields, problem, problemInWords } from '../../domain/error/errors.ts'
import { isRequestFault } from '../../domain/video/making-failure.ts'
import { pronouncedWordProblem, saidProblem, sayAsProblem } from '../../domain/speech/pronunciation.ts'
import type { SpeechRequest } from '../../domain/speech/speech-job.ts'
import type { StarredVoice, VoiceSupply } from '../../domain/speech/voice.ts'
import type { Voices } from '../../ports/speech/voices.ts'

/** Tries of one account that a process speaks at the same time. */
const AT_ONCE = 2

/** No word and no short sentence takes as long. */
const LONGEST_TRY_SECONDS = 20

/** Catalogue and speech for trying a pronunciation. */
export interface TryPronunciationPorts {
  readonly voices: Pick<Voices, 'list'>
  readonly voiceSupply: VoiceSupply
  /** The words that a text comes to when it is spoken in a language (BCP 47). */
  readonly wordsSaid: (text: string, language: string) => readonly string[]
  /** Speaks a text at once: AAC in MP4. */
  readonly sayAloud: (request: SpeechRequest & { accountId: string }) => Promise<Buffer>
}

/** A word that is tried. */
export interface PronunciationTrial {
  readonly accountId: string
  readonly word: string
  /** What is said instead; null to hear the word as it is read without. */
  readonly sayAs: string | null
  /** What the word is said in; null to hear the word alone. */
  readonly sentence: string | null
  /** A starred voice; null for the first that can speak. */
  readonly voiceId: string | null
}

/**
 * Says a word as it would be said; nothing is kept. Gives AAC in MP4. @throws `invalid_request`, `not_found` for
 * the voice, `rate_limited`, `service_unavailable` when no voice can speak now.
 */
export type TryPronunciation = (trial: PronunciationTrial) => Promise<Buffer>

/** Trying a pronunciation: what may be tried is what may be kept, and only so much at a time. */
export function makeTryPronunciation(ports: TryPronunciationPorts): TryPronunciation {
  const slots = createHeldSlots()
  return async (trial) => {
    const { accountId, word, sayAs, sentence, voiceId } = trial
    const voice = await chooseVoice(ports, accountId, voiceId)
    refuseUnsayable(ports, trial, voice)
    const bounds = [{ of: accountId, most: AT_ONCE }]
    if (slots.full(bounds)) throw tooMany()
    const release = slots.take(bounds)
    try {
      return await ports
        .sayAloud({
          accountId,
          script: sentence ?? word,
          voiceId: voice.engineVoiceId,
          pronunciations: sayAs === null ? [] : [{ word, sayAs }],
          mostSeconds: LONGEST_TRY_SECONDS,
        })
        .catch((error: unknown) => {
          throw error instanceof Error && isRequestFault(error.name) ? unsayable(error, sayAs) : error
        })
    } finally {
      release()
    }
  }
}

function refuseUnsayable(
  { wordsSaid }: TryPronunciationPorts,
  { word, sayAs, sentence }: PronunciationTrial,
  { language }: StarredVoice,
): void {
  const said = (text: string) => saidProblem(wordsSaid(text, language))
  const wrong = {
    word: pronouncedWordProblem(word) ?? said(word),
    say_as: sayAs === null ? null : (sayAsProblem(sayAs) ?? said(sayAs)),
    sentence: sentence === null ? null : said(sentence),
  }
  const found = Object.entries(wrong).flatMap(([name, fault]) => (fault ? [[name, fault] as const] : []))
  if (found.length > 0) throw invalidFields(Object.fromEntries(found))
}

async function chooseVoice(
  { voices, voiceSupply }: TryPronunciationPorts,
  accountId: string,
  voiceId: string | null,
): Promise<StarredVoice> {
  const starred = await voices.list(accountId)
  const chosen = starred.find((voice) =>
    voiceId === null ? voiceSupply.canSpeak(voice.engineVoiceId) : voice.id === voiceId,
  )
  if (!chosen && voiceId !== null)
    throw problem('not_found', { message: `"${voiceId}" is not one of the account's starred voices.` })
  if (chosen && voiceSupply.canSpeak(chosen.engineVoiceId)) return chosen
  const message = 'No starred voice can speak now. Star a voice that is installed.'
  throw invalidFields({ voice_id: { code: 'invalid', message } })
}

/** Why a text could not be spoken, at the member that it is in. */
function unsayable({ message }: Error, sayAs: string | null) {
  return invalidFields({ [sayAs === null ? 'word' : 'say_as']: { code: 'invalid', message } })
}

function tooMany() {
  const message = 'Too many words are being tried at once. Wait a moment.'
  return problemInWords('rate_limited', message, { retryAfterSeconds: 1 })
}
