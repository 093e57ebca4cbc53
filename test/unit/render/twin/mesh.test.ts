import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { LOWER_LIP, POINT, UPPER_LIP } from '../../../../src/face/landmarks.ts'
import { createMesh, OUTLINE } from '../../../../src/render/twin/mesh.ts'
import type { Mesh } from '../../../../src/render/twin/mesh.ts'
import { paintTwin } from '../../../support/twin/painted-twin.ts'

let folder: string
let mesh: Mesh

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mesh-'))
  mesh = createMesh((await paintTwin(folder)).model)
})
afterAll(() => rm(folder, { recursive: true }))

test('lips are wholly those of the recording, and nothing of it reaches the outline of the face', () => {
  expect([...UPPER_LIP, ...LOWER_LIP].map((point) => mesh.share[point])).toEqual(
    [...UPPER_LIP, ...LOWER_LIP].map(() => 1),
  )
  expect(OUTLINE.map((point) => mesh.share[point])).toEqual(OUTLINE.map(() => 0))
})

test('colours are matched on skin alone: not on lips, and not near the chin, beyond which are collars', () => {
  const border = new Set(mesh.border)
  expect(border.size).toBeGreaterThan(20)
  expect([...UPPER_LIP, ...LOWER_LIP, ...OUTLINE, POINT.chin].filter((point) => border.has(point))).toEqual(
    [],
  )
})

test('every vertex whose colour is worked out has neighbours to work it out from', () => {
  expect(mesh.neighbours.length).toBe(mesh.interior.length)
  expect(mesh.neighbours.filter((around) => around.length < 2)).toEqual([])
})
