import { newApiKey } from '../../secrets/api-key.ts'
import { makeCreateApiKey, makeRotateApiKey } from '../../usecases/account/create-api-key.ts'
import type { CreateApiKeyPorts } from '../../usecases/account/create-api-key.ts'

/** Puts together how an account comes to its API keys. */
export function provideKeys(needs: Omit<CreateApiKeyPorts, 'newApiKey'>) {
  const ports = { ...needs, newApiKey }
  return { createApiKey: makeCreateApiKey(ports), rotateApiKey: makeRotateApiKey(ports) }
}
