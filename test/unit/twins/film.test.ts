import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createFilm } from '../../../src/twins/learn/film.ts'
import { readFootage } from '../../../src/twins/track/footage.ts'

const SIZE = { width: 160, height: 112 }
const BYTES = SIZE.width * SIZE.height * 1.5

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a film begins with its first picture, also when memory is collected while its encoder opens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'film-'))
  const file = join(folder, 'film.mp4')
  const film = await createFilm(file, { ...SIZE, group: 1 })
  const added = film.add(new Uint8Array(BYTES).fill(90))
  collectGarbage()
  // Whatever was given back is taken over.
  const others = Array.from({ length: 200 }, () => Buffer.alloc(BYTES, 200))
  await added
  await film.finish()
  let first: Uint8Array | null = null
  await readFootage(file, SIZE, async (picture) => {
    first = Uint8Array.from(picture)
    return false
  })
  expect(others).toHaveLength(200)
  expect(Math.max(...first!.map((byte) => Math.abs(byte - 90)))).toBeLessThan(4)
  await rm(folder, { recursive: true })
})
