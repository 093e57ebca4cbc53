import { Client, Connection } from '@temporalio/client'

import { heldStudio } from './held-studio.ts'
import type { HeldStudio } from './held-studio.ts'
import { startTestService } from './service.ts'
import type { TestService, TestServiceOptions } from './service.ts'

/** The service with a studio that holds its videos, and Temporal as an operator reaches it. */
export interface HeldService {
  readonly studio: HeldStudio
  readonly service: TestService
  /** In the service's namespace. */
  readonly temporal: Client
  /** Releases what is held and ends all. */
  readonly stop: () => Promise<void>
}

/** Starts them. Stop them in `afterAll`. */
export async function startHeldService(options: TestServiceOptions = {}): Promise<HeldService> {
  const studio = heldStudio()
  const service = await startTestService({ ...options, studio })
  const connection = await Connection.connect({ address: service.temporalAddress })
  return {
    studio,
    service,
    temporal: new Client({ connection, namespace: service.namespace }),
    async stop() {
      studio.release()
      await connection.close()
      await service.stop()
    },
  }
}
