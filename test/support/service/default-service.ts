import { test as base } from 'vitest'

import type { Studio } from '../../../src/app/adapters/studio.ts'
import { quickStudio } from './quick-studio.ts'
import { startTestService } from './service.ts'
import type { TestService } from './service.ts'

/** Speaks and draws for the shared service. */
let current: Studio = quickStudio()

/**
 * Has another studio speak and draw for the shared service, as long as a file of tests needs it.
 *
 * @param studio null for the usual one, which is quick and fails at nothing.
 */
export function useStudio(studio: Studio | null): void {
  current = studio ?? quickStudio()
}

/**
 * For tests that need a service and nothing of its own: their accounts keep them apart.
 *
 * The files that one process runs share one, with a worker and a studio that can be changed (`useStudio`). It starts when
 * the first of them asks for it and stops with the process. Whoever stops its worker starts it again.
 */
export const test = base.extend<{ readonly defaultService: TestService }>({
  defaultService: [
    // Vitest reads the names of fixtures that this one needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ studio: ofNow() })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

/** Passes each call on to the studio that is used at its time. */
function ofNow(): Studio {
  return {
    speaker: ofNowOf('speaker'),
    renderer: ofNowOf('renderer'),
    twinStudio: ofNowOf('twinStudio'),
  }
}

function ofNowOf<Part extends keyof Studio>(part: Part): Studio[Part] {
  return new Proxy({} as Studio[Part], {
    get: (_, name) => {
      const call = (...args: unknown[]) =>
        (current[part] as unknown as Record<PropertyKey, (...args: unknown[]) => unknown>)[name]!(...args)
      return name in current[part] ? call : undefined
    },
    has: (_, name) => name in current[part],
  })
}
