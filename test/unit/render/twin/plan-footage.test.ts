import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { TRACK_RATE } from '../../../../src/face/face-track.ts'
import { COMPONENTS } from '../../../../src/face/mouth-model.ts'
import type { FootagePlan, MouthModel } from '../../../../src/face/mouth-model.ts'
import { readPlan, writePlan } from '../../../../src/face/plan-file.ts'
import { openingOf } from '../../../../src/face/predict.ts'
import { eyeDistance } from '../../../../src/render/twin/mesh.ts'
import { planFootage } from '../../../../src/render/twin/plan-footage.ts'
import { paintTwin } from '../../../support/twin/painted-twin.ts'
import { heldViseme, sampleTimeline } from '../sample-speech.ts'

const POSTER_SECONDS = 2.4

let folder: string
let model: MouthModel
let plan: FootagePlan

const planned = (seed: string, of = sampleTimeline(20), engine: 'video' | 'photo' = 'video') =>
  planFootage(model, { timeline: of, seed, engine, posterSeconds: POSTER_SECONDS })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'planned-'))
  model = (await paintTwin(folder)).model
  plan = planned('vid_1')
})
afterAll(() => rm(folder, { recursive: true }))

/** How far the mouth is opened at a moment, as a share of the widest that was recorded. */
function openAt(of: FootagePlan, seconds: number): number {
  const { shapes, widest } = model.library
  return (of.shapes[Math.round(seconds * TRACK_RATE) * COMPONENTS] ?? 0) / (shapes[widest * COMPONENTS] ?? 1)
}

test('the same script has the same plan, and one of another video moves differently', () => {
  expect(planned('vid_1')).toEqual(plan)
  expect(planned('vid_2').base).not.toEqual(plan.base)
})

test('a plan comes out of its file as it went in', async () => {
  const file = path.join(folder, 'plan.bin')
  await writePlan(file, plan)
  expect(await readPlan(file)).toEqual(plan)
  await expect(readPlan(path.join(folder, 'model.bin'))).rejects.toThrow('is no plan of footage')
})

test('the person goes on from frame to frame, and is never seen to jump', () => {
  const { points } = model.base
  const noseOf = (base: number) => points[base * model.mean.length + 8] ?? 0
  const noseAt = (frame: number) => {
    const [leaving = -1, share = 0] = [plan.leaving[frame], plan.leavingShare[frame]]
    const nose = noseOf(plan.base[frame] ?? 0)
    return leaving < 0 ? nose : nose + share * (noseOf(leaving) - nose)
  }
  const steps = Array.from({ length: plan.frames - 1 }, (_, frame) =>
    Math.abs(noseAt(frame + 1) - noseAt(frame)),
  )
  // The painted person sways by at most 0.3 from one frame to the next, and one place goes over into another as slowly.
  expect(Math.max(...steps)).toBeLessThan(0.7)
  expect(plan.leaving.some((frame) => frame >= 0)).toBe(true)
})

test('the poster shows open eyes, whatever the seed', () => {
  const frame = Math.round(POSTER_SECONDS * TRACK_RATE)
  const shut = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].filter(
    (seed) => model.base.eyesOpen[planned(seed, sampleTimeline(5)).base[frame] ?? 0] !== 1,
  )
  expect(shut).toEqual([])
})

test('the mouth is wide for open sounds, and shut for p, b, m and in pauses', () => {
  const [open, shut] = [planned('v', heldViseme('aa')), planned('v', heldViseme('PP'))]
  expect(openAt(open, 0.75)).toBeGreaterThan(0.9)
  expect(openAt(open, 0.1)).toBeLessThan(0.05)
  expect(openAt(shut, 0.75)).toBeLessThan(0.05)
  expect(shut.closure[Math.round(0.75 * TRACK_RATE)]).toBe(1)
  expect(open.closure[Math.round(0.2 * TRACK_RATE)]).toBe(1)
  expect(open.closure[Math.round(0.75 * TRACK_RATE)]).toBeCloseTo(0)
})

test('no mouth is wider open than it was ever seen', () => {
  const widest = Math.max(
    ...Array.from({ length: plan.frames }, (_, frame) => openAt(plan, frame / TRACK_RATE)),
  )
  expect(widest).toBeLessThanOrEqual(1.0001)
})

test('of somebody who is expected to mumble, the mouth is opened further than that, but not by far', () => {
  const mumbling = { ...model, weights: model.weights.map((weight) => weight / 2) }
  const timeline = heldViseme('aa')
  const photo = planFootage(mumbling, { timeline, seed: 'v', engine: 'photo', posterSeconds: 0.5 })
  expect(openAt(photo, 0.75)).toBeCloseTo(0.65)
})

test('recordings are left for others only now and then, and only for frames that may be shown', () => {
  const { source, frames } = plan
  const joins = source.filter((chosen, frame) => frame > 0 && chosen !== (source[frame - 1] ?? 0) + 1).length
  expect(frames / (joins + 1)).toBeGreaterThan(2)
  const spoilt: MouthModel = {
    ...model,
    library: { ...model.library, usable: model.library.usable.map((_, frame) => Number(frame % 3 > 0)) },
  }
  const timeline = sampleTimeline(5)
  const { source: shown, partner } = planFootage(spoilt, {
    timeline,
    seed: 'v',
    engine: 'video',
    posterSeconds: POSTER_SECONDS,
  })
  expect([...shown, ...partner.filter((other) => other >= 0)].filter((frame) => frame % 3 === 0)).toEqual([])
})

test('mouths are blended at joins only where they are alike', () => {
  const { partner, source } = planned('vid_1', sampleTimeline(20))
  const openOf = (frame: number) => openingOf(model, shapeOf(frame))
  const shapeOf = (frame: number) =>
    model.library.shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)
  const apart = Array.from(partner, (other, frame) =>
    other < 0 ? 0 : Math.abs(openOf(other) - openOf(source[frame] ?? 0)),
  )
  expect(partner.some((other) => other >= 0)).toBe(true)
  expect(Math.max(...apart)).toBeLessThanOrEqual(0.02 * eyeDistance(model.mean))
})

test('a photo stays still but for its mouth', () => {
  const photo = planned('v', heldViseme('aa'), 'photo')
  expect(new Set(photo.base).size).toBe(1)
  expect(new Set(photo.source)).toEqual(new Set([model.library.neutral]))
  expect(photo.inside).toBe(model.library.widest)
  expect(openAt(photo, 0.75)).toBeGreaterThan(0.9)
})
