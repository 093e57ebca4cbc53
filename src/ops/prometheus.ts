import { setTimeout as delay } from 'node:timers/promises'

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { METRIC_FAMILIES } from '../domain/health/metric-families.ts'
import type { MetricFamily, MetricName } from '../domain/health/metric-families.ts'
import type { Metrics } from '../ports/process/metrics.ts'

/** Metrics that can be told in Prometheus's text format. */
export interface PrometheusMetrics extends Metrics {
  /** All that was taken down, one line for each series. */
  text(): Promise<string>
  readonly contentType: string
}

/**
 * Series of a family whose labels hold names of the program's own: some sixty steps, and some forty routes with their methods
 * and kinds of status. More would be somebody else's doing, and all of it is counted as one: so a process has some 2,000 series
 * at most, whatever happens to it.
 */
const MOST_OPEN_SERIES = 150

const OTHER = 'other'

/** Prometheus gives up after ten seconds. */
const UPDATE_DEADLINE_MS = 5_000

/** How often the lag of the event loop is looked at. The library's ten milliseconds cost half a percent of a core. */
const LOOP_LOOK_EVERY_MS = 50

type Labels = Readonly<Record<string, string>>

/** Keeps metrics in memory, with those of Node itself, and tells them to Prometheus. The one place that knows its library. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_EVERY_MS })
  const counters = new Map<string, Counter>()
  const gauges = new Map<string, Gauge>()
  const histograms = new Map<string, Histogram>()
  const closed = new Map<string, (labels: Labels) => Labels>()
  for (const [name, family] of Object.entries<MetricFamily>(METRIC_FAMILIES)) {
    const shape = { name, help: family.help, labelNames: Object.keys(family.labels), registers: [registry] }
    closed.set(name, closing(family))
    if (family.kind === 'counter') counters.set(name, fromZero(new Counter(shape), family))
    else if (family.kind === 'gauge') gauges.set(name, new Gauge(shape))
    else histograms.set(name, new Histogram({ ...shape, buckets: [...(family.buckets ?? [])] }))
  }
  const labelled = (name: MetricName, labels: object) => closed.get(name)!(labels as Labels)
  const updates: (() => void | Promise<void>)[] = []
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(labelled(name, labels), by),
    observe: (name, labels, value) => histograms.get(name)?.observe(labelled(name, labels), value),
    set: (name, labels, value) => gauges.get(name)?.set(labelled(name, labels), value),
    beforeTelling: (update) => void updates.push(update),
    async text() {
      await Promise.race([Promise.allSettled(updates.map(async (update) => update())), deadline()])
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/**
 * The counter, with every series that it can have: the first failure of a kind is an increase only where there was a zero
 * before. One whose labels are names of the program begins with the first of each.
 */
function fromZero(counter: Counter, { labels }: MetricFamily): Counter {
  if (!Object.values(labels).includes(null))
    for (const series of combinationsOf(labels)) counter.inc(series, 0)
  return counter
}

function combinationsOf(labels: MetricFamily['labels']): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (found, [label, values]) =>
      found.flatMap((series) => (values ?? []).map((value) => ({ ...series, [label]: value }))),
    [{}],
  )
}

/** Replaces values that a label of a family cannot have, and all of them where there would be too many series. */
function closing({ labels: allowed }: MetricFamily): (labels: Labels) => Labels {
  const isOpen = Object.values(allowed).includes(null)
  const seen = new Set<string>()
  return (labels) => {
    const closed = replaceValues(labels, (value, label) => {
      const values = allowed[label]
      return !values || values.includes(value) ? value : OTHER
    })
    if (!isOpen) return closed
    const key = Object.values(closed).join('\n')
    if (!seen.has(key) && seen.size >= MOST_OPEN_SERIES) return replaceValues(closed, () => OTHER)
    seen.add(key)
    return closed
  }
}

function replaceValues(labels: Labels, replace: (value: string, label: string) => string): Labels {
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, replace(value, label)]))
}

function deadline(): Promise<void> {
  return delay(UPDATE_DEADLINE_MS, undefined, { ref: false })
}
