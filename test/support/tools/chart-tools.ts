import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runCommand } from '../../../src/process/run-command.ts'
import { resolveGoPrograms } from './go-programs.ts'
import { resolveNpmPackages } from './npm-packages.ts'
import { resolveRequirements } from './python-package.ts'

/** What renders the chart and knows what Kubernetes accepts, or why it cannot be had. */
export type ChartTools =
  | {
      /** Executable of Helm. */
      readonly helm: string
      /** Executable of kubernetes-validate. */
      readonly validator: string
      /** Folder of the npm packages with the schemas of custom resources. */
      readonly modules: string
    }
  | { readonly missing: string }

/** Finds them in the cache folder, or installs them there, once: Helm is built with Go, in some minutes. */
export async function resolveChartTools(): Promise<ChartTools> {
  const tools = fileURLToPath(new URL('../../slow/chart/tools', import.meta.url))
  if (!(await runCommand('go', ['version'])).ok) return { missing: 'Go is not installed.' }
  const [go, python, npm] = await Promise.all([
    resolveGoPrograms('chart-go', tools),
    resolveRequirements('chart-python', join(tools, 'requirements.txt')),
    resolveNpmPackages('chart-npm', tools),
  ])
  if ('missing' in go) return go
  if ('missing' in python) return python
  if ('missing' in npm) return npm
  return {
    helm: join(go.bin, 'helm'),
    validator: join(python.bin, 'kubernetes-validate'),
    modules: npm.modules,
  }
}
