import { expect, test } from 'vitest'

import { readConfig } from '../../src/config/config.ts'
import { isForThisMachine, withLocalWebhooks } from '../../src/config/local-webhooks.ts'

test.each([
  [{}, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.4' }, false],
  [{ PUBLIC_URL: 'https://video.example.com' }, false],
  [{ NODE_ENV: 'production' }, false],
])('with the settings %o, only programs of this machine reach the service: %s', (env, isLocal) => {
  expect(isForThisMachine(readConfig(env))).toBe(isLocal)
})

test('webhooks to this machine are allowed in addition to what the operator allows', () => {
  const config = withLocalWebhooks(readConfig({ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' }))
  expect(config.webhookAllowCidrs).toEqual(['10.0.0.0/8', '127.0.0.0/8', '::1/128'])
})
