import { describe, expect, test } from 'vitest'

import { createPrometheusMetrics } from '../../../src/ops/prometheus.ts'
import { METRIC_FAMILIES } from '../../../src/domain/health/metric-families.ts'
import type { MetricFamily, MetricLabels } from '../../../src/domain/health/metric-families.ts'

const FAMILIES = Object.entries<MetricFamily>(METRIC_FAMILIES)

/** The lines of a family, without those of its help and its type. */
async function linesOf(metrics: { text(): Promise<string> }, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name))
}

test('what is counted, measured and said is told in the text format of Prometheus', async () => {
  const metrics = createPrometheusMetrics()
  metrics.count('presenter_step_interruptions_total', { step: 'drawSegment' })
  metrics.count('presenter_step_interruptions_total', { step: 'drawSegment' }, 2)
  metrics.observe('presenter_pool_wait_seconds', { pool: 'drawing' }, 3)
  metrics.set('presenter_pool_busy', { pool: 'drawing' }, 2)
  metrics.set('presenter_pool_busy', { pool: 'drawing' }, 1)
  expect(await linesOf(metrics, 'presenter_step_interruptions_total')).toEqual([
    'presenter_step_interruptions_total{step="drawSegment"} 3',
  ])
  expect(await linesOf(metrics, 'presenter_pool_busy')).toEqual(['presenter_pool_busy{pool="drawing"} 1'])
  expect(await linesOf(metrics, 'presenter_pool_wait_seconds')).toContain(
    'presenter_pool_wait_seconds_bucket{le="5",pool="drawing"} 1',
  )
  expect(metrics.contentType).toContain('text/plain')
})

test('a counter begins at zero for everything that it can count', async () => {
  const lines = await linesOf(createPrometheusMetrics(), 'presenter_webhook_attempts_total')
  expect(lines).toContain('presenter_webhook_attempts_total{outcome="exhausted"} 0')
  expect(lines).toHaveLength(6)
})

test('what is looked at when it is asked for may fail, and the rest is told', async () => {
  const metrics = createPrometheusMetrics()
  metrics.beforeTelling(() => Promise.reject(new Error('The database is away.')))
  metrics.beforeTelling(() => {
    throw new Error('So is the disk.')
  })
  metrics.beforeTelling(() => metrics.set('presenter_pool_size', { pool: 'joining' }, 1))
  expect(await linesOf(metrics, 'presenter_pool_size')).toEqual(['presenter_pool_size{pool="joining"} 1'])
})

describe('a label holds no text of anybody else', () => {
  test('a value that is not in its list is counted as other', async () => {
    const metrics = createPrometheusMetrics()
    const method = 'vid_01' as MetricLabels<'presenter_http_request_duration_seconds'>['method']
    metrics.observe('presenter_http_request_duration_seconds', { route: '/livez', method, status: '2xx' }, 1)
    const lines = await linesOf(metrics, 'presenter_http_request_duration_seconds_count')
    expect(lines).toEqual([
      'presenter_http_request_duration_seconds_count{route="/livez",method="other",status="2xx"} 1',
    ])
  })

  test('names of the program that would be too many are counted as one, and none is lost', async () => {
    const metrics = createPrometheusMetrics()
    for (let number = 0; number < 1_000; number += 1)
      metrics.count('presenter_step_interruptions_total', { step: `step${number}` })
    const lines = await linesOf(metrics, 'presenter_step_interruptions_total')
    expect(lines).toHaveLength(151)
    expect(lines).toContain('presenter_step_interruptions_total{step="other"} 850')
  })
})

test('an API process has fewer than 2,000 series of ours, and a worker fewer than 2,400, whatever happens to them', () => {
  const MOST_OPEN = 150
  const most = FAMILIES.map(([name, { labels, buckets }]) => {
    const values = Object.values(labels)
    const combinations = values.includes(null)
      ? MOST_OPEN
      : values.reduce((product, list) => product * (list?.length ?? 1), 1)
    return { name, series: combinations * (buckets ? buckets.length + 3 : 1) }
  })
  const of = (isCounted: (name: string) => boolean) =>
    most.filter(({ name }) => isCounted(name)).reduce((sum, { series }) => sum + series, 0)
  expect(of((name) => !name.includes('_step_'))).toBeLessThan(2_000)
  expect(of((name) => !name.includes('_http_'))).toBeLessThan(2_400)
})

test.each(FAMILIES)('%s says its unit, and its kind by its end', (name, { kind, buckets, help }) => {
  expect(name).toMatch(/^presenter_[a-z_]+$/u)
  expect(name.endsWith('_total')).toBe(kind === 'counter')
  expect(buckets !== undefined).toBe(kind === 'histogram')
  if (kind === 'histogram') expect(name).toMatch(/_seconds$/u)
  expect(help).toMatch(/^[A-Z].*\.$/u)
})
