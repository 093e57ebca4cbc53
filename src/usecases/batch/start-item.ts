import type { Account } from '../../domain/account/account.ts'
import { secondsLeftOfDay } from '../../domain/account/day.ts'
import { planFor } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { RateLimitStatus } from '../../domain/account/rate-limit.ts'
import { itemErrorOf } from '../../domain/batch/batch.ts'
import type { ItemKey, ItemToStart } from '../../domain/batch/batch.ts'
import { isPassing } from '../../domain/batch/item-start.ts'
import type { ItemStart, PassingCode } from '../../domain/batch/item-start.ts'
import { Problem, problem } from '../../domain/error/errors.ts'
import { askedError } from '../../domain/video/test-outcome.ts'
import type { RequestGate } from '../../ports/account/request-gate.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { Batches } from '../../ports/batch/batches.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { CreateVideo, RequestedPlace } from '../video/create-video.ts'

/** Stores and use case for starting an item. */
export interface StartItemPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly batches: Pick<Batches, 'toStart' | 'started' | 'failed'>
  readonly requestGate: Pick<RequestGate, 'place'>
  readonly ledger: Pick<Ledger, 'limitFigures'>
  readonly videos: Pick<Videos, 'secondsUntilFreeSlot'>
  readonly createVideo: CreateVideo
  readonly plans: Plans
  readonly clock: Clock
}

/**
 * Starts an item of a batch, or says why not yet. Safe to repeat: the key of the item makes one video.
 *
 * @throws as creating a video does, when nothing is known of the outcome.
 */
export type StartItem = (item: ItemKey) => Promise<ItemStart>

/** The first of the waits that the specification advises, where a refusal says nothing. */
const USUAL_WAIT_SECONDS = 5

/**
 * Builds the use case: creating a video by itself, as `POST /videos` does, with the item's key. What passes by itself is
 * waited for; any other refusal is the end of the item.
 */
export function makeStartItem(ports: StartItemPorts): StartItem {
  const { accounts, batches, createVideo } = ports
  return async (item) => {
    const [account, asked] = await Promise.all([accounts.find(item.accountId), batches.toStart(item)])
    if (account === null || asked === 'over') return { outcome: 'over' }
    if (asked === 'decided') return { outcome: 'decided' }
    const { request, caller, ...known } = asked
    const soon = await whyLater(ports, account, asked)
    if (soon !== null) return soon
    try {
      const { video } = await createVideo({
        ...known,
        account,
        request,
        origin: caller.kind === 'person' ? 'application' : 'api',
        batchItem: { batchId: item.batchId, number: item.number },
        place: placeOf(ports, asked),
      })
      // Noted already, unless its client has asked for the video by itself.
      await batches.started(item, video.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const passes = await waitFor(ports, account, asked, error)
      if (passes !== null) return passes
      await batches.failed(item, itemErrorOf(error))
    }
    return { outcome: 'decided' }
  }
}

/** What a read can tell: whoever asked for each free slot with a run of its own would leave a refused run each time. */
async function whyLater(
  { ledger, videos, plans, clock }: StartItemPorts,
  account: Account,
  { request }: ItemToStart,
): Promise<ItemStart | null> {
  const plan = planFor(plans, account)
  const { renderingVideos, todaysVideos } = await ledger.limitFigures(account)
  if (todaysVideos >= plan.dailyVideos) return later('daily_limit', secondsLeftOfDay(clock()))
  if (request.queue || renderingVideos < plan.concurrentVideos) return null
  return later('concurrency_limit', await videos.secondsUntilFreeSlot(account.id))
}

/** How an item that was refused waits; null when that is its end. */
async function waitFor(
  { ledger, videos }: StartItemPorts,
  account: Account,
  { request }: ItemToStart,
  { code, details }: Problem,
): Promise<ItemStart | null> {
  if (isForced(account, request.script)) return null
  if (isPassing(code)) {
    return later(code, details.retryAfterSeconds ?? details.retryAfterAboutSeconds ?? USUAL_WAIT_SECONDS)
  }
  if (code !== 'allowance_exceeded') return null
  // What videos under way hold and do not use comes back when they end, and may be enough.
  const { reservedSeconds } = await ledger.limitFigures(account)
  if (reservedSeconds === 0) return null
  return later('concurrency_limit', await videos.secondsUntilFreeSlot(account.id))
}

function later(code: PassingCode, seconds: number): ItemStart {
  return { outcome: 'later', code, seconds }
}

/** Whether a test item asks for an error: that never passes. */
function isForced({ testOf }: Account, script: string): boolean {
  return testOf !== null && askedError(script) !== null
}

/** The place in the limit of creations of whoever sent the batch. */
function placeOf({ requestGate }: StartItemPorts, { caller }: ItemToStart): RequestedPlace | undefined {
  const place = requestGate.place(caller, 'creates')
  return place === null ? undefined : { ...place, taken: refuseWhenFull }
}

function refuseWhenFull(rateLimits: readonly RateLimitStatus[]): void {
  const full = rateLimits.filter(({ wasFull }) => wasFull)
  if (full.length === 0) return
  const seconds = full.map(({ secondsToNextPlace }) => secondsToNextPlace ?? 1)
  throw problem('rate_limited', { retryAfterSeconds: Math.max(...seconds) })
}
