import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { AttemptReport } from '../activities/webhook/webhook.ts'
import { waitForReceiver } from '../domain/webhook/webhook-schedule.ts'
import { DELIVERY } from './activity-options.ts'
import type { DeliverWebhookInput } from './contract.ts'

const { attemptDelivery } = proxyActivities<Activities>(DELIVERY)

type Ended = Exclude<AttemptReport['result'], 'failed' | 'busy'>

/**
 * One delivery of an event: attempts over about three days until the receiver accepts it, returns 410, or the schedule
 * ends. A failing receiver does not fail the workflow; the result contains the outcome. If the receiver is busy, that
 * does not count as an attempt.
 */
export async function deliverWebhook({ eventId, delivery, ...state }: DeliverWebhookInput): Promise<Ended> {
  let attempt = state.attempt ?? 1
  for (let looks = 1; ;) {
    const report = await attemptDelivery.executeWithOptions({ summary: `attempt ${attempt}` }, [
      { eventId, delivery, attempt },
    ])
    if (report.result === 'failed') {
      await pause(`attempt ${attempt} failed: ${report.why ?? 'see the log'}`, report.waitSeconds)
      attempt += 1
      looks = 1
    } else if (report.result === 'busy') {
      await pause('the receiver is busy', waitForReceiver(looks, Math.random()))
      looks += 1
    } else {
      setCurrentDetails(report.result)
      return report.result
    }
    // A receiver can be busy for days; a history has an end.
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof deliverWebhook>({ eventId, delivery, attempt })
    }
  }
}

/** Shows the time of the next attempt instead of a duration, because operators read the details at any later time. */
async function pause(why: string, seconds: number): Promise<void> {
  const milliseconds = Math.round(seconds * 1000)
  setCurrentDetails(`${why}; next attempt at ${new Date(Date.now() + milliseconds).toISOString()}`)
  await sleep(milliseconds)
}
