import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildOf, forearmOf } from '../../../../src/render/figure/arm/arm.ts'
import { modelChains } from '../../../../src/render/figure/arm/capsules.ts'
import { poseArm } from '../../../../src/render/figure/arm/skeleton.ts'
import { HAND_NAMES } from '../../../../src/render/motion/arm-pose.ts'
import { ARM_KEYS, ATTITUDES } from '../../../../src/render/motion/attitudes.ts'
import { createSurface } from '../../../../src/render/paint/surface.ts'
import { readPresenter } from '../../../../src/render/presenter/presenter-file.ts'
import { UPRIGHT } from './upright-arm.ts'
import type { ArmPose, Side } from '../../../../src/render/motion/arm-pose.ts'
import type { ArmKeyName } from '../../../../src/render/motion/attitudes.ts'
import type { Vector } from '../../../../src/render/figure/arm/space.ts'
import type { PresenterFile } from '../../../../src/render/presenter/presenter-file.ts'

const NAMES = Object.keys(ARM_KEYS) as ArmKeyName[]

const BUILD = { shoulders: 1, limbs: 1 }

const poseOf = (name: ArmKeyName): ArmPose => ({ ...ARM_KEYS[name], to: ARM_KEYS[name].hand, share: 0 })

const distance = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const coordinate = fc.double({ min: -16, max: 16, noNaN: true })
const place = fc.tuple(coordinate, coordinate, coordinate)
const radius = fc.double({ min: 6, max: 14, noNaN: true })

describe('an arm', () => {
  test('there are enough shapes and attitudes for hands not to repeat themselves', () => {
    expect(HAND_NAMES.length).toBeGreaterThanOrEqual(8)
    expect(Object.keys(ATTITUDES).length).toBeGreaterThanOrEqual(10)
  })

  test('it has the proportions of a person', () => {
    const { tips, joints, wrist, long } = poseArm(UPRIGHT, 'right', BUILD)
    const [index = 0, middle = 0, ring = 0, little = 0, thumb = 0] = tips.map(({ at }) => distance(wrist, at))
    expect(middle).toBeGreaterThan(index)
    expect(middle).toBeGreaterThan(ring)
    expect(ring).toBeGreaterThan(little)
    expect(thumb).toBeLessThan(index)
    // The hand is three quarters of a face (chin to hairline), and somewhat shorter than the forearm.
    expect(middle / 330).toBeGreaterThan(0.7)
    expect(middle / 330).toBeLessThan(0.95)
    expect(middle).toBeLessThan(long)
    const knuckles = joints.filter(({ order, finger }) => order === 0 && finger < 4).map(({ at }) => at)
    const breadth = distance(knuckles[0]!, knuckles[3]!)
    expect(breadth / middle).toBeGreaterThan(0.3)
    expect(breadth / middle).toBeLessThan(0.5)
  })

  test('a left arm is the mirror image of a right one', () => {
    for (const name of NAMES) {
      const [left, right] = [poseArm(poseOf(name), 'left', BUILD), poseArm(poseOf(name), 'right', BUILD)]
      for (const [index, { at, nail }] of right.tips.entries()) {
        expect(left.tips[index]!.at[0]).toBeCloseTo(-at[0], 6)
        expect(left.tips[index]!.at[1]).toBeCloseTo(at[1], 6)
        expect(left.tips[index]!.nail[2]).toBeCloseTo(nail[2], 6)
      }
    }
  })

  test('at rest both palms face the desk', () => {
    for (const name of ['restOver', 'restUnder'] as const) {
      expect(poseArm(poseOf(name), 'right', BUILD).frame[2][1], name).toBeLessThan(-0.7)
    }
  })

  test('no wrist or finger bends farther than a person can bend it', () => {
    for (const name of NAMES) {
      const { wrist, tilt, twist } = ARM_KEYS[name]
      expect(Math.abs(wrist), name).toBeLessThan(1.1)
      expect(Math.abs(tilt), name).toBeLessThan(0.5)
      // From palm forward to palm back, past the side.
      expect(twist, name).toBeGreaterThan(-Math.PI)
      expect(twist, name).toBeLessThan(0.3)
    }
  })

  test('hands stay below the chin or beside the face, and within the narrowest picture', () => {
    for (const name of NAMES) {
      const { elbow } = ARM_KEYS[name]
      for (const { at, radius } of poseArm(poseOf(name), 'right', BUILD).tips) {
        const [x, y] = [elbow.x + at[0], elbow.y - at[1]]
        expect(x + radius, name).toBeLessThan(440)
        if (Math.abs(x) < 150 + radius) expect(y - radius, name).toBeGreaterThan(200)
      }
    }
  })
})

