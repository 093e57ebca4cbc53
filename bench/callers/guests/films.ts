import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MOST_PIXELS } from '../../../src/twins/decode/bounds.ts'
import { createTwinStudio } from '../../../src/twins/twin-studio.ts'
import { writeSmallFilm } from '../../../test/support/films/hostile-films.ts'
import { spread } from '../../support/figure.ts'

const HONEST = 'presenters/amara/preview.mp4'

/** Pictures as large and as close together as a film may have, in all of which everything moves. */
const HOSTILE = {
  codec: 'libvpx',
  width: 1920,
  height: MOST_PIXELS / 1920,
  frames: 200,
  everyMs: 15,
} as const
const HOSTILE_FILMS = 3
const ROUNDS = 3

/** Seconds until an honest film was looked at: alone, and while as many hostile ones as there are wait and are looked at. */
export async function besideHostileFilms(): Promise<{ alone: number; beside: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-guests-'))
  const studio = createTwinStudio({ poolSize: 2 })
  const look = (name: string, takeFile: string, accountId: string) => {
    const place = (kind: string) => join(folder, `${name}.${kind}`)
    const files = { trackFile: place('track'), portraitsFile: place('portraits'), soundFile: place('wav') }
    return studio.inTurn({ accountId }, () => studio.trackTake({ takeFile, ...files }, { accountId }))
  }
  const seconds = async (name: string) => {
    const startedAt = performance.now()
    await look(name, HONEST, 'honest')
    return (performance.now() - startedAt) / 1_000
  }
  try {
    const file = await writeSmallFilm(join(folder, 'hostile'), { ...HOSTILE, isMoving: true })
    // Each process of the studio loads what finds faces before its first film.
    await Promise.all([seconds('warm'), look('warm-too', HONEST, 'other')])
    const alone: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) alone.push(await seconds('alone'))
    const ends = new AbortController()
    const hostile = Array.from({ length: HOSTILE_FILMS }, async (_, index) => {
      while (!ends.signal.aborted) await look(`hostile-${index}`, file, 'hostile').catch(() => undefined)
    })
    const beside: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) beside.push(await seconds('beside'))
    ends.abort()
    await Promise.all(hostile)
    return { alone: spread(alone).median, beside: spread(beside).median }
  } finally {
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  }
}
