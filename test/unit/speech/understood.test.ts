import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSpeaker } from '../../../src/speech/speaker.ts'
import type { ProcessSpeaker } from '../../../src/speech/speaker.ts'
import { VOICES } from '../../../src/speech/voices.ts'
import type { EngineName } from '../../../src/speech/voices.ts'
import { errorsHeard } from '../../support/heard.ts'
import { neuralVoices } from '../../support/neural-voices.ts'
import { resolveSpeechRecogniser } from '../../support/speech-recogniser.ts'
import { sumOfErrors, wordErrors } from '../../support/word-errors.ts'
import type { WordErrors } from '../../support/word-errors.ts'

/** A neural voice may have to share its processor with all that is tested beside. */
const PATIENCE_MS = 300_000

/** Ordinary sentences without numbers, which a recogniser may write in more ways than one. */
const SENTENCES = [
  'The new dashboard shows which videos people watch to the end.',
  'If something looks wrong, tell us, and we will put it right.',
  'A good teacher explains the same idea in many different ways.',
]

/** How many of them a voice says, one after the other in turn: neural speech costs processor time. */
const SENTENCES_EACH: Readonly<Record<EngineName, number>> = { kokoro: 1, flite: 3 }

/**
 * Most words in a hundred that are not heard as they were written. `npm run bench:speech` measures voices by
 * more sentences (docs/voices.md); this is where something is broken. One voice alone may do worse than all.
 */
const MOST_ERRORS: Readonly<Record<EngineName, { all: number; one: number }>> = {
  kokoro: { all: 10, one: 25 },
  flite: { all: 25, one: 40 },
}

const neural = neuralVoices()
const recogniser = await resolveSpeechRecogniser()
if ('missing' in recogniser) process.stderr.write(`No voice is listened to. ${recogniser.missing}\n`)
else if (!neural.isInstalled())
  process.stderr.write('The neural voices are not installed: only Flite is heard.\n')

const voices = VOICES.filter(({ engine }) => engine === 'flite' || neural.isInstalled())

describe.skipIf('missing' in recogniser)('what voices say', { timeout: PATIENCE_MS }, () => {
  const counted: (WordErrors & { readonly engine: EngineName })[] = []
  let speaker: ProcessSpeaker
  let folder: string

  beforeAll(async () => {
    speaker = createSpeaker({ processes: 1, kokoro: neural })
    folder = await mkdtemp(join(tmpdir(), 'understood-'))
  })
  afterAll(async () => {
    await speaker.close()
    await rm(folder, { recursive: true })
  })

  test.each(voices)('$id is understood by one who listens', async ({ id, engine }) => {
    if ('missing' in recogniser) return
    const turn = voices.findIndex((voice) => voice.id === id)
    const sentences = Array.from(
      { length: SENTENCES_EACH[engine] },
      (_, index) => SENTENCES[(turn + index) % SENTENCES.length] ?? '',
    )
    const heard = await errorsHeard({ speaker, recogniser, folder }, id, sentences)
    counted.push({ ...heard, engine })
    expect(inHundred(heard)).toBeLessThanOrEqual(MOST_ERRORS[engine].one)
  })

  test.each(['flite', 'kokoro'] as const)('the voices of %s are understood together', (engine) => {
    const ofEngine = counted.filter((heard) => heard.engine === engine)
    expect(ofEngine).toHaveLength(voices.filter((voice) => voice.engine === engine).length)
    if (ofEngine.length > 0) {
      expect(inHundred(sumOfErrors(ofEngine))).toBeLessThanOrEqual(MOST_ERRORS[engine].all)
    }
  })
})

test('a word that is left out, added or another one is an error; case and punctuation are none', () => {
  expect(wordErrors('Well-known words, said.', 'well known words said')).toEqual({ errors: 0, words: 4 })
  expect(wordErrors('one two three', 'one three')).toEqual({ errors: 1, words: 3 })
  expect(wordErrors('one two three', 'one two or three')).toEqual({ errors: 1, words: 3 })
  expect(wordErrors('one two three', 'won two tree')).toEqual({ errors: 2, words: 3 })
  expect(wordErrors('one two', '')).toEqual({ errors: 2, words: 2 })
})

function inHundred({ errors, words }: WordErrors): number {
  return (errors / words) * 100
}
