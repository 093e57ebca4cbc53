import { z } from 'zod'
import type { SpeechServer } from '../../domain/speech/remote-speech.ts'
import { readRawSamples } from '../remote/read-wav.ts'
import { phraseText } from '../remote/engine.ts'
import { askForSpeech } from '../remote/request.ts'
import type { Phrase, TimeSpan } from '../engines/engine.ts'
import type { SpeakRemotely } from '../remote/engine.ts'
import type { Patience } from '../remote/request.ts'

/** The highest rate that all of their plans include. */
const SAMPLE_RATE = 24_000

/** Asks for the same samples each time, as far as they promise it. */
const SEED = 1

const seconds = z.array(z.number().min(0))

/** Their answer; characters are code points of the text that was sent. */
const Answer = z.object({
  audio_base64: z.string(),
  alignment: z
    .object({
      characters: z.array(z.string()),
      character_start_times_seconds: seconds,
      character_end_times_seconds: seconds,
    })
    .nullable(),
})

type Alignment = NonNullable<z.infer<typeof Answer>['alignment']>

/** Speaks through `POST /v1/text-to-speech/{voice}/with-timestamps` of ElevenLabs. */
export function elevenLabsSpeech({ baseUrl, key, model }: SpeechServer, patience?: Patience): SpeakRemotely {
  return async (phrase, voice, signal) => {
    const bytes = await askForSpeech(
      {
        url: `${baseUrl}/v1/text-to-speech/${encodeURIComponent(voice)}/with-timestamps?output_format=pcm_${SAMPLE_RATE}`,
        headers: { 'xi-api-key': key ?? '' },
        body: { text: phraseText(phrase), model_id: model, seed: SEED },
      },
      signal,
      patience,
    )
    const answer = parsed(bytes)
    return {
      samples: readRawSamples(Buffer.from(answer.audio_base64, 'base64')),
      sampleRate: SAMPLE_RATE,
      words: answer.alignment && wordTimes(phrase, answer.alignment),
    }
  }
}

function parsed(bytes: Uint8Array): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    // What was wrong with it would quote the script.
    throw new Error('ElevenLabs sent an answer of another form')
  }
}

/**
 * When each word is heard, from the times of the characters it is written with; words that share a
 * writing share its time by their length. Null when the characters are not those that were sent.
 */
export function wordTimes({ words }: Phrase, alignment: Alignment): TimeSpan[] | null {
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = alignment
  const spans: TimeSpan[] = []
  let at = 0
  for (let first = 0; first < words.length;) {
    let next = first + 1
    while (next < words.length && words[next]?.written === '') next += 1
    const writing = Array.from(words[first]?.written ?? words[first]?.text ?? '')
    while (characters[at] === ' ') at += 1
    const [start, end] = [starts[at], ends[at + writing.length - 1]]
    if (characters[at] !== writing[0] || start === undefined || end === undefined) return null
    at += writing.length
    const lengths = words.slice(first, next).map(({ text }) => text.length)
    spans.push(...shared({ start, end: Math.max(start, end) }, lengths))
    first = next
  }
  return spans
}

function shared({ start, end }: TimeSpan, lengths: readonly number[]): TimeSpan[] {
  const all = lengths.reduce((sum, length) => sum + length, 0)
  let from = start
  return lengths.map((length) => {
    const span = { start: from, end: from + ((end - start) * length) / all }
    from = span.end
    return span
  })
}
