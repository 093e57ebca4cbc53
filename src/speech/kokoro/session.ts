import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { GRAPH_FILE } from './file-names.ts'

/** What the model says for a row of symbols. */
export interface SpokenLine {
  readonly samples: Float32Array
  /** How long each symbol lasts, in units; one more before and after them for the silence around. */
  readonly durations: readonly number[]
}

/** How a row of symbols is said. */
export interface LineStyle {
  /** Of `styleOf`. */
  readonly style: Float32Array
  /** 1 is the speaker's own; 1.04 is faster. */
  readonly rate: number
  /** Of `melodyOf`. */
  readonly melody: Float32Array
}

/** Starts and ends what is spoken. */
const EDGE_SYMBOL = 0n

/**
 * One thread, because sentences run side by side in processes of their own: that is faster than two
 * threads on one. Without memory patterns, which would keep the largest layout ever used.
 */
const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: true,
  enableMemPattern: false,
}

/** Models that are loaded, by their files, and of which version of a file each one is. */
const loaded = new Map<string, { readonly version: string; readonly session: Promise<InferenceSession> }>()

/**
 * Has the model speak. It has no random part: the same input gives the same samples.
 *
 * @param folder the files of the engine. The model is loaded when first needed and stays while its file does.
 */
export async function runKokoro(
  folder: string,
  ids: readonly number[],
  { style, rate, melody }: LineStyle,
): Promise<SpokenLine> {
  const session = await sessionOf(join(folder, GRAPH_FILE))
  const tokens = [EDGE_SYMBOL, ...ids.map(BigInt), EDGE_SYMBOL]
  const results = await session.run({
    tokens: new Tensor('int64', BigInt64Array.from(tokens), [1, tokens.length]),
    style: new Tensor('float32', style, [1, style.length]),
    speed: new Tensor('float32', Float32Array.of(rate), [1]),
    melody: new Tensor('float32', melody, [2, tokens.length]),
  })
  const durations = session.outputNames.find((name) => name !== 'audio') ?? ''
  return { samples: floats(results['audio']), durations: [...floats(results[durations])] }
}

/** Loads the model anew when its file is another one: voices are renewed while a service runs. */
async function sessionOf(file: string): Promise<InferenceSession> {
  const { mtimeMs, size } = await stat(file)
  const version = `${mtimeMs} ${size}`
  const known = loaded.get(file)
  if (known?.version === version) return known.session
  const session = InferenceSession.create(file, SESSION_OPTIONS)
  loaded.set(file, { version, session })
  await known?.session.then((earlier) => earlier.release())
  return session
}

function floats(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The model gave no numbers')
  return tensor.data
}
