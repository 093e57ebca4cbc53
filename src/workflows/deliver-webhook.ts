import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import { waitAfterAttempt } from '../domain/webhook-event.ts'
import type { DeliveryStatus } from '../domain/webhook-event.ts'
import { DELIVERY } from './activity-options.ts'
import type { DeliverWebhookInput } from './contract.ts'

const { attemptDelivery, completeDelivery } = proxyActivities<Activities>(DELIVERY)

/**
 * Delivers one event: attempts over about three days until the receiver takes it, wants no more, or
 * the schedule is used up. A receiver that fails is not a failed run: the result says what came of it.
 */
export async function deliverWebhook({ eventId }: DeliverWebhookInput): Promise<DeliveryStatus> {
  const status = await attemptUntilDone(eventId)
  await completeDelivery({ eventId, status })
  setCurrentDetails(status)
  return status
}

async function attemptUntilDone(eventId: string): Promise<DeliveryStatus> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptDelivery.executeWithOptions({ summary: `attempt ${attempt}` }, [
      { eventId, attempt },
    ])
    if (outcome.result !== 'failed') return outcome.result
    const waitSeconds = waitAfterAttempt(attempt, Math.random(), outcome.retryAfterSeconds)
    if (waitSeconds === null) return 'exhausted'
    setCurrentDetails(`attempt ${attempt} failed; next in ${Math.round(waitSeconds)} s`)
    await sleep(Math.round(waitSeconds * 1000))
  }
}
