/**
 * What rewriting the neural model gains and changes: `npm run bench:voice-model`, some ten minutes.
 *
 * Four models of the same weights are compared (`bench/support/voice-models/voice-models.ts`): how the sound of one differs from that
 * of another, line by line, and what each takes for a minute in two processes, in turn. `-- melody` only asks what melody
 * costs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createSpeechChildren } from '../src/speech/children.ts'
import { linesOf } from '../src/speech/kokoro/line.ts'
import { melodyOf } from '../src/speech/kokoro/melody.ts'
import { runKokoro } from '../src/speech/kokoro/session.ts'
import { styleOf } from '../src/speech/kokoro/styles.ts'
import { voiceStyle } from '../src/speech/kokoro/voice-style.ts'
import { languageOf } from '../src/speech/language-registry.ts'
import { prepareScript } from '../src/speech/phrases.ts'
import type { SayTask } from '../src/speech/tasks.ts'
import { findVoice } from '../src/speech/voice-catalogue.ts'
import { bandDifference } from './support/voice-models/band-difference.ts'
import { printFigures } from './support/figure.ts'
import type { Figure, Round } from './support/figure.ts'
import { SCRIPTS } from './support/scripts.ts'
import { watchUsage } from './support/usage.ts'
import type { Usage } from './support/usage.ts'
import { makeVoiceModels } from './support/voice-models/voice-models.ts'
import type { VoiceModel, VoiceModels } from './support/voice-models/voice-models.ts'

const PROCESSES = 2
const ROUNDS = 5
const LINES = 16
/** What two processes may take beside drawing on a machine of four. */
const GOAL_MB = 1_000
const VOICES = ['kokoro:aria', 'kokoro:miles', 'kokoro:nora', 'kokoro:helen'] as const

const phrases = prepareScript(SCRIPTS['three minutes']).phrases.map(({ phrase }) => phrase)
const minute = prepareScript(SCRIPTS['one minute']).phrases.map(({ phrase }) => phrase)

/** Processor time and memory of a spoken minute with the rewritten model; none where the neural voices are not installed. */
export async function voiceModelFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-voice-model-'))
  try {
    const models = await makeVoiceModels(folder)
    return models ? [...(await figuresOf(models)), await costOfMelody(models)] : []
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function figuresOf(
  models: VoiceModels,
  onRound: (usages: Usages) => void = () => undefined,
): Promise<Figure[]> {
  const rounds: Record<'frequencies' | 'installed', Round[]> = { frequencies: [], installed: [] }
  const memory: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const usages = {
      direct: await speakMinute(models.direct),
      frequencies: await speakMinute(models.frequencies),
      installed: await speakMinute(models.installed),
    }
    onRound(usages)
    const seconds = (model: keyof Usages) => usages[model].processorSeconds ?? Number.NaN
    for (const model of ['frequencies', 'installed'] as const)
      rounds[model].push({ ours: seconds(model), theirs: seconds('direct') })
    memory.push({ ours: usages.installed.mostMegabytes ?? Number.NaN, theirs: GOAL_MB })
  }
  const figure = (name: string, goal: number, measured: readonly Round[]): Figure => ({
    name,
    against: 'all convolutions over time',
    goal,
    unit: 's',
    rounds: measured,
  })
  return [
    figure('a neural minute, convolutions of frequencies', 0.72, rounds.frequencies),
    figure('a neural minute, and without silence', 0.6, rounds.installed),
    {
      name: 'two processes that speak a neural minute',
      against: `${GOAL_MB.toLocaleString('en')} MB`,
      goal: 1,
      unit: 'MB',
      rounds: memory,
    },
  ]
}

type Usages = Readonly<Record<Exclude<VoiceModel, 'unsung'>, Usage>>

