import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANDMARKS } from '../../face/landmarks.ts'
import { finePoints } from './fine-points.ts'
import type { SmallPicture } from '../decode/picture.ts'

/** What is seen in one picture. */
export interface FoundFaces {
  /** How many faces; two stands for more. */
  readonly count: number
  /** LANDMARKS × 2 of the largest face, in pixels of the picture; null when there is none. */
  readonly points: Float32Array | null
  /** The largest face as it is told from others'; null unless it was asked for and seen. */
  readonly descriptor: Float32Array | null
}

/** Finds faces. */
export interface FaceFinder {
  /** @param describe also for telling people apart, which takes three times as long. */
  find(picture: SmallPicture, describe: boolean): Promise<FoundFaces>
}

/** What we use of the package, whose own types want all of TensorFlow's. */
interface Human {
  load(): Promise<void>
  detect(input: Tensor, config: object): Promise<{ face: HumanFace[]; error: string | null }>
  readonly tf: { tensor3d(values: Int32Array, shape: number[], kind: 'int32'): Tensor }
  readonly models: { readonly models: { readonly facemesh: MeshModel } }
}

interface Tensor {
  readonly shape: readonly number[]
  dataSync(): Float32Array
  dispose(): void
}

/** What finds the points in a face that was cut out. */
interface MeshModel {
  execute(face: Tensor): Tensor[]
}

interface HumanFace {
  /** Empty where a face was suspected, and none found. */
  readonly mesh: readonly (readonly [number, number, number])[]
  readonly size: readonly [number, number]
  /** Empty or absent unless it was asked for. */
  readonly embedding?: readonly number[]
}

/**
 * Each frame is looked at anew: the package would carry results over from frames that look alike, and from those
 * before a cut.
 */
const ALWAYS = { skipFrames: 0, skipTime: 0 } as const
const OFF = { enabled: false } as const

/** Two faces are found where there are more: enough to refuse a take. */
const DETECTOR = { ...ALWAYS, rotation: false, maxDetected: 2, minConfidence: 0.2 } as const

const FACE = {
  enabled: true,
  detector: DETECTOR,
  mesh: { enabled: true },
  iris: OFF,
  emotion: OFF,
  antispoof: OFF,
  liveness: OFF,
} as const

const SEEN = { face: { ...FACE, description: { ...ALWAYS, enabled: false } } } as const
const DESCRIBED = { face: { ...FACE, description: { ...ALWAYS, enabled: true } } } as const

const require = createRequire(import.meta.url)

/** Loads models and library. Only in a child process of its own: it takes 250 MB and all of a core. */
export async function loadFaceFinder(): Promise<FaceFinder> {
  const human = await loadHuman()
  const meshes = overheard(human.models.models.facemesh)
  return {
    async find({ rgb, width, height }, describe) {
      meshes.length = 0
      const input = human.tf.tensor3d(Int32Array.from(rgb), [height, width, 3], 'int32')
      try {
        const { face, error } = await human.detect(input, describe ? DESCRIBED : SEEN)
        if (error) throw new Error(error)
        return foundFaces(face, meshes)
      } finally {
        input.dispose()
      }
    },
  }
}

async function loadHuman(): Promise<Human> {
  // What the package exports by its name wants a native TensorFlow, and what we want it does not export.
  const folder = dirname(require.resolve('@vladmandic/human'))
  const { Human } = require(join(folder, 'human.node-wasm.js')) as { Human: new (config: object) => Human }
  const human = new Human({
    backend: 'wasm',
    wasmPath: join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')), '/'),
    modelBasePath: pathToFileURL(join(folder, '../models/')).href,
    debug: false,
    async: false,
    cacheSensitivity: 0,
    filter: OFF,
    body: OFF,
    hand: OFF,
    gesture: OFF,
    object: OFF,
    segmentation: OFF,
    ...DESCRIBED,
  })
  await fetchingFiles(() => human.load())
  return human
}

/** The library fetches its models, all of them while it loads, and Node's `fetch` knows no files. */
async function fetchingFiles(load: () => Promise<void>): Promise<void> {
  const { fetch } = globalThis
  globalThis.fetch = async (input, options) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'file:') return fetch(input, options)
    return new Response(new Uint8Array(await readFile(url)))
  }
  try {
    await load()
  } finally {
    globalThis.fetch = fetch
  }
}

/** What a model finds from now on, one array of numbers for each face it is given. */
function overheard(model: MeshModel): Float32Array[] {
  const heard: Float32Array[] = []
  const execute = model.execute.bind(model)
  model.execute = (face) => {
    const results = execute(face)
    const mesh = results.find(({ shape }) => shape.at(-1) === LANDMARKS * 3)
    if (mesh) heard.push(mesh.dataSync().slice())
    return results
  }
  return heard
}

function foundFaces(suspected: readonly HumanFace[], meshes: readonly Float32Array[]): FoundFaces {
  const faces = suspected
    .map(({ mesh, size, embedding }, index) => ({ mesh, size, embedding, precise: meshes[index] }))
    .filter(({ mesh }) => mesh.length >= LANDMARKS)
  const largest = faces.toSorted((one, other) => other.size[0] - one.size[0])[0]
  if (!largest) return { count: 0, points: null, descriptor: null }
  const { mesh, precise, embedding } = largest
  if (!precise) throw new Error('The model of faces found one that it was not given')
  return {
    count: faces.length,
    points: finePoints(mesh, precise),
    descriptor: embedding?.length ? Float32Array.from(embedding) : null,
  }
}
