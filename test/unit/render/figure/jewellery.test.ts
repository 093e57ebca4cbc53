import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'

import { buildOf, forearmOf } from '../../../../src/render/figure/arm/arm.ts'
import { seen } from '../../../../src/render/figure/arm/capsules.ts'
import { poseArm } from '../../../../src/render/figure/arm/skeleton.ts'
import { readPresenter } from '../../../../src/render/presenter/presenter-file.ts'
import { UPRIGHT } from './upright-arm.ts'
import type { ArmPose, Side } from '../../../../src/render/motion/arm-pose.ts'
import type { Point } from '../../../../src/render/paint/brush.ts'
import type { PresenterLook } from '../../../../src/render/presenter/look.ts'

const BACK: ArmPose = { ...UPRIGHT, twist: -3.1 }

const RING = { colour: '#c8a04c' }
const WATCH = { strap: '#4a3224', case: '#a9b0b8' }

let bare: PresenterLook
let sleeved: PresenterLook

beforeAll(async () => {
  const [mateo, maya] = await Promise.all([
    readPresenter('presenters', 'mateo'),
    readPresenter('presenters', 'maya'),
  ])
  bare = { ...mateo.look, watch: undefined }
  sleeved = maya.look
})

/** Where a forearm and its hand look otherwise with jewellery than without, from the elbow: one place for each logical unit. */
function changed(look: PresenterLook, worn: Partial<PresenterLook>, side: Side, pose: ArmPose): Point[] {
  const { extent } = forearmOf(look, side, pose)
  const [without, withIt] = [look, { ...look, ...worn }].map((one) => {
    const canvas = createCanvas(Math.ceil(extent.width), Math.ceil(extent.height))
    const brush = canvas.getContext('2d')
    brush.translate(-extent.x, -extent.y)
    forearmOf(one, side, pose).paint(brush)
    return { width: canvas.width, rgba: canvas.data() }
  })
  const { width, rgba } = without!
  const places: Point[] = []
  for (let at = 0; at < rgba.length; at += 4) {
    const differs = [0, 1, 2, 3].some(
      (channel) => Math.abs(rgba[at + channel]! - withIt!.rgba[at + channel]!) > 2,
    )
    const pixel = at / 4
    if (differs) places.push([extent.x + (pixel % width), extent.y + Math.floor(pixel / width)])
  }
  return places
}

const farthest = (places: readonly Point[], [x, y]: Point) =>
  Math.max(...places.map((place) => Math.hypot(place[0] - x, place[1] - y)))

describe('a ring', () => {
  test.each([UPRIGHT, BACK])('is around the ring finger of the left hand, and nowhere else', (pose) => {
    const { hand } = poseArm(pose, 'right', buildOf(sleeved))
    const [bone] = hand.filter(({ part }) => part === 3).flatMap(({ capsules }) => capsules)
    const middle = seen([0, 1, 2].map((axis) => (bone!.from[axis]! + bone!.to[axis]!) / 2) as never)
    const places = changed(sleeved, { ring: RING }, 'right', pose)
    // A band of some millimetres across a finger, which is two centimetres wide.
    expect(places.length).toBeGreaterThan(bone!.fromRadius * 2 * 4)
    expect(farthest(places, middle)).toBeLessThan(bone!.fromRadius * 1.8)
    expect(changed(sleeved, { ring: RING }, 'left', pose)).toEqual([])
  })

  test('is hidden by the fingers before it', () => {
    const across: ArmPose = { ...UPRIGHT, hand: 'flat', to: 'flat', twist: -1.35 }
    const seenWhole = changed(sleeved, { ring: RING }, 'right', UPRIGHT).length
    expect(changed(sleeved, { ring: RING }, 'right', across).length).toBeLessThan(seenWhole * 0.6)
  })
})

describe('a watch', () => {
  test('shows its case on the back of the left wrist, and its strap on both sides', () => {
    const [front, back] = [UPRIGHT, BACK].map((pose) => changed(bare, { watch: WATCH }, 'right', pose))
    expect(front!.length).toBeGreaterThan(1_000)
    // The case is wider than the strap.
    const tall = (places: readonly Point[]) =>
      Math.max(...places.map(([, y]) => y)) - Math.min(...places.map(([, y]) => y))
    expect(tall(back!)).toBeGreaterThan(tall(front!) * 1.1)
    for (const pose of [UPRIGHT, BACK]) {
      const { wrist } = poseArm(pose, 'right', buildOf(bare))
      expect(farthest(changed(bare, { watch: WATCH }, 'right', pose), seen(wrist))).toBeLessThan(95)
    }
    expect(changed(bare, { watch: WATCH }, 'left', BACK)).toEqual([])
  })
})
