import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { FilmPart } from '../../../../src/twins/decode/film-parts.ts'
import { openFilm } from '../../../../src/twins/decode/open-film.ts'
import { openDecoder } from '../../../support/films/film-decoder.ts'
import { setSampleTimes, writePlaylists } from '../../../support/films/hostile-films.ts'
import type { SmallFilm } from '../../../support/films/hostile-films.ts'

let folder: string
let decoder: ReturnType<typeof openDecoder>
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'))
  decoder = openDecoder()
})
afterAll(async () => {
  await decoder.close()
  await rm(folder, { recursive: true, force: true })
})

async function film(how: SmallFilm = {}): Promise<string> {
  made += 1
  return decoder.write(join(folder, `${made}.film`), how)
}

const refused = (message: RegExp) => ({
  outcome: 'TakeUnusable',
  message: expect.stringMatching(message) as string,
})

describe('what browsers record is decoded', () => {
  test.each<SmallFilm>([
    { container: 'mp4', codec: 'libx264', soundCodec: 'aac' },
    { container: 'mp4', codec: 'libx265', soundCodec: 'aac' },
    { container: 'matroska', codec: 'libx264', soundCodec: 'libopus' },
    { container: 'webm', codec: 'libvpx', soundCodec: 'libopus' },
    { container: 'webm', codec: 'libvpx-vp9', soundCodec: 'libopus' },
    { container: 'mp4', codec: 'libsvtav1', soundCodec: 'libopus' },
  ])('$codec and $soundCodec in $container', async (how) => {
    const { outcome, pictures } = await decoder.decode(await film(how))
    expect(outcome).toBe('decoded')
    expect(pictures).toBeGreaterThan(4)
  })
})

describe('what no browser records is opened by no decoder', () => {
  test.each([
    'mpeg4',
    'msmpeg4',
    'mjpeg',
    'ffv1',
    'ffvhuff',
    'flv',
    'wmv2',
    'snow',
    'asv1',
    'cinepak',
    'png',
    'prores_ks',
    'rawvideo',
  ])('%s', async (codec) => {
    const pixels = { mjpeg: 'yuvj420p', png: 'rgb24', cinepak: 'rgb24', prores_ks: 'yuv422p10le' }[codec]
    const file = await film({ codec, ...(pixels && { pixels }) })
    expect(await decoder.decode(file)).toMatchObject(refused(/cannot be read/u))
  })

  test.each(['flac', 'libmp3lame', 'pcm_s16le', 'ac3'])('%s', async (soundCodec) => {
    const file = await film({ soundCodec })
    expect(await decoder.decode(file)).toMatchObject(refused(/cannot be read|no sound/u))
  })

  test('nor another container', async () => {
    const file = await film({ container: 'avi', soundCodec: 'aac' })
    expect(await decoder.decode(file)).toMatchObject(refused(/cannot be read/u))
  })
})

