import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { expect, test } from 'vitest'
import { stringify } from 'yaml'

import {
  dashboardExpressions,
  dashboardFiles,
  DASHBOARDS_FOLDER,
} from '../../../scripts/support/dashboards/dashboards.ts'
import { METRIC_FAMILIES } from '../../../src/domain/health/metric-families.ts'
import { isLeftOut } from '../../support/run/left-out.ts'

const SERIES = new Set(
  Object.entries(METRIC_FAMILIES).flatMap(([name, { kind }]) =>
    kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
)

/** As far as a test looks into a dashboard. */
interface WrittenDashboard {
  readonly uid: string
  readonly panels: readonly {
    readonly type: string
    readonly title: string
    readonly description?: string
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
  }[]
}

test('the files are what `npm run dashboards` writes', () => {
  const files = dashboardFiles()
  expect(readdirSync(DASHBOARDS_FOLDER).toSorted()).toEqual([...files.keys()].toSorted())
  for (const [name, text] of files) expect(readFileSync(join(DASHBOARDS_FOLDER, name), 'utf8')).toBe(text)
})

test.each([...dashboardFiles()])(
  '%s: every graph has a description, a question and a place of its own',
  (name, text) => {
    const { uid, panels } = JSON.parse(text) as WrittenDashboard
    expect(`${uid}.json`).toBe(name)
    const graphs = panels.filter(({ type }) => type !== 'row')
    expect(graphs.length).toBeGreaterThan(10)
    for (const { title, description = '', targets = [] } of graphs) {
      expect(description, title).toMatch(/[.]$/u)
      expect(targets.length, title).toBeGreaterThan(0)
    }
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(places.length)
  },
)

test('expressions ask for metrics that exist', () => {
  const names = dashboardExpressions().flatMap((expression) => expression.match(/\bpresenter_\w+/gu) ?? [])
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !SERIES.has(name))).toEqual([])
})

test('Prometheus parses every expression', () => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const file = folders.map((folder) => join(folder, 'promtool')).find((path) => existsSync(path))
  const tool = file
    ? { file }
    : { missing: 'promtool is missing; it comes with Prometheus (apt-get install prometheus).' }
  if (isLeftOut('The expressions of the dashboards', tool)) return
  const folder = mkdtempSync(join(tmpdir(), 'presenter-dashboards-'))
  const rules = dashboardExpressions().map((expr, index) => ({ record: `dashboard:${index}`, expr }))
  writeFileSync(join(folder, 'rules.yml'), stringify({ groups: [{ name: 'dashboards', rules }] }))
  const output = execFileSync(tool.file, ['check', 'rules', 'rules.yml'], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(output).toContain(`${rules.length} rules found`)
})
