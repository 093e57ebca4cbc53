import { X509Certificate } from 'node:crypto'
import { tmpdir } from 'node:os'

import { expect, test } from 'vitest'

import type { ProcessState } from '../../../src/domain/health/needs.ts'
import { tellFleetFigures } from '../../../src/ops/fleet-figures.ts'
import { tellProcessFigures } from '../../../src/ops/process-figures.ts'
import { createLog } from '../../../src/process/log.ts'
import { certificate } from '../../support/http/certificates.ts'
import { recordedMetrics } from '../../support/ops/recorded-metrics.ts'

const SINCE = new Date('2026-11-28T08:00:00Z')

const worker = (queues: readonly string[], lacks: ProcessState['lacks'] = []): ProcessState => ({
  id: 'one',
  name: '1@host',
  role: 'worker',
  version: '0.1.0',
  buildId: null,
  queues,
  speechEngine: null,
  lacks,
  startedAt: SINCE,
  seenAt: SINCE,
})

const FIGURES = {
  queued: 2,
  rendering: 1,
  oldestSeconds: 70,
  pending: 4,
  held: 3,
  lateSeconds: 9,
  audit: { discrepancies: 2, atSeconds: 1_700_000_000 },
}

test('an API process tells of the installation, and asks the database no more often than every quarter of a minute', async () => {
  const metrics = recordedMetrics()
  let reads = 0
  const lacks = [{ need: 'voices' as const, why: 'they are not there', since: SINCE }]
  tellFleetFigures(metrics, {
    read: () => Promise.resolve({ ...FIGURES, queued: (reads += 1) }),
    fleet: { processes: () => [worker(['speech', 'render'], lacks), worker(['speech'])] },
    log: createLog({ level: 'silent' }),
  })
  await metrics.tell()
  await metrics.tell()
  expect(reads).toBe(1)
  expect(metrics.of('presenter_videos')).toEqual({ queued: 1, rendering: 1 })
  expect(metrics.of('presenter_oldest_unfinished_video_seconds')).toEqual({ '': 70 })
  expect(metrics.of('presenter_webhook_events')).toEqual({ pending: 4, endpoint_disabled: 3 })
  expect(metrics.of('presenter_webhook_oldest_pending_seconds')).toEqual({ '': 9 })
  expect(metrics.of('presenter_audit_discrepancies')).toEqual({ '': 2 })
  expect(metrics.of('presenter_audit_timestamp_seconds')).toEqual({ '': 1_700_000_000 })
  expect(metrics.of('presenter_workers')).toMatchObject({
    'speech working': 1,
    'speech paused': 1,
    'render working': 1,
    'render paused': 0,
    'videos working': 0,
  })
})

const NEEDS = {
  watched: () => ['database', 'disk'] as const,
  lacks: () => [{ need: 'disk' as const, why: 'it is full', since: SINCE }],
}

const FACTS = {
  version: '0.1.0',
  buildId: null,
  role: 'worker',
  queues: ['render'] as const,
  needs: NEEDS,
  folders: { data: tmpdir(), cache: tmpdir() },
  certificates: () => ({}),
}

test('a process tells what it is, what it lacks, and how much room its disks have', async () => {
  const metrics = recordedMetrics()
  tellProcessFigures(metrics, FACTS)
  await metrics.tell()
  expect(metrics.of('presenter_build_info')).toEqual({ '0.1.0 none worker': 1 })
  expect(metrics.of('presenter_dependency_up')).toEqual({ database: 1, disk: 0 })
  const [free, size] = ['free', 'size'].map((word) => metrics.of(`presenter_disk_${word}_bytes`)['data']!)
  expect(free).toBeGreaterThan(0)
  expect(size).toBeGreaterThan(free!)
})

test('a process tells when the certificate ends that it uses, also after it has been renewed', async () => {
  const metrics = recordedMetrics()
  let used = certificate('authority.crt')
  tellProcessFigures(metrics, { ...FACTS, certificates: () => ({ temporal_server_ca: used }) })
  const ends = async () => {
    await metrics.tell()
    return metrics.of('presenter_certificate_expiry_timestamp_seconds')
  }
  const secondsOf = (pem: Buffer) => Date.parse(new X509Certificate(pem).validTo) / 1_000
  expect(await ends()).toEqual({ temporal_server_ca: secondsOf(used) })
  used = certificate('renewed-authority.crt')
  expect(await ends()).toEqual({ temporal_server_ca: secondsOf(used) })
})

test('only a worker that does housekeeping is missed when it does none', () => {
  const [drawing, housekeeping] = [recordedMetrics(), recordedMetrics()]
  tellProcessFigures(drawing, FACTS)
  tellProcessFigures(housekeeping, { ...FACTS, queues: ['videos'] })
  const lastOf = (metrics: typeof drawing) =>
    metrics.of('presenter_housekeeping_last_success_timestamp_seconds')
  expect(lastOf(drawing)).toEqual({})
  expect(Object.keys(lastOf(housekeeping))).toContain('sweepMedia')
})
