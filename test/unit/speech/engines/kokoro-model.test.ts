import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { InferenceSession, Tensor } from 'onnxruntime-node'
import { beforeEach, describe, expect, test } from 'vitest'

import { GRAPH_FILE, WEIGHTS_FILE } from '../../../../src/speech/kokoro/file-names.ts'
import { blockTransform } from '../../../../src/speech/kokoro/model/block-transform.ts'
import { withFloatConvolutions } from '../../../../src/speech/kokoro/model/float-convolutions.ts'
import { withFrequencyConvolutions } from '../../../../src/speech/kokoro/model/frequency-convolutions.ts'
import { readModel, writeModel } from '../../../../src/speech/kokoro/model/graph.ts'
import { prepareModel, renewModel } from '../../../../src/speech/kokoro/model/prepare-model.ts'
import {
  constant,
  input,
  modelFile,
  opNode,
  output,
  smallVoiceModel,
} from '../../../support/speech/small-voice-model.ts'
import type { ModelFiles } from '../../../../src/speech/kokoro/model/graph.ts'

const SAMPLES_PER_UNIT = 600
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-'))
  return () => rm(folder, { recursive: true })
})

/** A number that looks random and is the same on every machine. */
const noise = (index: number, seed = 1) => ((index * 7919 + seed * 104_729) % 2003) / 1001.5 - 1

const floats = (length: number, seed?: number) =>
  Float32Array.from({ length }, (_, index) => noise(index, seed))

async function run(files: ModelFiles, feeds: InferenceSession.OnnxValueMapType) {
  await writeFile(join(folder, GRAPH_FILE), files.graph)
  await writeFile(join(folder, WEIGHTS_FILE), files.weights)
  const session = await InferenceSession.create(join(folder, GRAPH_FILE))
  return session.run(feeds)
}

const dataOf = (results: InferenceSession.OnnxValueMapType, name: string) =>
  results[name]?.data as Float32Array

/** How far what is the same up to rounding is apart, in decibels. */
function closeness(one: Float32Array, other: Float32Array): number {
  const energy = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0)
  return 10 * Math.log10(energy(one) / energy(one.map((value, index) => value - (other[index] ?? 0))))
}

/** What the small model is given: so many units, of which some are silent and alike. */
function feeds(units: number, isHeard: (unit: number) => boolean) {
  const at = (channels: number, rate: number, steps: number, silence: number, from = isHeard) =>
    Float32Array.from({ length: channels * steps }, (_, index) => {
      const unit = Math.min(units - 1, Math.floor((index % steps) / rate))
      return from(unit) ? noise(index) : silence
    })
  // The convolution spreads the text by three units: all that is left out is alike.
  const isText = (unit: number) => isHeard(unit - 1) && isHeard(unit + 1)
  const tensor = (data: Float32Array, ...dims: number[]) => new Tensor('float32', data, dims)
  const steps = 120 * units + 1
  const lengths = Float32Array.of(0.2, 1.5, 2.5, 7.4)
  // The first half of the units belongs to the first symbol, the other to the second.
  const symbolOf = (unit: number) => (unit < units / 2 ? 0 : 1)
  const alignment = Float32Array.from({ length: 2 * units }, (_, index) =>
    symbolOf(index % units) === Math.floor(index / units) ? 1 : 0,
  )
  return {
    lengths: tensor(lengths, 1, lengths.length),
    alignment: tensor(alignment, 2, units),
    melody: tensor(new Float32Array(4), 2, 2),
    text: tensor(at(128, 1, units, 0, isText), 1, 128, units),
    foreseen: tensor(at(1, 2, 2 * units, 0), 1, 1, 2 * units),
    '/decoder/decoder/Unsqueeze_1_output_0': tensor(at(1, 2, 2 * units, -6), 1, 1, 2 * units),
    '/decoder/decoder/generator/Concat_3_output_0': tensor(at(3, 120, steps, 0.25), 1, 3, steps),
  }
}

const floatModel = (bytes: Buffer) => writeModel(withFloatConvolutions(readModel(bytes)))
const joined = (weights: Iterable<Buffer>) => Buffer.concat([...weights])

