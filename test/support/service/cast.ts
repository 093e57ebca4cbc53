import type { Twin } from '../../../src/domain/twin/twin.ts'
import type { CreateTwinInput } from '../../../src/usecases/twin/create-twin.ts'
import type { TestService } from './service.ts'

/** A ready twin with Maya's look and Robert's voice, unless told otherwise. */
export function addTwin(
  service: TestService,
  { accountId }: { accountId: string },
  other: Partial<CreateTwinInput> = {},
): Promise<Twin> {
  return service.app.createTwin({
    accountId,
    name: 'Twin',
    presenterId: 'maya',
    engineVoiceId: 'flite:rms',
    status: 'ready',
    switchedOff: false,
    ...other,
  })
}
