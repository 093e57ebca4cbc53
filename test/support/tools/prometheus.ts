import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program of Prometheus on `PATH`, or that it is missing. */
export function findPrometheus(
  program: 'prometheus' | 'promtool',
): { readonly file: string } | { readonly missing: string } {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const file = folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
  if (file !== undefined) return { file }
  return { missing: `${program} is missing; it comes with Prometheus (apt-get install prometheus).` }
}
