import { writeAttribute } from '../../../src/speech/kokoro/model/onnx-file.ts'
import { bytesField, numberField } from '../../../src/speech/kokoro/model/protocol-buffers.ts'

/**
 * A model of the same make as Kokoro's, as bytes of ONNX: an integer convolution with its quantisation around it,
 * durations that are rounded and clipped, a pitch that is foreseen, and sound that is made at the rates and under the
 * names of Kokoro's.
 */
export interface SmallModel {
  readonly bytes: Buffer
  /** Of the convolution, as they are published: `[128, 128, 7]`. */
  readonly weights: Uint8Array
}

const FLOAT = 1
const UINT8 = 2
const INT64 = 7
/** Channels and taps of a convolution that is worth a transform. */
const [CHANNELS, TAPS] = [128, 7]

/** An operation, as the field `node` of a graph. */
export function opNode(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
  name = `/${outputs[0]}`,
): Buffer {
  return bytesField(
    1,
    ...inputs.map((input) => bytesField(1, input)),
    ...outputs.map((output) => bytesField(2, output)),
    bytesField(3, name),
    bytesField(4, op),
    ...Object.entries(attributes).map(([key, value]) => bytesField(5, writeAttribute(key, value))),
  )
}

/** A constant, as the field `initializer` of a graph. */
export function constant(
  name: string,
  dims: readonly number[],
  values: Float32Array | Uint8Array | BigInt64Array,
): Buffer {
  const type = values instanceof Float32Array ? FLOAT : values instanceof Uint8Array ? UINT8 : INT64
  return bytesField(
    5,
    ...dims.map((dim) => numberField(1, dim)),
    numberField(2, type),
    bytesField(8, name),
    bytesField(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  )
}

/** An input of floats; a dimension that is a name can be of any length. */
export function input(name: string, dims: readonly (number | string)[]): Buffer {
  return valueInfo(11, name, dims)
}

/** An output of floats. */
export function output(name: string, dims: readonly (number | string)[]): Buffer {
  return valueInfo(12, name, dims)
}

function valueInfo(field: number, name: string, dims: readonly (number | string)[]): Buffer {
  const shape = dims.map((dim) =>
    bytesField(1, typeof dim === 'number' ? numberField(1, dim) : bytesField(2, dim)),
  )
  const tensor = bytesField(1, numberField(1, FLOAT), bytesField(2, ...shape))
  return bytesField(field, bytesField(1, name), bytesField(2, tensor))
}

/** A whole file around the fields of a graph. */
export function modelFile(...graph: readonly Buffer[]): Buffer {
  const opset = bytesField(8, numberField(2, 20))
  return Buffer.concat([numberField(1, 9), bytesField(7, ...graph, bytesField(2, 'test')), opset])
}

/** @param castOp in place of what casts the convolution's sums: another one makes it a model of another make. */
export function smallVoiceModel(castOp = 'Cast'): SmallModel {
  const weights = Uint8Array.from({ length: CHANNELS * CHANNELS * TAPS }, (_, index) => (index * 7919) % 251)
  const bytes = modelFile(...durations(), ...features(castOp, weights), ...sound())
  return { bytes, weights }
}

function durations(): Buffer[] {
  return [
    input('lengths', [1, 'symbols']),
    opNode('Round', ['lengths'], ['rounded']),
    opNode('Clip', ['rounded', 'one'], ['durations']),
    constant('one', [], Float32Array.of(1)),
  ]
}

function features(castOp: string, weights: Uint8Array): Buffer[] {
  const margin = (TAPS - 1) / 2
  return [
    input('text', [1, CHANNELS, 'units']),
    opNode('DynamicQuantizeLinear', ['text'], ['q', 'qScale', 'qZero']),
    opNode('ConvInteger', ['q', 'w', 'qZero', 'wZero'], ['sum'], { pads: [margin, margin] }),
    opNode(castOp, ['sum'], ['sumFloat'], { to: FLOAT }),
    opNode('Mul', ['qScale', 'wScale'], ['scale']),
    opNode('Mul', ['sumFloat', 'scale'], ['/encoder/MatMul_1_output_0']),
    constant('w', [CHANNELS, CHANNELS, TAPS], weights),
    constant('wZero', [], Uint8Array.of(128)),
    constant('wScale', [], Float32Array.of(0.01)),
  ]
}

/** Each channel without its mean, pitch and loudness, and harmonics without theirs, at 24,000 samples a second. */
function sound(): Buffer[] {
  const [pitch, loudness] = ['/decoder/decoder/Unsqueeze_output_0', '/decoder/decoder/Unsqueeze_1_output_0']
  const harmonics = '/decoder/decoder/generator/Concat_3_output_0'
  const halve = { kernel_shape: [2], strides: [2] }
  return [
    input('alignment', ['symbols', 'units']),
    opNode('Identity', ['alignment'], ['/encoder/Cast_4_output_0']),
    input('foreseen', [1, 1, 'halves']),
    // Whatever takes the alignment: what nothing takes is left out of a model.
    opNode('ReduceSum', ['/encoder/Cast_4_output_0'], ['aligned'], { keepdims: 0 }),
    opNode('Mul', ['aligned', 'nothing'], ['none']),
    opNode('Add', ['foreseen', 'none'], [pitch]),
    input(loudness, [1, 1, 'halves']),
    input(harmonics, [1, 3, 'steps']),
    opNode(
      'ReduceMean',
      ['/encoder/MatMul_1_output_0', 'time'],
      ['mean'],
      {},
      '/decoder/decoder/encode/norm1/ReduceMean',
    ),
    opNode(
      'Sub',
      ['/encoder/MatMul_1_output_0', 'mean'],
      ['centred'],
      {},
      '/decoder/decoder/encode/norm1/Sub',
    ),
    opNode('MaxPool', [pitch], ['pitch'], halve, '/decoder/F0_conv/Conv'),
    opNode('MaxPool', [loudness], ['loudness'], halve, '/decoder/N_conv/Conv'),
    opNode('Add', ['centred', 'pitch'], ['pitched']),
    opNode('Add', ['pitched', 'loudness'], ['loud']),
    opNode('ReduceSum', ['loud', 'channels'], ['units']),
    opNode('Unsqueeze', ['units', 'last'], ['unitColumns']),
    opNode('Mul', ['unitColumns', 'ones120'], ['unitRows']),
    opNode(
      'ReduceMean',
      [harmonics, 'time'],
      ['hMean'],
      {},
      '/decoder/decoder/generator/noise_res.1/adain1.0/ReduceMean',
    ),
    opNode('Sub', [harmonics, 'hMean'], ['hCentred']),
    opNode('Slice', ['hCentred', 'zero', 'minusOne', 'time'], ['hWhole']),
    opNode('ReduceSum', ['hWhole', 'channels'], ['hSum']),
    opNode('Reshape', ['unitRows', 'flat'], ['slow']),
    opNode('Add', ['slow', 'hSum'], ['steps']),
    opNode('Unsqueeze', ['steps', 'last'], ['stepColumns']),
    opNode('Mul', ['stepColumns', 'ones5'], ['stepRows']),
    opNode('Reshape', ['stepRows', 'all'], ['audio']),
    constant('time', [1], BigInt64Array.of(2n)),
    constant('channels', [1], BigInt64Array.of(1n)),
    constant('last', [1], BigInt64Array.of(3n)),
    constant('nothing', [], Float32Array.of(0)),
    constant('zero', [1], BigInt64Array.of(0n)),
    constant('minusOne', [1], BigInt64Array.of(-1n)),
    constant('flat', [3], BigInt64Array.of(1n, 1n, -1n)),
    constant('all', [1], BigInt64Array.of(-1n)),
    constant('ones120', [1, 1, 1, 120], new Float32Array(120).fill(1)),
    constant('ones5', [1, 1, 1, 5], new Float32Array(5).fill(1)),
    output('audio', ['samples']),
  ]
}
