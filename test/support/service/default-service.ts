import { test as base } from 'vitest'

import { startTestService } from './service.ts'
import type { TestService } from './service.ts'

/**
 * For tests that need a service and nothing of its own: their accounts keep them apart.
 *
 * The files that one process runs share one, with a worker and a quick studio. It starts when the first of them asks
 * for it and stops with the process. Whoever stops its worker starts it again.
 */
export const test = base.extend<{ readonly defaultService: TestService }>({
  defaultService: [
    // Vitest reads the names of fixtures that this one needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})
