import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { estimateSpeechSeconds } from '../../../src/domain/speech-estimate.ts'
import { flite } from '../../../src/speech/flite.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { joinSpeech } from '../../../src/speech/timeline.ts'

/** A script and how long the slowest stock voice, rms, or a slower one takes for it. */
interface Measured {
  readonly script: string
  readonly seconds: Readonly<Record<'slt' | 'rms' | 'awb', number>>
}

const corpus = JSON.parse(
  readFileSync(new URL('./estimate-corpus.json', import.meta.url), 'utf8'),
) as readonly Measured[]

/** Below this a whole second of rounding would be all that is seen. */
const LONG_ENOUGH_SECONDS = 5

function slowest({ seconds }: Measured): number {
  return Math.max(seconds.slt, seconds.rms, seconds.awb)
}

test('no script of the corpus lasts longer than its reserve, whoever speaks it', () => {
  const short = corpus.filter((measured) => estimateSpeechSeconds(measured.script) < slowest(measured))
  expect(short).toEqual([])
  expect(corpus.length).toBeGreaterThan(40)
})

test('the reserve is 25 % above the slowest voice on average, and never twice as long', () => {
  const long = corpus.filter((measured) => slowest(measured) > LONG_ENOUGH_SECONDS)
  const ratios = long.map((measured) => estimateSpeechSeconds(measured.script) / slowest(measured))
  expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeLessThan(1.25)
  expect(Math.max(...ratios)).toBeLessThan(2)
})

test('the reserve is whole seconds, at least one', () => {
  expect(estimateSpeechSeconds('🙂')).toBe(1)
  expect(Number.isInteger(estimateSpeechSeconds('Some words of a script.'))).toBe(true)
})

test.each(corpus.filter(({ script }) => script.length > 25 && script.length < 60))(
  'the corpus tells the truth about $script',
  async ({ script, seconds }) => {
    const prepared = prepareScript(script)
    const spoken = []
    for (const source of prepared.phrases) {
      const utterance = await flite.say(source.phrase, 'rms')
      if (utterance) spoken.push({ source, utterance })
    }
    const { timeline } = joinSpeech(prepared, spoken, { id: 'flite', version: '', voice: 'rms' })
    expect(timeline.durationSeconds).toBe(seconds.rms)
  },
)
