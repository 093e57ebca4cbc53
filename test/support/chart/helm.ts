import { join } from 'node:path'

import { parseAllDocuments } from 'yaml'

import { runCommand } from '../../../src/process/run-command.ts'
import { PROJECT } from '../compose/images.ts'
import { Manifest } from './manifests.ts'

/** Folder of the chart. */
export const CHART = join(PROJECT, 'deploy/chart')

/** What Helm makes of the chart. */
export interface Rendered {
  readonly text: string
  readonly manifests: readonly Manifest[]
}

/**
 * Renders the chart as `helm install` would send it to Kubernetes.
 *
 * @param args options of `helm template`, such as `--values FILE`.
 * @param release its name.
 * @throws with what Helm says when it refuses the values.
 */
export async function render(
  helm: string,
  args: readonly string[],
  release = 'presenter',
): Promise<Rendered> {
  const { ok, output } = await runCommand(helm, ['template', release, CHART, ...args])
  if (!ok) throw new Error(output)
  const documents = parseAllDocuments(output).map((document) => document.toJS() as unknown)
  return {
    text: output,
    manifests: documents.filter((each) => each !== null).map((each) => Manifest.parse(each)),
  }
}

/** What `helm lint --strict` says against the chart with these values; null when it says nothing. */
export async function lint(helm: string, args: readonly string[]): Promise<string | null> {
  const { ok, output } = await runCommand(helm, ['lint', '--strict', CHART, ...args])
  return ok ? null : output
}
