import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, inject, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'

import { runCommand } from '../../../src/process/run-command.ts'
import { render } from '../../support/chart/helm.ts'
import type { Manifest } from '../../support/chart/manifests.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { findPrometheus } from '../../support/tools/prometheus.ts'

const tools = inject('chartTools')
const promtool = findPrometheus('promtool')
const SMALLEST = ['--values', join(import.meta.dirname, 'values/smallest.yaml')]
const Rules = z.object({
  groups: z.array(
    z.looseObject({
      rules: z.array(
        z.looseObject({ alert: z.string(), annotations: z.looseObject({ runbook_url: z.string() }) }),
      ),
    }),
  ),
})
const shipped = Rules.parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')))

async function ruleOf(...options: readonly string[]): Promise<Manifest | undefined> {
  if ('missing' in tools) throw new Error(tools.missing)
  const { manifests } = await render(tools.helm, [...SMALLEST, ...options])
  return manifests.find(({ kind }) => kind === 'PrometheusRule')
}

describe.skipIf('missing' in tools)('the alerts of the chart', () => {
  test('are only there when somebody asks for them', async () => {
    expect(await ruleOf()).toBeUndefined()
    expect(await ruleOf('--set', 'monitoring.podMonitor=true')).toBeUndefined()
  })

  test.each(['https://video.example.com', 'https://video.example.com/'])(
    'are those of deploy/prometheus, with the runbook at %s',
    async (url) => {
      const rule = await ruleOf(
        '--set',
        `monitoring.prometheusRule=true,settings.PUBLIC_URL=${url},monitoring.labels.release=mine`,
      )
      expect(rule!.metadata.labels).toMatchObject({ release: 'mine' })
      const here = structuredClone(shipped)
      for (const { annotations } of here.groups.flatMap(({ rules }) => rules))
        annotations.runbook_url = `https://video.example.com${annotations.runbook_url}`
      expect(rule!.spec).toEqual(here)
    },
  )

  test.skipIf(isLeftOut('The alerts of the chart', promtool))('are as Prometheus wants them', async () => {
    const rule = await ruleOf('--set', 'monitoring.prometheusRule=true')
    const folder = mkdtempSync(join(tmpdir(), 'presenter-rules-'))
    const file = join(folder, 'rules.yml')
    writeFileSync(file, stringify(rule!.spec))
    const { ok, output } = await runCommand('promtool', ['check', 'rules', file])
    rmSync(folder, { recursive: true })
    const count = shipped.groups.flatMap(({ rules }) => rules).length
    expect([ok, output]).toEqual([true, expect.stringContaining(`${count} rules found`)])
  })
})
