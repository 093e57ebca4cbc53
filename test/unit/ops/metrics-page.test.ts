import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { METRIC_FAMILIES } from '../../../src/domain/health/metric-families.ts'
import type { MetricFamily } from '../../../src/domain/health/metric-families.ts'

test('the page of metrics lists every family with its labels and what it means, and no other', () => {
  const page = readFileSync('docs/metrics.md', 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `presenter_'))
  const wanted = Object.entries<MetricFamily>(METRIC_FAMILIES).map(([name, { labels, help }]) => {
    const names = Object.keys(labels).map((label) => `\`${label}\``)
    return `| \`${name}\` | ${names.join(', ')} | ${help} |`
  })
  const cells = (row: string) => row.split('|').map((cell) => cell.trim())
  expect(rows.map(cells)).toEqual(wanted.map(cells))
})
