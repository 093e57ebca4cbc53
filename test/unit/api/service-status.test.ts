import { describe, expect, test } from 'vitest'

import { partsOfService, statusOfAll } from '../../../src/domain/health/service-status.ts'
import type { Available } from '../../../src/domain/health/service-status.ts'

const ALL: Available = { database: true, orchestrator: true, media: true, workers: true, acceptance: true }

function troubled(missing: Partial<Available>) {
  const parts = partsOfService({ ...ALL, ...missing })
  const found = parts.filter(({ status }) => status !== 'operational')
  return [statusOfAll(parts), ...found.map(({ id, status }) => `${id} ${status}`)]
}

describe('what customers are told of the service', () => {
  test.each([
    [{}, ['operational']],
    [{ workers: false }, ['degraded', 'videos degraded']],
    [{ workers: false, acceptance: false }, ['unavailable', 'creation unavailable', 'videos degraded']],
    [{ media: false }, ['degraded', 'videos degraded', 'files degraded']],
    [
      { orchestrator: false },
      ['unavailable', 'creation unavailable', 'videos degraded', 'webhooks degraded'],
    ],
    [
      { database: false },
      ['unavailable', 'api unavailable', 'creation unavailable', 'videos degraded', 'webhooks degraded'],
    ],
  ])('%o', (missing, told) => {
    expect(troubled(missing)).toEqual(told)
  })

  test('a part that works says nothing more', () => {
    expect(partsOfService(ALL).map(({ message }) => message)).toEqual([null, null, null, null, null])
  })
})
