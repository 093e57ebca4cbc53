import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { SAMPLE_TIMELINE } from '../../../src/render/scene/still.ts'
import { stagePresenter } from '../../../src/render/scene/frame.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import type { Piece } from '../../../src/render/paint/piece.ts'
import type { StagedPresenter } from '../../../src/render/scene/frame.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'
import type { Framing } from '../../../src/render/paint/stage.ts'

/** A wide picture of 1080 lines has the figure in sizes between those of the two close ones. */
const SIZES = [
  { width: 1280, height: 720, framings: ['close', 'wide'] },
  { width: 1920, height: 1080, framings: ['close'] },
] as const

const PRESENTERS = readdirSync('presenters', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Farther to the sides, up and down than any performance turns a head, which meanwhile tilts and the body goes along or the other way. */
const EXTREMES = [-1.4, 1.4].flatMap((yaw) =>
  [-1, 1.2].flatMap((pitch) =>
    [-1, 1].map((side) => ({ yaw, pitch, roll: side * 0.036, bodyX: -side * 13, hairLean: side * 0.05 })),
  ),
)

/** Hands and camera that do nothing. */
const STILL = { gestures: 'none', camera: 'still' } as const

/** Two soft edges on each other let so little of the room through that it is not told from the edges. */
const OPAQUE = 200

/** Pixels. In a corner where the soft edges of hair, face and collar meet, one pixel may be open; a gap is longer. */
const LEAST_GAP = 2

/** What of a nose is seen at its rim at most: a level of 255. */
const UNSEEN = 1

/** The pieces of a presenter from back to front (scene/puppet.ts). */
const PIECES = { hairBehind: 1, body: 2, head: 3, chin: 4, nose: 7 } as const

/** Curls part beside a cheek. Other hair covers where it meets the face. */
const PARTS_AT_CHEEKS: readonly string[] = ['curls']

describe.each(SIZES)('at $height lines, however far a head is turned', ({ width, height, framings }) => {
  /** A presenter in all extremes: pieces from back to front. */
  function* turned(staged: StagedPresenter, framing: Framing) {
    const { stage, arrange } = staged.puppet(framing)
    const still = performanceOf(SAMPLE_TIMELINE, 'still', STILL)(0)
    for (const extreme of EXTREMES) {
      const pose = roundPose({ ...still, ...extreme }, stage, 0, SAMPLE_TIMELINE.durationSeconds)
      yield { pieces: arrange(pose), where: `${framing} ${JSON.stringify(extreme)}` }
    }
  }

  const flat = (staged: StagedPresenter, pieces: readonly Piece[]) =>
    new Uint8Array(staged.raster.flatten(width, height, pieces))

  /** The pixels through which a room is seen that is not around the presenter. */
  function holesIn(rgba: Uint8Array): number[] {
    const isOpen = (at: number) => rgba[at * 4 + 3]! < OPAQUE
    const outside = new Uint8Array(width * height)
    const next = new Int32Array(width * height)
    let left = 0
    const visit = (at: number) => {
      if (outside[at] === 1 || !isOpen(at)) return
      outside[at] = 1
      next[left] = at
      left += 1
    }
    for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) visit(y * width + x)
    for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) visit(y * width + x)
    while (left > 0) {
      left -= 1
      const at = next[left]!
      const x = at % width
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at < width * (height - 1)) visit(at + width)
    }
    const holes: number[] = []
    for (let at = 0; at < width * height; at += 1) if (outside[at] === 0 && isOpen(at)) holes.push(at)
    return holes
  }

  describe.each(PRESENTERS)('%s', (id) => {
    let presenter: PresenterFile
    let staged: StagedPresenter

    beforeAll(async () => {
      const presenters = await readPresenters('presenters')
      presenter = presenters.find((one) => one.id === id)!
      staged = stagePresenter(presenter, { width, height, framesPerSecond: 30 })
    })

    test('the room is seen through nothing but strands of hair, and never between hair and face', () => {
      const { look } = presenter
      for (const framing of framings) {
        for (const { pieces, where } of turned(staged, framing)) {
          const front = PIECES.chin + (look.glasses ? 6 : 5)
          // Without desk, arms and card: things on a desk have handles.
          const figure = pieces.slice(PIECES.hairBehind, front + 1)
          const holes = holesIn(flat(staged, figure))
          const what = `${presenter.id}, ${where}`
          if (look.headscarf || look.hair.style === 'bald') expect(holes, what).toEqual([])
          if (holes.length === 0) continue
          const bare = pieces.slice(PIECES.body, front)
          const closedWithoutHair = new Set(holesIn(flat(staged, bare)))
          expect(
            holes.filter((at) => closedWithoutHair.has(at)),
            what,
          ).toEqual([])
          if (PARTS_AT_CHEEKS.includes(look.hair.style)) continue
          const face = flat(staged, pieces.slice(PIECES.head, PIECES.chin + 1))
          const isFace = (at: number) => face[at * 4 + 3]! >= OPAQUE
          const atFace = holes.filter((at) => [at - 1, at + 1, at - width, at + width].some(isFace))
          expect(atFace.length, `${what}: ${atFace.join(', ')}`).toBeLessThan(LEAST_GAP)
        }
      }
    })

    test('no box is seen around a nose', () => {
      for (const { pieces, where } of turned(staged, 'close')) {
        const [before, after] = [PIECES.nose, PIECES.nose + 1].map((end) =>
          flat(staged, pieces.slice(0, end)),
        )
        const nose = pieces[PIECES.nose]!
        const alone = flat(staged, [nose])
        const own: [number, number][] = []
        for (let y = nose.y; y < nose.y + nose.height; y += 1)
          for (let x = nose.x; x < nose.x + nose.width; x += 1)
            if (alone[(y * width + x) * 4 + 3]! > 0) own.push([x, y])
        expect(own.length).toBeGreaterThan(1_000)
        const columns = own.map(([x]) => x)
        const rows = own.map(([, y]) => y)
        const [left, right] = [Math.min(...columns), Math.max(...columns)]
        const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
        for (const [x, y] of own) {
          if (x !== left && x !== right && y !== top && y !== bottom) continue
          for (const channel of [0, 1, 2]) {
            const at = (y * width + x) * 4 + channel
            const change = Math.abs(before![at]! - after![at]!)
            if (change > UNSEEN) expect.unreachable(`${presenter.id}, ${where}: ${change} at ${x}, ${y}`)
          }
        }
      }
    })
  })
})
