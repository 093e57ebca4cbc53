import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDecoder } from '../../../support/film-decoder.ts'
import { seededRandom } from '../../../support/random.ts'

const FILMS = 1_000

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

test('a thousand damaged films are each decoded or refused, and none of them breaks the decoder', async () => {
  const bases = await Promise.all(
    (
      [
        { container: 'mp4', codec: 'libx264', soundCodec: 'aac' },
        { container: 'webm', codec: 'libvpx', soundCodec: 'libopus' },
        { container: 'webm', codec: 'libvpx-vp9', soundCodec: 'libopus' },
        { container: 'matroska', codec: 'libx264', soundCodec: 'libopus' },
      ] as const
    ).map(async (how, index) =>
      readFile(await decoder.write(join(folder, `base${index}`), { ...how, frames: 4 })),
    ),
  )
  const random = seededRandom(25)
  const outcomes = new Map<string, number>()
  for (let index = 0; index < FILMS; index += 1) {
    const file = join(folder, 'film')
    await writeFile(file, damaged(bases[index % bases.length]!, random))
    const { outcome, frames } = await decoder.decode(file).catch((error: Error) => {
      throw new Error(`Film ${index} of the seed ended the decoder: ${error.message}`)
    })
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    expect(frames).toBeLessThanOrEqual(181 * 30)
  }
  expect([...outcomes.keys()].toSorted()).toEqual(['TakeUnusable', 'decoded'])
})

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
