import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { ALIGNMENT_RATE, resampled } from '../../speech/remote/spectrum.ts'
import { readTokens, tokenText } from './recogniser-tokens.ts'
import type { Pcm } from '../../speech/engines/wav.ts'

/** Writes down what is said, and finds words in it. */
export interface Recogniser {
  /** English text of a sound. */
  textOf(sound: Pcm): Promise<string>
  /** How many of some words are heard, as far as a recogniser can be trusted: a letter in three may differ. */
  wordsIn(sound: Pcm, words: readonly string[]): Promise<number>
}

/** The files of Moonshine "tiny" for English (MIT licence), as its package `moonshine-voice` brings them. */
const FILES = {
  encoder: 'encoder_model.ort',
  decoder: 'decoder_model_merged.ort',
  tokens: 'tokenizer.bin',
} as const

/** Tokens that begin and end a text. */
const START = 1
const END = 2

/** More of them a second than anybody speaks: where none ends the text, it is cut off here. */
const TOKENS_PER_SECOND = 6.5
const LEAST_TOKENS = 8

/** Shape of what the decoder remembers of each layer. */
const HEADS = 8
const HEAD_SIZE = 36

/** Seconds that are written down at a time: the model was made for no more, and forgets beyond. */
const PIECE_SECONDS = 20

const loaded = new Map<string, Promise<Recogniser>>()

/** The recogniser whose files are in a folder; null where there is no folder. Loaded once. */
export async function recogniserAt(folder: string | null): Promise<Recogniser | null> {
  if (folder === null) return null
  const loading = loaded.get(folder) ?? load(folder)
  loaded.set(folder, loading)
  return loading
}

async function load(folder: string): Promise<Recogniser> {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  const encoder = await InferenceSession.create(join(folder, FILES.encoder), options)
  const decoder = await InferenceSession.create(join(folder, FILES.decoder), options)
  const tokens = readTokens(await readFile(join(folder, FILES.tokens)))
  const textOf = async ({ samples, sampleRate }: Pcm): Promise<string> => {
    const sound = resampled(samples, sampleRate, ALIGNMENT_RATE)
    const texts: string[] = []
    for (let at = 0; at < sound.length; at += PIECE_SECONDS * ALIGNMENT_RATE) {
      const piece = sound.slice(at, at + PIECE_SECONDS * ALIGNMENT_RATE)
      texts.push(tokenText(tokens, await recognised(encoder, decoder, piece)))
    }
    return texts.join(' ').trim()
  }
  return {
    textOf,
    async wordsIn(sound, words) {
      const heard = (await textOf(sound)).toLowerCase().match(/[a-z']+/gu) ?? []
      // A word that is written as two is one, too.
      const pairs = heard.map((word, index) => word + (heard[index + 1] ?? ''))
      const isHeard = (word: string) => [...heard, ...pairs].some((other) => isLike(other, word))
      return words.filter(isHeard).length
    },
  }
}

/** The tokens of a sound, the most likely one after the other. */
async function recognised(
  encoder: InferenceSession,
  decoder: InferenceSession,
  sound: Float32Array,
): Promise<number[]> {
  const mask = new Tensor('int64', new BigInt64Array(sound.length).fill(1n), [1, sound.length])
  const encoded = await encoder.run({
    input_values: new Tensor('float32', sound, [1, sound.length]),
    attention_mask: mask,
  })
  const memory: Record<string, Tensor> = {}
  const remembered = decoder.inputNames.filter((name) => name.startsWith('past'))
  for (const name of remembered)
    memory[name] = new Tensor('float32', new Float32Array(0), [1, HEADS, 0, HEAD_SIZE])
  const tokens: number[] = []
  const most = Math.max(LEAST_TOKENS, Math.ceil((sound.length / ALIGNMENT_RATE) * TOKENS_PER_SECOND))
  for (let token = START; tokens.length < most;) {
    const results = await decoder.run({
      ...memory,
      input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: tensorOf(encoded, 'last_hidden_state'),
      encoder_attention_mask: mask,
      use_cache_branch: new Tensor('bool', Uint8Array.of(tokens.length > 0 ? 1 : 0), [1]),
    })
    token = likeliest(tensorOf(results, 'logits'))
    if (token === END) break
    for (const name of remembered) {
      // What is known of the sound is found once, with the first token.
      if (tokens.length > 0 && name.includes('encoder')) continue
      memory[name] = tensorOf(results, name.replace('past_key_values', 'present'))
    }
    tokens.push(token)
  }
  return tokens
}

function tensorOf(results: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const value = results[name]
  if (!(value instanceof Tensor)) throw new Error(`The speech recogniser gives no "${name}"`)
  return value
}

function likeliest(logits: Tensor): number {
  const values = logits.data as Float32Array
  const last = values.subarray(values.length - (logits.dims.at(-1) ?? 0))
  return last.reduce((best, value, index) => (value > (last[best] ?? -Infinity) ? index : best), 0)
}

function isLike(heard: string, word: string): boolean {
  return editDistance(heard, word) <= Math.floor(word.length / 3)
}

/** Letters to change, add or leave out to make one word of another (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [place, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (next[place] ?? 0) + 1,
          (row[place + 1] ?? 0) + 1,
          (row[place] ?? 0) + Number(letter !== otherLetter),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
