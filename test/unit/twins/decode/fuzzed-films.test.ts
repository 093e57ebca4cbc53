import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDecoder } from '../../../support/films/film-decoder.ts'
import { seededRandom } from '../../../support/run/random.ts'

const FILMS_OF_EACH_KIND = 250

let folder: string
let decoder: ReturnType<typeof openDecoder>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzzed-'))
  decoder = openDecoder()
})
afterAll(async () => {
  await decoder.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  { container: 'mp4', codec: 'libx264', soundCodec: 'aac', seed: 25 },
  { container: 'webm', codec: 'libvpx', soundCodec: 'libopus', seed: 26 },
  { container: 'webm', codec: 'libvpx-vp9', soundCodec: 'libopus', seed: 27 },
  { container: 'matroska', codec: 'libx264', soundCodec: 'libopus', seed: 28 },
] as const)(
  'damaged films of $codec in $container are each decoded or refused, and none of them breaks the decoder',
  async ({ seed, ...how }) => {
    const base = await readFile(await decoder.write(join(folder, `base${seed}`), { ...how, frames: 4 }))
    const random = seededRandom(seed)
    const outcomes = new Set<string>()
    for (let index = 0; index < FILMS_OF_EACH_KIND; index += 1) {
      const file = join(folder, 'film')
      await writeFile(file, damaged(base, random))
      const { outcome, frames } = await decoder.decode(file).catch((error: Error) => {
        throw new Error(`Film ${index} of seed ${seed} ended the decoder: ${error.message}`)
      })
      outcomes.add(outcome)
      expect(frames).toBeLessThanOrEqual(181 * 30)
    }
    expect([...outcomes].toSorted()).toEqual(['TakeUnusable', 'decoded'])
  },
)

/** Some bytes are others, some places are twice there or not at all. */
function damaged(base: Buffer, random: () => number): Buffer {
  const below = (most: number) => Math.floor(random() * most)
  let bytes = Buffer.from(base)
  for (let bits = 1 + below(12); bits > 0; bits -= 1) bytes[below(bytes.length)] = below(256)
  if (random() < 0.2) bytes = bytes.subarray(0, 1 + below(bytes.length))
  if (random() < 0.2) {
    const from = below(bytes.length)
    const piece = bytes.subarray(from, from + below(200))
    const to = below(bytes.length)
    bytes = Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)])
  }
  return bytes
}