describe('a relief of capsules', () => {
  test('is as high as the highest of the balls that they are made of, however they are turned', () => {
    const [size, middle] = [80, 40]
    fc.assert(
      fc.property(place, place, radius, radius, (from, to, fromRadius, toRadius) => {
        const brush = createCanvas(size, size).getContext('2d')
        const extent = { x: -middle, y: -middle, width: size, height: size }
        const surface = createSurface(brush, extent, '#ffffff')
        modelChains(surface, [{ capsules: [{ from, to, fromRadius, toRadius }], part: 0 }], 1)
        for (let at = 0; at < size * size; at += 7) {
          if (surface.cover[at]! < 255) continue
          const [x, y] = [surface.x + (at % size), -(surface.y + Math.floor(at / size))]
          let highest = -Infinity
          for (let share = 0; share <= 1; share += 1 / 512) {
            const mixed = (a: number, b: number) => a + (b - a) * share
            const away = Math.hypot(x - mixed(from[0], to[0]), y - mixed(from[1], to[1]))
            const reach = mixed(fromRadius, toRadius)
            if (away <= reach)
              highest = Math.max(highest, mixed(from[2], to[2]) + Math.sqrt(reach ** 2 - away ** 2))
          }
          if (highest > -Infinity) expect(surface.relief[at]!).toBeGreaterThan(highest - 0.5)
          expect(surface.relief[at]!).toBeLessThan(Math.max(highest, from[2], to[2]) + 0.75)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a painted arm', () => {
  let maya: PresenterFile
  let omar: PresenterFile
  let mateo: PresenterFile

  beforeAll(async () => {
    const read = (id: string) => readPresenter('presenters', id)
    ;[maya, omar, mateo] = await Promise.all([read('maya'), read('omar'), read('mateo')])
  })

  const SCALE = 0.5

  /** Mean luma of what is painted left and right of the middle of a part of a forearm, and its mean colour. */
  function looked({ look }: PresenterFile, side: Side, pose: ArmPose, from: number, to: number) {
    const { extent, paint } = forearmOf(look, side, pose)
    const { x, y, width, height } = extent
    const canvas = createCanvas(Math.ceil(width * SCALE), Math.ceil(height * SCALE))
    const brush = canvas.getContext('2d')
    brush.setTransform(SCALE, 0, 0, SCALE, -x * SCALE, -y * SCALE)
    paint(brush)
    const arm = poseArm(pose, side, buildOf(look))
    const rgba = canvas.data()
    const halves = { left: [0, 0], right: [0, 0] }
    const colour = [0, 0, 0, 0]
    for (let row = 0; row < canvas.height; row += 1) {
      const up = -(y + row / SCALE)
      if (up < from || up > to) continue
      for (let column = 0; column < canvas.width; column += 1) {
        const at = (row * canvas.width + column) * 4
        if (rgba[at + 3]! < 255) continue
        const luma = 0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!
        const aside = x + column / SCALE - (arm.way[0] * up) / arm.way[1]
        const half = aside < 0 ? halves.left : halves.right
        half[0]! += luma
        half[1]! += 1
        for (const channel of [0, 1, 2]) colour[channel]! += rgba[at + channel]!
        colour[3]! += 1
      }
    }
    const mean = ([sum = 0, count = 1]: number[]) => sum / count
    return {
      left: mean(halves.left),
      right: mean(halves.right),
      colour: colour.slice(0, 3).map((sum) => sum / colour[3]!),
    }
  }

  test('the light comes from the upper left on both arms', () => {
    for (const side of ['left', 'right'] as const) {
      const { left, right } = looked(maya, side, UPRIGHT, 80, 200)
      expect(left, side).toBeGreaterThan(right + 3)
    }
  })

  test('sleeves are of the cloth of the look, and end above the elbow where it is a polo shirt', () => {
    const [red = 0, , blue = 0] = looked(maya, 'right', UPRIGHT, 80, 200).colour
    expect(blue).toBeGreaterThan(red * 1.3)
    const bare = looked(mateo, 'right', UPRIGHT, 80, 200).colour
    expect(bare[0]).toBeGreaterThan(bare[1]! * 1.2)
  })

  test('palms are paler than the backs of hands where skin is dark', () => {
    const palm = looked(omar, 'right', UPRIGHT, 340, 460)
    const back = looked(omar, 'right', { ...UPRIGHT, twist: -3.1 }, 340, 460)
    expect(palm.left + palm.right).toBeGreaterThan((back.left + back.right) * 1.05)
  })
})
