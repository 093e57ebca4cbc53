import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { InferenceSession, Tensor } from 'onnxruntime-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { GRAPH_FILE } from '../../../../src/speech/kokoro/file-names.ts'
import { linesOf } from '../../../../src/speech/kokoro/line.ts'
import { melodyOf } from '../../../../src/speech/kokoro/melody.ts'
import { readModel, writeModel } from '../../../../src/speech/kokoro/model/graph.ts'
import { withMelody } from '../../../../src/speech/kokoro/model/melody.ts'
import { languageOf } from '../../../../src/speech/language-registry.ts'
import { prepareScript } from '../../../../src/speech/phrases.ts'
import { input, modelFile, opNode, output } from '../../../support/speech/small-voice-model.ts'

const PITCH = '/decoder/decoder/Unsqueeze_output_0'
const OCTAVE = Math.LN2

describe('the pitch that a model foresees', () => {
  const symbols = 4
  const units = 40
  const foreseen = Float32Array.from({ length: 2 * units }, (_, index) => (index % 20 < 2 ? 6 : 100 + index))
  let folder: string
  let session: InferenceSession

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'melody-'))
    const graph = modelFile(
      input('alignment', [symbols, 'units']),
      opNode('Identity', ['alignment'], ['/encoder/Cast_4_output_0']),
      input('foreseen', [1, 1, 'halves']),
      opNode('Identity', ['foreseen'], [PITCH]),
      output(PITCH, [1, 1, 'halves']),
    )
    await writeFile(join(folder, GRAPH_FILE), writeModel(withMelody(readModel(graph))).graph)
    session = await InferenceSession.create(join(folder, GRAPH_FILE))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Ten units for each symbol. */
  async function moved(shifts: readonly number[], holds = [0, 0, 0, 0], pitch = foreseen): Promise<number[]> {
    const alignment = Float32Array.from({ length: symbols * units }, (_, index) =>
      Math.floor((index % units) / 10) === Math.floor(index / units) ? 1 : 0,
    )
    const results = await session.run({
      alignment: new Tensor('float32', alignment, [symbols, units]),
      foreseen: new Tensor('float32', pitch, [1, 1, pitch.length]),
      melody: new Tensor('float32', Float32Array.from([...shifts, ...holds]), [2, symbols]),
    })
    return [...(results[PITCH]!.data as Float32Array)]
  }

  test('is left as it is, to the bit, where nothing is moved', async () => {
    expect(await moved([0, 0, 0, 0])).toEqual([...foreseen])
  })

  test('is moved by a ratio, and only where there is a tone', async () => {
    const ratios = (await moved([OCTAVE, OCTAVE, OCTAVE, OCTAVE])).map((hz, at) => hz / foreseen[at]!)
    for (const [at, ratio] of ratios.entries()) expect(ratio).toBeCloseTo(foreseen[at] === 6 ? 1 : 2, 4)
  })

  test('glides from one symbol to the next, without a step that is heard', async () => {
    const ratios = (await moved([0, OCTAVE, OCTAVE, 0])).map((hz, at) => Math.log2(hz / foreseen[at]!))
    const voiced = ratios.filter((_, at) => foreseen[at] !== 6)
    expect(voiced[0]).toBeCloseTo(0, 5)
    expect(Math.max(...voiced)).toBeCloseTo(1, 5)
    const steps = voiced.slice(1).map((ratio, index) => Math.abs(ratio - voiced[index]!))
    expect(Math.max(...steps)).toBeLessThan(0.4)
  })

  test('gives way to the mean of its line', async () => {
    const held = await moved([0, 0, 0, 0], [1, 1, 1, 1])
    const logs = [...foreseen].filter((hz) => hz !== 6).map(Math.log)
    const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
    for (const [at, hz] of held.entries()) {
      if (foreseen[at] === 6) expect(hz).toBe(6)
      else expect(hz).toBeCloseTo(mean, 1)
    }
  })

  test('is that of the line for a moment more where the tone is carried on, and nowhere else', async () => {
    const held = await moved([0, 0, 0, 0], [1, 1, 2, 2])
    const mean = Math.max(...(await moved([0, 0, 0, 0], [1, 1, 1, 1])))
    // Two of twenty half units have no tone: at 20 it stays so, at 60 the tone before them goes on.
    expect(held.slice(20, 22)).toEqual([6, 6])
    for (const hz of held.slice(44)) expect(hz).toBeCloseTo(mean, 1)
  })

  test('is carried on for a moment only', async () => {
    const held = await moved([0, 0, 0, 0], [2, 2, 2, 2], foreseen.slice().fill(6, 60))
    expect(held.slice(60, 70).every((hz) => hz > 50)).toBe(true)
    expect(held.slice(70)).toEqual(Array.from({ length: 10 }, () => 6))
  })

  test('is not moved in a model that is put together otherwise', () => {
    const graph = modelFile(opNode('Identity', ['foreseen'], ['pitch']), output('pitch', [1, 1, 'halves']))
    expect(() => withMelody(readModel(graph))).toThrow('makes its melody in an unknown way')
  })
})

describe('the melody of a line', () => {
  async function sung(text: string): Promise<{ shifts: number[]; holds: number[] }> {
    const [first] = prepareScript(text).phrases
    const { melody, ...phrase } = first!.phrase
    const [line] = linesOf(phrase, await languageOf('en').pronounce(phrase.words))
    const both = [...melodyOf(line!, { ...melody!, semitones: 0 }, true)]
    return { shifts: both.slice(0, both.length / 2), holds: both.slice(both.length / 2) }
  }

  test('of a statement is that of the voice', async () => {
    const { shifts, holds } = await sung('It rains today.')
    expect(new Set([...shifts, ...holds])).toEqual(new Set([0]))
  })

  test('rises from the last stress of a question to its last sound, and nowhere else', async () => {
    const { shifts, holds } = await sung('Will it rain tomorrow?')
    const first = holds.indexOf(1)
    expect(first).toBeGreaterThan(holds.length / 2)
    // The last sound, the mark and the edge carry the tone on.
    expect(holds.slice(first, -3).every((hold) => hold === 1)).toBe(true)
    expect(holds.slice(-3)).toEqual([2, 2, 2])
    expect(shifts.slice(0, first).every((shift) => shift === 0)).toBe(true)
    const rising = shifts.slice(first)
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    expect(rising.at(-1)! / (OCTAVE / 12)).toBeCloseTo(8.5, 4)
  })

  test('carries no tone into a last sound that has none', async () => {
    const { holds } = await sung('Did you see the lights in the park?')
    expect(holds.at(-1)).toBe(1)
  })
})
