import { beforeAll, describe, expect, test } from 'vitest'
import { loadFonts } from '../../../src/render/fonts.ts'
import { readPresenters } from '../../../src/render/presenter-file.ts'
import { createPuppet } from '../../../src/render/puppet.ts'
import { stageFor } from '../../../src/render/stage.ts'
import { tilesOf } from '../../../src/render/tiles.ts'
import type { PresenterFile } from '../../../src/render/presenter-file.ts'

/** Sizes whose edges fall differently on even pixels. */
const FORMATS = [
  { width: 320, height: 180, framesPerSecond: 30 },
  { width: 426, height: 240, framesPerSecond: 25 },
]

describe.each(FORMATS)('tiles at $width × $height', (format) => {
  let presenters: PresenterFile[]

  beforeAll(async () => {
    loadFonts()
    presenters = await readPresenters('presenters')
  })

  test.each(['wide', 'close'] as const)('no pixel belongs to two tiles (%s)', (framing) => {
    for (const presenter of presenters) {
      const owners = new Uint8Array(format.width * format.height)
      for (const { at } of tilesOf(createPuppet(presenter, stageFor(format, framing)))) {
        expect([at.x % 2, at.y % 2, at.width % 2, at.height % 2]).toEqual([0, 0, 0, 0])
        for (let y = at.y; y < at.y + at.height; y += 1) {
          for (let x = at.x; x < at.x + at.width; x += 1) owners[y * format.width + x]! += 1
        }
      }
      expect(Math.max(...owners)).toBe(1)
    }
  })
})
