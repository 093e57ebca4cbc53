import { createAddressGuard } from '../../../src/net/guard.ts'
import { createWebhookSender } from '../../../src/webhooks/sender.ts'
import { newSigningSecret } from '../../../src/webhooks/sign.ts'

/**
 * A process that sends one webhook to each URL of its arguments and prints what came of them as JSON:
 * which authorities a process trusts is settled when it starts (`NODE_EXTRA_CA_CERTS`).
 */
const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] })
const sender = createWebhookSender({ guard, version: '0', now: () => new Date() })
const outcomes = process.argv
  .slice(2)
  .map((url) =>
    sender.send({ eventId: 'evt_1', url, secrets: [newSigningSecret()], body: '{}', sentAt: new Date() }),
  )
process.stdout.write(JSON.stringify(await Promise.all(outcomes)))
