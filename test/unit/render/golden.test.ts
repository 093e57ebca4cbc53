import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { REST } from '../../../src/render/motion/mouth-shape.ts'
import { readPresenter, readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { seededRandom } from '../../support/run/random.ts'
import { distance, goldenOf, readGolden } from './golden-frames.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'
import type { GoldenFrames } from './golden-frames.ts'

/** Machines round differently by a level here and there; a changed colour or shape is far beyond it. */
const LIMIT = { mean: 0.6, most: 6 } as const

/** Peak to peak, of 255: video at a low quality has about so much. */
const NOISE_LEVELS = 16

describe('golden frames', () => {
  let presenters: PresenterFile[]
  let golden: GoldenFrames

  beforeAll(async () => {
    loadFonts()
    presenters = await readPresenters('presenters')
    golden = await readGolden()
  })

  test('there are some of every stock presenter, and of nobody else', () => {
    expect(Object.keys(golden).toSorted()).toEqual(presenters.map(({ id }) => id).toSorted())
  })

  test('every presenter looks as somebody last meant it; `npm run golden` says that it is meant', () => {
    const changed = presenters.flatMap((presenter) =>
      Object.entries(goldenOf(presenter)).flatMap(([moment, now]) => {
        const { mean, most } = distance(now, golden[presenter.id]?.[moment] ?? '')
        return mean > LIMIT.mean || most > LIMIT.most ? [`${presenter.id}, ${moment}: ${mean}, ${most}`] : []
      }),
    )
    expect(changed).toEqual([])
  })

  test('another colour of hair, of skin or of a jacket is found out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'golden-'))
    try {
      await mkdir(join(folder, 'maya'))
      const file = JSON.parse(await readFile('presenters/maya/presenter.json', 'utf8')) as OfMaya
      const { look } = file
      for (const other of [
        { ...look, hair: { ...look.hair, colour: '#202020' } },
        { ...look, skin: { ...look.skin, tone: '#8a5a3c' } },
        { ...look, clothes: { ...look.clothes, outer: { ...look.clothes.outer, colour: '#7a1f2b' } } },
      ]) {
        await writeFile(join(folder, 'maya/presenter.json'), JSON.stringify({ ...file, look: other }))
        const now = goldenOf(await readPresenter(folder, 'maya'))
        const { mean, most } = distance(now['word'] ?? '', golden['maya']?.['word'] ?? '')
        expect(mean > LIMIT.mean || most > LIMIT.most).toBe(true)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('a mouth that does not open is found out in every word', async () => {
    const silent = goldenOf(await readPresenter('presenters', 'maya'), {
      pose: (pose) => ({ ...pose, mouth: REST }),
    })
    for (const moment of ['word', 'near']) {
      const { most } = distance(silent[moment] ?? '', golden['maya']?.[moment] ?? '')
      expect(most, moment).toBeGreaterThan(LIMIT.most)
    }
  })

  test('noise such as encoders and other processors make is not taken for a change', async () => {
    const random = seededRandom(1)
    const noisy = goldenOf(await readPresenter('presenters', 'maya'), {
      pixels: (rgba) =>
        rgba.map((value) => Math.max(0, Math.min(255, value + (random() - 0.5) * NOISE_LEVELS))),
    })
    for (const [moment, now] of Object.entries(noisy)) {
      const { mean, most } = distance(now, golden['maya']?.[moment] ?? '')
      expect(mean, moment).toBeLessThanOrEqual(LIMIT.mean)
      expect(most, moment).toBeLessThanOrEqual(LIMIT.most)
    }
  })
})

/** What of Maya's file is changed here. */
interface OfMaya {
  readonly look: {
    readonly hair: object
    readonly skin: object
    readonly clothes: { readonly outer: object }
  }
}
