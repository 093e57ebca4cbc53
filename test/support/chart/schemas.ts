import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runCommand } from '../../../src/process/run-command.ts'
import type { Manifest } from './manifests.ts'

/** Of Kubernetes: kubernetes-validate has the schemas of others as well. */
const KUBERNETES_VERSION = '1.37.0'

/** Custom resources that the chart may contain, and the package with their schemas. */
const CUSTOM: Readonly<Record<string, string>> = {
  ScaledObject: '@kubernetes-models/keda/keda.sh/v1alpha1',
  PodMonitor: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  PrometheusRule: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
}

/** Whether an object is one that Kubernetes knows only with somebody's definition. */
export function isCustom({ kind }: Manifest): boolean {
  return kind in CUSTOM
}

/** What the schemas of Kubernetes say against objects, unknown fields included; null when they say nothing. */
export async function kubernetesFaults(
  validator: string,
  manifests: readonly Manifest[],
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-chart-'))
  try {
    const file = join(folder, 'manifests.yaml')
    // As JSON, of which no version of YAML makes anything else.
    await writeFile(file, manifests.map((each) => `---\n${JSON.stringify(each)}\n`).join(''))
    const { ok, output } = await runCommand(validator, ['--strict', '-k', KUBERNETES_VERSION, file])
    const passed = output.match(/ passed for resource /gu)?.length ?? 0
    return ok && passed === manifests.length ? null : output
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A class of the packages, whose objects know their schema. */
type Model = new (data: unknown) => { validate(): void }

/**
 * What the schema of a custom resource says against an object, and which of its fields the schema does not know.
 *
 * @param modules folder of the packages with the schemas.
 */
export function customFaults(modules: string, manifest: Manifest): string[] {
  const { [manifest.kind]: model } = createRequire(join(modules, 'any'))(CUSTOM[manifest.kind]!) as Record<
    string,
    Model
  >
  const fault = (data: unknown): string | null => {
    try {
      new model!(data).validate()
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  const wrong = fault(manifest)
  // Schemas of custom resources allow unknown fields, which the server then drops. No known field may have such a value.
  const unknown = pathsOf(manifest.spec).filter(
    (path) => fault(withValue(manifest, ['spec', ...path])) === null,
  )
  return [...(wrong === null ? [] : [wrong]), ...unknown.map((path) => `${path.join('.')} is not known`)]
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]: [string | number, unknown]) => [
    [key],
    ...pathsOf(item).map((path) => [key, ...path]),
  ])
}

/** A copy of an object with something that is neither a text, a number, a list nor an object of this field. */
function withValue(object: unknown, path: Path): unknown {
  const copy = structuredClone(object)
  const [last] = path.slice(-1)
  const parent = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>(
      (at, key) => at[key] as Record<string | number, unknown>,
      copy as Record<string | number, unknown>,
    )
  parent[last!] = true
  return copy
}