describe('the prepared model', () => {
  test('says the same as the published one, and when', async () => {
    const { bytes } = smallVoiceModel()
    const given = feeds(20, () => true)
    const published = await run({ graph: bytes, weights: [] }, given)
    const prepared = await run(prepareModel(bytes), given)
    // Quantising the input costs the published one some precision.
    expect(closeness(dataOf(published, 'audio'), dataOf(prepared, 'audio'))).toBeGreaterThan(30)
    expect(Object.keys(prepared).toSorted()).toEqual(['audio', 'durations'])
    expect([...dataOf(prepared, 'durations')]).toEqual([1, 2, 2, 7])
  })

  test('has its weights as floats in a file of their own, computed exactly', () => {
    const { bytes, weights } = smallVoiceModel()
    const file = joined(floatModel(bytes).weights)
    const first = new Float32Array(Uint8Array.from(file.subarray(0, 4 * weights.length)).buffer)
    expect(first).toEqual(Float32Array.from(weights, (each) => (each - 128) * Math.fround(0.01)))
    expect(file.length % 65_536).toBe(0)
  })

  test('has the same bytes each time', () => {
    const [one, other] = [prepareModel(smallVoiceModel().bytes), prepareModel(smallVoiceModel().bytes)]
    expect(one.graph.equals(other.graph)).toBe(true)
    expect(joined(one.weights).equals(joined(other.weights))).toBe(true)
  })

  test('is the same when it is made of what an earlier release had installed', () => {
    const { bytes } = smallVoiceModel()
    const earlier = floatModel(bytes)
    const renewed = renewModel(earlier.graph, joined(earlier.weights))
    const prepared = prepareModel(bytes)
    expect(renewed.graph.equals(prepared.graph)).toBe(true)
    expect(joined(renewed.weights).equals(joined(prepared.weights))).toBe(true)
  })

  test('is not made of a model that is put together otherwise', () => {
    const { bytes } = smallVoiceModel()
    expect(() => prepareModel(smallVoiceModel('Neg').bytes)).toThrow('where Cast was expected')
    expect(() => prepareModel(Buffer.from('no model at all'))).toThrow()
    expect(() => prepareModel(bytes.subarray(0, 300))).toThrow('Not an ONNX file')
    const renamed = Buffer.from(bytes.toString('latin1').replaceAll('/N_conv/', '/M_conv/'), 'latin1')
    expect(() => prepareModel(renamed)).toThrow('its silence cannot be left out')
  })
})

