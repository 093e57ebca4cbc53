import { planOf } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { Batches } from '../../ports/batch/batches.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { EventContent, ReadEventContent } from '../../ports/webhook/event-content.ts'

/** Stores of all that events are about. */
export interface ReadEventContentPorts {
  readonly videos: Pick<Videos, 'find'>
  readonly batches: Pick<Batches, 'find'>
  readonly twins: Pick<Twins, 'find'>
  readonly accounts: Pick<Accounts, 'find' | 'allowance'>
  readonly plans: Plans
}

/** Builds the use case. */
export function makeReadEventContent(ports: ReadEventContentPorts): ReadEventContent {
  const { videos, batches, accounts } = ports
  return async ({ type, accountId, subject: { id } }) => {
    switch (type) {
      case 'video.deleted':
      case 'twin.withdrawn':
        return { kind: 'gone', id }
      case 'batch.finished': {
        const batch = await batches.find(accountId, id)
        return batch && { kind: 'batch', batch }
      }
      case 'twin.ready':
        return readTwin(ports, accountId, id)
      case 'allowance.low': {
        const account = await accounts.find(accountId)
        return account && { kind: 'allowance', allowance: await accounts.allowance(account) }
      }
      case 'video.ready':
      case 'video.failed':
      case 'video.queued':
      case 'video.rendering':
      case 'video.progress':
      case 'video.expiring': {
        const video = await videos.find(accountId, id)
        return video && { kind: 'video', video }
      }
    }
  }
}

async function readTwin(
  { twins, accounts, plans }: ReadEventContentPorts,
  accountId: string,
  twinId: string,
): Promise<EventContent | null> {
  const [twin, account] = await Promise.all([twins.find(accountId, twinId), accounts.find(accountId)])
  return twin && account && { kind: 'twin', twin, plan: planOf(plans, account.planId) }
}