/** Each goes first in turn: what comes first has the cooler processor. */
async function costOfMelody(models: VoiceModels): Promise<Figure> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken: Partial<Record<VoiceModel, number>> = {}
    const order = ['unsung', 'installed'] as const
    for (const model of round % 2 === 0 ? order : order.toReversed())
      taken[model] = (await speakMinute(models[model])).processorSeconds ?? Number.NaN
    rounds.push({ ours: taken.installed ?? Number.NaN, theirs: taken.unsung ?? Number.NaN })
  }
  return {
    name: 'a neural minute with its melody',
    against: 'a model whose pitch nothing moves',
    goal: 1.03,
    unit: 's',
    rounds,
  }
}

/** Two processes say the minute once each model is loaded. */
async function speakMinute(folder: string): Promise<Usage> {
  const children = createSpeechChildren(PROCESSES)
  const say = (phrase: SayTask['phrase']) =>
    children.run('say', { phrase, voiceId: VOICES[0], folder } satisfies SayTask)
  try {
    await Promise.all(minute.slice(0, PROCESSES).map(say))
    return await watchUsage(
      (command) => command.includes('speech/child'),
      async () => void (await Promise.all(minute.map(say))),
    )
  } finally {
    await children.close()
  }
}

/** What one model makes of lines, held against another's. */
interface Likeness {
  readonly lines: number
  readonly otherDurations: number
  /** Of the line that is least alike: energy of the sound to that of the difference. */
  readonly leastDecibels: number
  /** Of bands, where something is heard: on average, and of the line that is least alike. */
  readonly bandDecibels: number
  readonly mostBandDecibels: number
}

async function likenessOf(voiceId: string, ours: string, theirs: string): Promise<Likeness> {
  const compared: { sameDurations: boolean; decibels: number; bands: number }[] = []
  for (const phrase of phrases.slice(0, LINES)) {
    const [one, other] = [await saidBy(theirs, voiceId, phrase), await saidBy(ours, voiceId, phrase)]
    compared.push({
      sameDurations: one.durations.join() === other.durations.join(),
      decibels: decibelsOf(one.samples, other.samples),
      bands: bandDifference(one.samples, other.samples),
    })
  }
  const bands = compared.map((line) => line.bands)
  return {
    lines: compared.length,
    otherDurations: compared.filter(({ sameDurations }) => !sameDurations).length,
    leastDecibels: Math.min(...compared.map(({ decibels }) => decibels)),
    bandDecibels: bands.reduce((sum, value) => sum + value, 0) / bands.length,
    mostBandDecibels: Math.max(...bands),
  }
}

async function saidBy(folder: string, voiceId: string, phrase: SayTask['phrase']) {
  const voice = findVoice(voiceId)
  const style = voiceStyle.parse(voice?.style)
  const words = await languageOf(voice?.language ?? '').pronounce(phrase.words)
  const [line] = linesOf(phrase, words)
  if (!line) throw new Error('There is nothing to say')
  return runKokoro(folder, line.ids, {
    style: await styleOf(folder, style, line.ids.length),
    rate: style.rate,
    melody: melodyOf(line, { semitones: 0, rises: false }, true),
  })
}

function decibelsOf(sound: Float32Array, other: Float32Array): number {
  let [energy, difference] = [0, 0]
  for (const [index, sample] of sound.entries()) {
    energy += sample * sample
    difference += (sample - (other[index] ?? 0)) ** 2
  }
  return 10 * Math.log10(energy / difference)
}

async function printAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-voice-model-'))
  try {
    const models = await makeVoiceModels(folder)
    if (!models) {
      console.log('The neural voices are not installed: npm run voices -- pull')
      return
    }
    if (process.argv[2] === 'melody') {
      printFigures([await costOfMelody(models)])
      return
    }
    // First, while this process has none of the files in its own memory: shares are counted by who has them.
    console.log(`\nA minute with ${VOICES[0]} in ${PROCESSES} processes, in turn`)
    printFigures([
      ...(await figuresOf(models, (usages) => console.table(usages))),
      await costOfMelody(models),
    ])
    for (const model of ['frequencies', 'installed'] as const) {
      console.log(`\nHow the sound of "${model}" differs from that of "direct"`)
      const rows: Record<string, Likeness> = {}
      for (const voice of VOICES) rows[voice] = await likenessOf(voice, models[model], models.direct)
      console.table(rows)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printAll()