describe('a convolution of frequencies', () => {
  const forms = [128, 256].flatMap((channels) =>
    [7, 11].flatMap((taps) => [1, 3, 5].map((dilation) => ({ channels, taps, dilation }))),
  )

  test.each(forms)('gives what one over time gives: %o', async ({ channels, taps, dilation }) => {
    const weights = floats(channels * channels * taps)
    const margin = (dilation * (taps - 1)) / 2
    const graph = modelFile(
      opNode('Conv', ['x', 'w', 'b'], ['y'], {
        kernel_shape: [taps],
        dilations: [dilation],
        pads: [margin, margin],
      }),
      constant('b', [channels], floats(channels, 2)),
      input('x', [1, channels, 'L']),
      output('y', [1, channels, 'L']),
    )
    const model = {
      ...readModel(graph),
      weights: new Map([['w', { dims: [channels, channels, taps], floats: () => weights }]]),
    }
    const transformed = withFrequencyConvolutions(model)
    expect(transformed.weights.size).toBe(2)
    expect(transformed.nodes.some(({ inputs }) => inputs.includes('w'))).toBe(false)
    // As short as a block and shorter, as long as some blocks, and none of these.
    for (const steps of [1, 10, 26, 88, 133]) {
      const x = new Tensor('float32', floats(channels * steps, 3), [1, channels, steps])
      const inTime = dataOf(await run(writeModel(model), { x }), 'y')
      const inFrequency = dataOf(await run(writeModel(transformed), { x }), 'y')
      expect(inFrequency).toHaveLength(inTime.length)
      expect(closeness(inTime, inFrequency)).toBeGreaterThan(110)
    }
  })

  test.each([
    ['with a stride', { kernel_shape: [7], strides: [2], pads: [3, 3] }, [128, 128, 7]],
    ['that is shorter than what it takes', { kernel_shape: [7] }, [128, 128, 7]],
    ['of groups', { kernel_shape: [7], group: 128, pads: [3, 3] }, [128, 1, 7]],
    ['with few channels', { kernel_shape: [7], pads: [3, 3] }, [22, 22, 7]],
    ['with few taps', { kernel_shape: [3], pads: [1, 1] }, [128, 128, 3]],
  ] as const)('is not made of one %s', (_name, attributes, dims) => {
    const graph = modelFile(opNode('Conv', ['x', 'w'], ['y'], attributes), output('y', [1, 128, 'L']))
    const model = { ...readModel(graph), weights: new Map([['w', { dims, floats: () => floats(1) }]]) }
    expect(withFrequencyConvolutions(model).nodes).toEqual(model.nodes)
  })

  test('has matrices with the same bytes on every machine', () => {
    const kernel = floats(8 * 8 * 11)
    const hash = createHash('sha256')
    for (const [taps, length, products] of [
      [7, 32, 'pairs'],
      [11, 48, 'pairs'],
      [7, 24, 'triples'],
      [11, 32, 'triples'],
    ] as const) {
      const { forward, inverse, weights } = blockTransform(taps, length, products)
      for (const matrix of [forward, inverse, weights(kernel.subarray(0, 64 * taps), 8)])
        hash.update(new Uint8Array(matrix.buffer))
    }
    expect(hash.digest('hex')).toBe('347cc983dd66bd75dd26ed3910c1f18740dae8ec0f6fa24f65b139d4e16538f4')
  })

  test('has the right cosines in its table', () => {
    for (const length of [24, 32, 48]) {
      const { forward } = blockTransform(7, length, 'pairs')
      const row = (index: number) => [...forward.subarray(index * length, (index + 1) * length)]
      const near = (wave: (angle: number) => number) =>
        row(0).map((_, at) => expect.closeTo(wave((2 * Math.PI * 3 * at) / length), 7) as number)
      expect(row(6)).toEqual(near(Math.cos))
      expect(row(7)).toEqual(near((angle) => -Math.sin(angle)))
    }
  })
})

describe('silence that is left out', () => {
  const isHeard = (unit: number) => unit >= 15 && unit < 40
  const cut = (unit: number) => (unit >= 3 && unit < 12) || (unit >= 43 && unit < 57)

  test('changes neither what is heard nor when', async () => {
    const { bytes } = smallVoiceModel()
    const given = feeds(60, isHeard)
    const whole = dataOf(await run(floatModel(bytes), given), 'audio')
    const prepared = dataOf(await run(prepareModel(bytes), given), 'audio')
    expect(prepared).toHaveLength(60 * SAMPLES_PER_UNIT)
    const unit = (samples: Float32Array, index: number) =>
      samples.subarray(index * SAMPLES_PER_UNIT, (index + 1) * SAMPLES_PER_UNIT)
    for (let index = 0; index < 60; index += 1) {
      const [before, after] = [unit(whole, index), unit(prepared, index)]
      if (cut(index)) expect(after.every((sample) => sample === 0)).toBe(true)
      else if (isHeard(index)) expect(closeness(before, after)).toBeGreaterThan(90)
    }
  })

  test.each([1, 5, 6])(
    'is nothing of a line of %i silent units, and all of it keeps its length',
    async (units) => {
      const { bytes } = smallVoiceModel()
      const given = feeds(units, () => false)
      const prepared = dataOf(await run(prepareModel(bytes), given), 'audio')
      const whole = dataOf(await run(floatModel(bytes), given), 'audio')
      expect(prepared).toHaveLength(whole.length)
      prepared.forEach((sample, index) => expect(sample).toBeCloseTo(whole[index] ?? Number.NaN, 3))
    },
  )
})
