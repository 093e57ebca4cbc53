import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { replicasWanted, ScaledObject } from '../../support/chart/autoscaler.ts'
import { render } from '../../support/chart/helm.ts'
import {
  lengthOf,
  podsAt,
  Recording,
  startRecordedPrometheus,
  totalAt,
} from '../../support/chart/recorded-series.ts'
import type { RecordedPrometheus } from '../../support/chart/recorded-series.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { findPrometheus } from '../../support/tools/prometheus.ts'

const tools = inject('chartTools')
const hasPrometheus = !isLeftOut('The scaling of workers', findPrometheus('promtool'))
/**
 * Of the chart's workers that speak and draw, with two processes each and basic voices, on a busy machine: nine videos that one worker
 * began and three ended, then five minutes without work, then one worker. `npm run bench:pools -- --write` records it.
 */
const recording = Recording.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'recorded-pools.json'), 'utf8')),
)
const TIMES = Array.from({ length: lengthOf(recording) }, (_, at) => at)
const BUSY = TIMES.map((at) => totalAt(recording, 'busy', at))
const WAITING = TIMES.map((at) => totalAt(recording, 'waiting', at))
const WITHIN_SECONDS = 60

describe.skipIf('missing' in tools || !hasPrometheus)('the workers that speak and draw', () => {
  let prometheus: RecordedPrometheus
  let scaled: ScaledObject
  let wanted: number[]

  beforeAll(async () => {
    if ('missing' in tools) return
    const { manifests } = await render(tools.helm, [
      '--values',
      join(import.meta.dirname, 'values/scaled.yaml'),
    ])
    const found = manifests.find(
      ({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'presenter-worker-studio',
    )
    scaled = ScaledObject.parse(found!.spec)
    prometheus = await startRecordedPrometheus(recording)
    wanted = await replay(scaled)
  })
  afterAll(() => prometheus?.stop())

  async function replay(object: ScaledObject): Promise<number[]> {
    const values = await Promise.all(object.triggers.map(({ metadata }) => prometheus.values(metadata.query)))
    const moments = TIMES.map((at) => ({
      seconds: at * recording.everySeconds,
      pods: podsAt(recording, at),
      values: values.map((series) => series[at]!),
    }))
    return replicasWanted(object, moments)
  }

  test('the recording has a queue, three workers, and the time after it', () => {
    expect(BUSY[0]).toBe(0)
    expect(Math.max(...WAITING)).toBeGreaterThan(0)
    expect(TIMES.map((at) => podsAt(recording, at))).toEqual(expect.arrayContaining([1, 3]))
    expect(podsAt(recording, TIMES.at(-1)!)).toBe(1)
    const idle = TIMES.length - 1 - BUSY.findLastIndex((busy) => busy > 0)
    expect(idle * recording.everySeconds).toBeGreaterThan(300)
  })

  test('are more within a minute of a queue', () => {
    const queued = WAITING.findIndex((waiting) => waiting > 0)
    const risen = wanted.findIndex((replicas, at) => at >= queued && replicas > wanted[0]!)
    expect(wanted[0]).toBe(scaled.minReplicaCount)
    expect(risen).not.toBe(-1)
    expect((risen - queued) * recording.everySeconds).toBeLessThanOrEqual(WITHIN_SECONDS)
  })

  test('are never fewer while one of their child processes is busy, and as few as allowed in the end', () => {
    const last = BUSY.findLastIndex((busy) => busy > 0)
    const falls = TIMES.filter((at) => at > 0 && wanted[at]! < wanted[at - 1]!)
    expect(falls.length).toBeGreaterThan(0)
    expect(falls.filter((at) => at <= last)).toEqual([])
    expect(wanted.at(-1)).toBe(scaled.minReplicaCount)
  })

  test('would be fewer in the middle of their work without the window for going down', async () => {
    const hasty = structuredClone(scaled)
    hasty.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds = 0
    const replicas = await replay(hasty)
    const last = BUSY.findLastIndex((busy) => busy > 0)
    expect(TIMES.some((at) => at > 0 && at <= last && replicas[at]! < replicas[at - 1]!)).toBe(true)
  })

  test('speaking is scaled by its child processes, and never by places for steps', () => {
    expect(scaled.triggers.map(({ name }) => name)).toEqual(['speaking', 'drawing', 'joining'])
    for (const { metadata } of scaled.triggers) expect(metadata.query).not.toMatch(/temporal_|slots/u)
  })
})
