import { expect, test } from 'vitest'

import type { Twin } from '../../../src/domain/twin/twin.ts'
import { makeRetryBuild } from '../../../src/usecases/twin/retry-build.ts'

const BROKEN = { id: 'twn_1', state: 'failed', failure: null, hasAllFilms: true, expiresAt: null } as Twin

test('a build that is tried again while its last run is ending is begun once that has ended', async () => {
  const answers = ['joined', 'joined', 'started', 'started'] as const
  let asked = 0
  const retryBuild = makeRetryBuild({
    twins: { find: async () => BROKEN },
    twinBuilds: { retry: async () => true },
    twinWorkflows: { startTwinBuild: async () => answers[(asked += 1) - 1]! },
    recordingRoom: { requireForBuild: async () => 1 },
    clock: () => new Date(),
    log: { warn: () => undefined },
  } as unknown as Parameters<typeof makeRetryBuild>[0])
  await retryBuild({ accountId: 'acc_1', twinId: BROKEN.id, personId: 'per_1' })
  expect(asked).toBe(3)
})
