import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { withTargets } from '../../../bench/alerts/prometheus.ts'
import { METRIC_FAMILIES } from '../../../src/domain/health/metric-families.ts'
import type { MetricFamily } from '../../../src/domain/health/metric-families.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { findPrometheus } from '../../support/tools/prometheus.ts'

const FOLDER = 'deploy/prometheus'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

const rules = parse(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')) as { groups: { rules: Alert[] }[] }
const ALERTS = rules.groups.flatMap((group) => group.rules)
const RUNBOOK = readFileSync('docs/runbook.md', 'utf8')

/** The names by which Prometheus knows a family, and its labels. */
const SERIES = new Map(
  Object.entries<MetricFamily>(METRIC_FAMILIES).flatMap(([name, { kind, labels }]) => {
    const ends = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    return ends.map((end) => [name + end, labels] as const)
  }),
)

describe.each(ALERTS)('$alert', ({ alert, expr, for: since, labels, annotations }) => {
  test('asks for series that exist, by labels and values that they have', () => {
    const selectors = [...expr.matchAll(/\b(presenter_\w+|up)(?:\{([^}]*)\})?/gu)]
    expect(selectors.length).toBeGreaterThan(0)
    for (const [, name = '', matchers = ''] of selectors) {
      if (name === 'up') continue
      const family = SERIES.get(name)
      expect(family, name).toBeDefined()
      for (const [, label = '', values = ''] of matchers.matchAll(/(\w+)(?:=~|!=|=)"([^"]*)"/gu)) {
        expect(Object.keys(family!), name).toContain(label)
        const known = family![label]
        if (known) expect(known).toEqual(expect.arrayContaining(values.split('|')))
      }
    }
  })

  test('says for how long, how grave it is, and where its entry in the runbook is', () => {
    expect(since).toMatch(/^\d+[sm]$/u)
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/u)
    expect(annotations.runbook_url).toBe(`/docs/runbook#${alert.toLowerCase()}`)
    const entry = RUNBOOK.split(/^## /mu).find((text) => text.startsWith(`${alert}\n`)) ?? ''
    for (const part of [`**For customers (${labels.severity}):**`, '**Look at:**', '**Do:**'])
      expect(entry).toContain(part)
  })
})

test('the runbook says of each alert how soon it fired', () => {
  const measured = [...RUNBOOK.matchAll(/^\| (Presenter\w+) \|/gmu)].map(([, name]) => name)
  expect(measured).toEqual(ALERTS.map(({ alert }) => alert))
})

test('the runbook has no entry of an alert that does not exist', () => {
  const entries = [...RUNBOOK.matchAll(/^## (Presenter.*)$/gmu)].map(([, name]) => name)
  expect(entries).toEqual(ALERTS.map(({ alert }) => alert))
})

test('the chart has the same alerts', () => {
  const shipped = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')
  const command = `cp ${FOLDER}/alerts.yml deploy/chart/`
  expect(readFileSync('deploy/chart/alerts.yml', 'utf8'), command).toBe(shipped)
})

test('the measuring of the alerts asks each of its processes', () => {
  const targets = ['127.0.0.1:1', '127.0.0.1:2']
  const config = parse(withTargets(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8'), targets))
  expect(config.scrape_configs).toEqual([{ job_name: 'presenter', static_configs: [{ targets }] }])
})

test('promtool accepts the files, and each alert fires by its fault and none on a quiet day', () => {
  const tool = findPrometheus('promtool')
  if (isLeftOut('The alerts', tool)) return
  const run = (...args: string[]) => execFileSync(tool.file, args, { cwd: FOLDER, encoding: 'utf8' })
  expect(run('check', 'config', 'prometheus.yml')).toContain(`${ALERTS.length} rules found`)
  expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  const tests = readFileSync(join(FOLDER, 'alerts.test.yml'), 'utf8')
  for (const { alert } of ALERTS) expect(tests.split(`alertname: ${alert}\n`)).toHaveLength(3)
})
