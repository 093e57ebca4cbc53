import { InferenceSession, Tensor } from 'onnxruntime-node'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WEIGHTS_FILE } from '../../../src/speech/kokoro/file-names.ts'
import { prepareModel } from '../../../src/speech/kokoro/model.ts'
import { bytesField, numberField } from '../../../src/speech/kokoro/onnx-file.ts'

/**
 * A model of the same make as Kokoro's: an integer convolution with its quantisation around it, and
 * durations that are rounded and clipped.
 */
const FLOAT = 1
const UINT8 = 2
const WEIGHTS = [10, 128, 250, 128, 131, 120]

function node(op: string, inputs: string[], outputs: string[], ...attributes: Buffer[]): Buffer {
  return bytesField(
    1,
    ...inputs.map((input) => bytesField(1, input)),
    ...outputs.map((output) => bytesField(2, output)),
    bytesField(3, `/${outputs[0]}`),
    bytesField(4, op),
    ...attributes,
  )
}

function tensor(name: string, type: number, dims: number[], raw: Buffer): Buffer {
  return bytesField(
    5,
    ...dims.map((dim) => numberField(1, dim)),
    numberField(2, type),
    bytesField(8, name),
    bytesField(9, raw),
  )
}

function value(field: number, name: string, dims: number[]): Buffer {
  const shape = bytesField(2, ...dims.map((dim) => bytesField(1, numberField(1, dim))))
  return bytesField(field, bytesField(1, name), bytesField(2, bytesField(1, numberField(1, FLOAT), shape)))
}

const float = (...numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer)
const TO_FLOAT = bytesField(5, bytesField(1, 'to'), numberField(3, FLOAT), numberField(20, 2))

function model(castOp = 'Cast'): Buffer {
  const graph = [
    node('DynamicQuantizeLinear', ['x'], ['xq', 'xs', 'xz']),
    node('ConvInteger', ['xq', 'w', 'xz', 'wz'], ['sum']),
    node(castOp, ['sum'], ['sumf'], TO_FLOAT),
    node('Mul', ['xs', 'ws'], ['scale']),
    node('Mul', ['sumf', 'scale'], ['audio']),
    node('Round', ['x'], ['rounded']),
    node('Clip', ['rounded', 'one'], ['durations']),
    bytesField(2, 'test'),
    tensor('w', UINT8, [1, 2, 3], Buffer.from(WEIGHTS)),
    tensor('wz', UINT8, [], Buffer.from([128])),
    tensor('ws', FLOAT, [], float(0.01)),
    tensor('one', FLOAT, [], float(1)),
    value(11, 'x', [1, 2, 8]),
    value(12, 'audio', [1, 1, 6]),
  ]
  return Buffer.concat([numberField(1, 9), bytesField(7, ...graph), bytesField(8, numberField(2, 17))])
}

const X = Float32Array.from({ length: 16 }, (_, index) => Math.sin(index) * 3)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(graph: Buffer, weights?: Buffer) {
  const file = join(folder, 'model.onnx')
  await writeFile(file, graph)
  if (weights) await writeFile(join(folder, WEIGHTS_FILE), weights)
  const session = await InferenceSession.create(file)
  return session.run({ x: new Tensor('float32', X, [1, 2, 8]) })
}

test('the prepared model says the same as the published one, and when', async () => {
  const published = await run(model())
  const { graph, weights } = prepareModel(model())
  const prepared = await run(graph, weights)
  const [before, after] = [published['audio']?.data as Float32Array, prepared['audio']?.data as Float32Array]
  expect(after).toHaveLength(6)
  // Quantising the input costs the published one some precision.
  after.forEach((each, index) => expect(Math.abs(each - (before[index] ?? 0))).toBeLessThan(0.05))
  expect(Object.keys(prepared).toSorted()).toEqual(['audio', 'durations'])
  const durations = prepared['durations']?.data as Float32Array
  expect([...durations]).toEqual([...X].map((each) => Math.max(1, roundHalfEven(each))))
})

/** As the runtime rounds. */
function roundHalfEven(number: number): number {
  const rounded = Math.round(number)
  return Math.abs(number % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

test('weights are floats in a file of their own, computed exactly', () => {
  const { weights } = prepareModel(model())
  const floats = new Float32Array(weights.buffer.slice(weights.byteOffset, weights.byteOffset + 24))
  expect([...floats]).toEqual(WEIGHTS.map((each) => Math.fround((each - 128) * Math.fround(0.01))))
})

test('the same model gives the same bytes', () => {
  expect(prepareModel(model())).toEqual(prepareModel(model()))
})

test('a model that is put together otherwise is refused', () => {
  expect(() => prepareModel(model('Neg'))).toThrow('where Cast was expected')
  expect(() => prepareModel(Buffer.from('no model at all'))).toThrow()
  expect(() => prepareModel(model().subarray(0, 300))).toThrow('Not an ONNX file')
})
