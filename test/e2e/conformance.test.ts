import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { CHECKS } from '../../src/conformance/checks.ts'
import { createMaterial } from '../../src/conformance/material.ts'
import type { Material } from '../../src/conformance/material.ts'
import { startTrial } from '../../src/conformance/trial.ts'
import type { Trial } from '../../src/conformance/trial.ts'
import { createDiskStore } from '../../src/media/disk-store.ts'
import { createScratch } from '../../src/media/scratch.ts'
import { createLog } from '../../src/process/log.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import type { ChildRenderer } from '../../src/render/renderer.ts'
import { logRuntimeTo } from '../../src/temporal/telemetry/runtime.ts'
import { startWrappedRenderer } from '../support/service/wrapped-renderer.ts'
import type { Faults, WrappedRenderer } from '../support/service/wrapped-renderer.ts'

const NAMESPACE = 'default'
const QUEUE = 'render-wrapped-house'
const DRAWS = 'draws the requested frames as H.264 that can be concatenated'

let mediaDir: string
let trial: Trial
let material: Material
let house: ChildRenderer
let renderer: WrappedRenderer | undefined

beforeAll(async () => {
  logRuntimeTo(createLog({ level: 'error' }))
  mediaDir = await mkdtemp(path.join(tmpdir(), 'conformance-'))
  // One for all: what it has prepared for Maya serves every test.
  house = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
  const { id, name, role } = JSON.parse(await readFile('presenters/maya/presenter.json', 'utf8'))
  const scratch = createScratch(path.join(mediaDir, 'scratch'))
  material = createMaterial(createDiskStore(mediaDir), scratch, { id, name, role, look: {} })
  trial = await startTrial({ address: inject('temporalAddress'), namespace: NAMESPACE, queue: QUEUE })
})
afterAll(async () => {
  await renderer?.stop()
  await house.close()
  await trial.close()
  await rm(mediaDir, { recursive: true })
})

async function serve(faults: Faults = {}): Promise<void> {
  await renderer?.stop()
  renderer = undefined
  renderer = await startRenderer(QUEUE, faults)
}

function startRenderer(queue: string, faults: Faults): Promise<WrappedRenderer> {
  const address = inject('temporalAddress')
  return startWrappedRenderer({ address, namespace: NAMESPACE, queue, mediaDir, renderer: house }, faults)
}

const check = (name: string, on = trial) =>
  CHECKS.find((one) => one.name === name)!.run({ trial: on, material })

describe('the renderer of the house, behind the port', () => {
  beforeAll(() => serve())

  test.each(CHECKS.map(({ name }) => name))('%s', async (name) => {
    await check(name)
  })
})

describe('a renderer is found out that', () => {
  test.each<[string, Faults, string, string | RegExp]>([
    [
      'leaves a frame out',
      { misread: ({ segment }) => void (segment.end_frame -= 1) },
      DRAWS,
      'has 89 frames',
    ],
    [
      'draws another size',
      { misread: (_, __, { picture }) => void (picture.width = 160) },
      DRAWS,
      'is 160×180',
    ],
    ['reports another file', { misreport: { sha256: 'a'.repeat(64) } }, DRAWS, 'The report gives sha256'],
    ['reports in another form', { misreport: { engine_version: '' } }, DRAWS, 'engine_version'],
    [
      'draws another picture each time',
      { misread: (_, __, scene) => void (scene.seed = String(Math.random())) },
      'draws identical frames when a job is repeated',
      'differs when the job is repeated',
    ],
    [
      'begins each segment as if it were the first',
      {
        misread: ({ segment }) =>
          Object.assign(segment, { start_frame: 0, end_frame: segment.end_frame - segment.start_frame }),
      },
      'draws a segment as it appears in the whole video',
      'differs by',
    ],
    [
      'does not listen',
      { misread: (_, { visemes }) => visemes.forEach((cue) => (cue.viseme = 'sil')) },
      'follows the mouth shapes of the timeline',
      'The mouth does not move',
    ],
    ['names no errors', { namesNoErrors: true }, 'reports a missing file', 'The error type is Error'],
  ])('%s', async (_, faults, name, fault) => {
    await serve(faults)
    await expect(check(name)).rejects.toThrow(fault)
  })
})

/** Only time shows that nothing comes, so both are waited for at once, each on a queue of its own. */
describe('a renderer is found out, after half a minute, that', () => {
  const finds = async (queue: string, name: string, fault: string) => {
    const own = await startTrial({ address: inject('temporalAddress'), namespace: NAMESPACE, queue })
    await expect(check(name, own)).rejects.toThrow(fault)
    await own.close()
  }

  test.concurrent('says nothing of how far it is', async () => {
    const silent = await startRenderer('render-silent', { beatsNoHeart: true })
    await finds(
      'render-silent',
      'reports progress in heartbeats, and stops when it is cancelled',
      'No heartbeat',
    )
    await silent.stop()
  })

  test.concurrent('is not at work', async () => {
    await finds('render-nobody', DRAWS, 'could not draw')
  })
})