describe('a film costs what its length pays for', () => {
  test('one of a thousand large pictures in two seconds is refused before any is decoded', async () => {
    const large = { width: 1280, height: 720, codec: 'libvpx', container: 'webm' } as const
    const file = await film({ ...large, frames: 400, everyMs: 2 })
    const { seconds, ...result } = await decoder.decode(file)
    expect(result).toMatchObject({ ...refused(/more pictures or sounds a second/u), pictures: 0 })
    expect(seconds).toBeLessThan(2)
  })

  test('one with all its pictures in one moment is refused', async () => {
    const file = await film({ container: 'mp4', soundCodec: 'aac', frames: 200 })
    expect(await decoder.decode(file)).toMatchObject({ outcome: 'decoded' })
    await setSampleTimes(file, 0)
    const { seconds, ...result } = await decoder.decode(file)
    expect(result).toMatchObject({ ...refused(/more pictures or sounds a second|longer than/u), pictures: 0 })
    expect(seconds).toBeLessThan(2)
  })

  test('one with as many pictures a second as a camera gives, which come all at once, is refused', async () => {
    const inBursts = { frames: 300, everyMs: 1, pauseAfter: 150, pauseMs: 6_000 }
    const burst = await decoder.decode(await film(inBursts))
    expect(burst).toMatchObject({ ...refused(/more pictures or sounds a second/u), pictures: 0 })
    // A browser that was held up writes what came meanwhile with the times of less than a second.
    const heldUp = await decoder.decode(await film({ ...inBursts, frames: 240, pauseAfter: 120 }))
    expect(heldUp).toMatchObject({ outcome: 'decoded' })
  })

  test('one with pictures that are never shown counts those that are', async () => {
    // This encoder of AV1 writes pictures that only others refer to, in one packet with the one that is shown next.
    const av1 = { container: 'mp4', codec: 'libsvtav1', frames: 60, isMoving: true } as const
    const { outcome, frames } = await decoder.decode(await film(av1))
    expect(outcome).toBe('decoded')
    expect(frames).toBeGreaterThan(55)
    expect(frames).toBeLessThanOrEqual(62)
  })

  test('one whose pictures stay for hours is refused', async () => {
    const file = await film({ everyMs: 60_000, soundSeconds: 1 })
    expect(await decoder.decode(file)).toMatchObject(refused(/longer than 3 minutes/u))
  })

  test('of pictures that follow each other before they can be seen, only those that are seen are painted', async () => {
    const file = await film({ frames: 60, everyMs: 16 })
    const { pictures, frames } = await decoder.decode(file)
    expect(frames).toBeGreaterThan(28)
    expect(pictures).toBeLessThanOrEqual(frames)
  })

  test('larger pictures than a camera gives are decoded neither at the beginning nor later', async () => {
    const huge = { width: 2048, height: 1440 }
    const vp8 = { codec: 'libvpx', container: 'webm' } as const
    expect(await decoder.decode(await film({ ...vp8, ...huge, frames: 2 }))).toMatchObject(
      refused(/larger than 1920 by 1440/u),
    )
    const upright = { width: 1440, height: 1920 }
    expect(await decoder.decode(await film({ ...vp8, ...upright, frames: 2 }))).toMatchObject({
      outcome: 'decoded',
    })
    const later = await decoder.decode(await film({ ...vp8, frames: 6, laterSize: huge }))
    expect(later.pictures).toBeLessThanOrEqual(3)
    expect(later.seconds).toBeLessThan(2)
  })
})

describe('a file that is no film', () => {
  test('but a list of others is refused, and none of them is asked for', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const honest = await film()
    for (const target of [`http://127.0.0.1:${port}/film.mp4`, `file://${honest}`, honest]) {
      for (const file of await writePlaylists(folder, target)) {
        expect(await decoder.decode(file), file).toMatchObject(refused(/cannot be read/u))
      }
    }
    expect(asked).toEqual([])
    await new Promise((resolve) => server.close(resolve))
  })

  test('or the beginning of one, is refused or seen as far as it goes', async () => {
    for (const container of ['mp4', 'matroska', 'webm'] as const) {
      const whole = await film({ container, codec: container === 'webm' ? 'libvpx' : 'libx264', frames: 12 })
      const { length } = await readFile(whole)
      for (const share of [0, 0.01, 0.1, 0.5, 0.9, 0.99]) {
        const cut = `${whole}.${share}`
        await copyFile(whole, cut)
        await truncate(cut, Math.floor(share * length))
        const { outcome, frames } = await decoder.decode(cut)
        expect(['decoded', 'TakeUnusable'], cut).toContain(outcome)
        expect(frames).toBeLessThan(20)
      }
    }
  })

  test('but a text, is refused', async () => {
    const file = join(folder, 'text')
    await writeFile(file, 'no film')
    expect(await decoder.decode(file)).toMatchObject(refused(/cannot be read/u))
  })
})

describe('a decoder of its own', () => {
  const partsOf = async (file: string, options: Parameters<typeof openFilm>[1]) => {
    const parts: FilmPart[] = []
    for await (const part of openFilm({ file, want: 'take' }, options)) parts.push(part)
    return parts
  }

  test('says first what the film comes to, then shows it, then lets it be heard', async () => {
    const parts = await partsOf(await film({ frames: 3 }), {})
    expect(parts.map(({ kind }) => kind)).toEqual(['facts', 'picture', 'picture', 'picture', 'sound'])
    expect(parts[0]).toMatchObject({ count: { pictures: 3 } })
  })

  test('is given up with a sentence when looking at its film has cost more than that is long', async () => {
    await expect(partsOf(await film(), { usedSeconds: () => 61 })).rejects.toMatchObject({
      name: 'TakeUnusable',
      message: expect.stringContaining('too long to look at') as string,
    })
  })

  test.runIf(process.platform === 'linux')(
    'is ended by the kernel when it does not look at its time',
    async () => {
      await expect(
        partsOf(await film({ width: 1920, height: 1080, frames: 150 }), { cpuLimitSeconds: 1 }),
      ).rejects.toMatchObject({ name: 'TakeUnusable' })
    },
  )
})
