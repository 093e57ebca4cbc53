import { X509Certificate } from 'node:crypto'
import { statfs } from 'node:fs/promises'

import { HOUSEKEEPING_STEPS } from '../domain/health/metric-families.ts'
import type { MetricLabels } from '../domain/health/metric-families.ts'
import type { TaskQueue } from '../domain/health/task-queues.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { NeedsWatch } from '../ports/process/needs.ts'

/** Where rounds of housekeeping are done (workflows/activity-options.ts). */
const HOUSEKEEPING_QUEUE = 'videos' satisfies TaskQueue

/** What a process is, and what it stands on. */
export interface ProcessFacts {
  readonly version: string
  readonly buildId: string | null
  readonly role: string
  /** Those that it serves; none in an API process. */
  readonly queues: readonly TaskQueue[]
  readonly needs: Pick<NeedsWatch, 'watched' | 'lacks'>
  readonly folders: Readonly<Record<Folder, string>>
  /** The certificates (PEM) that are in use now: renewed ones once the process has changed to them. */
  certificates(): Readonly<Partial<Record<Certificate, Buffer>>>
}

type Folder = MetricLabels<'presenter_disk_free_bytes'>['folder']
type Certificate = MetricLabels<'presenter_certificate_expiry_timestamp_seconds'>['file']

/** Tells what a process is, what it needs and whether that is there, whenever somebody asks for its metrics. */
export function tellProcessFigures(metrics: Metrics, facts: ProcessFacts): void {
  const { version, buildId, role, needs } = facts
  metrics.set('presenter_build_info', { version, build_id: buildId ?? 'none', role }, 1)
  metrics.beforeTelling(() => {
    for (const [file, pem] of Object.entries(facts.certificates()) as [Certificate, Buffer][])
      metrics.set('presenter_certificate_expiry_timestamp_seconds', { file }, expiryOf(pem).getTime() / 1_000)
  })
  // Until the first round that this worker does a part of: what is never done would be missed by nobody otherwise.
  if (facts.queues.includes(HOUSEKEEPING_QUEUE))
    for (const step of HOUSEKEEPING_STEPS)
      metrics.set('presenter_housekeeping_last_success_timestamp_seconds', { step }, Date.now() / 1_000)

  metrics.beforeTelling(() => {
    const lacking = new Set(needs.lacks().map(({ need }) => need))
    for (const dependency of needs.watched())
      metrics.set('presenter_dependency_up', { dependency }, lacking.has(dependency) ? 0 : 1)
  })
  for (const [folder, path] of Object.entries(facts.folders) as [Folder, string][])
    metrics.beforeTelling(async () => {
      const { bavail, blocks, bsize } = await statfs(path)
      metrics.set('presenter_disk_free_bytes', { folder }, bavail * bsize)
      metrics.set('presenter_disk_size_bytes', { folder }, blocks * bsize)
    })
}

/** When a certificate ends. @param pem the first of it counts. */
export function expiryOf(pem: Buffer): Date {
  return new Date(new X509Certificate(pem).validTo)
}
