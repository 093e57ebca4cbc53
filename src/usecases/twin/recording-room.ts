import { invalidFields, problem, problemInWords } from '../../domain/error/errors.ts'
import { planOf } from '../../domain/account/plan.ts'
import type { Plan, Plans } from '../../domain/account/plan.ts'
import { RECORDINGS_A_DAY } from '../../domain/twin/twin-limits.ts'
import type { TwinLimits } from '../../domain/twin/twin-limits.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { TwinUse } from '../../ports/twin/twin-use.ts'

/** What tells how much an account may record, and how much it does. */
export interface RecordingRoomPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly plans: Plans
  readonly twinUse: TwinUse
  readonly twinLimits: TwinLimits
}

/**
 * Whether an account has room for something that recording costs. Making twins is not charged for, so its plan bounds it.
 * Each throws `plan_required` where the plan has no twins.
 */
export interface RecordingRoom {
  /** @param isNew not of a twin whose open recording it would end. @throws `concurrency_limit`, `daily_limit`. */
  requireForRecording(accountId: string, isNew: boolean): Promise<void>
  /** @returns takes that the account may begin in a day. @throws `daily_limit`, `invalid_request`. */
  requireForTake(accountId: string): Promise<number>
  /** @throws `invalid_request` when the films that are kept would be too large. */
  requireForBytes(accountId: string, bytes: number): Promise<void>
  /** @returns builds that the account may begin in a day. @throws `daily_limit`. */
  requireForBuild(accountId: string): Promise<number>
}

/** The room of accounts by their plans. */
export function makeRecordingRoom({
  accounts,
  plans,
  twinUse,
  twinLimits,
}: RecordingRoomPorts): RecordingRoom {
  async function plan(accountId: string): Promise<Plan> {
    const account = await accounts.find(accountId)
    if (account === null) throw problem('not_found')
    const found = planOf(plans, account.planId)
    if (!found.twinsInVideos) throw problem('plan_required')
    return found
  }

  function requireBytes(storedBytes: number, more: number): void {
    if (storedBytes + more <= twinLimits.storedBytes) return
    const message =
      'This account keeps as many films of recordings as it may. They are removed when a part is recorded again, when a twin ' +
      'is deleted, and some days after they were recorded.'
    throw invalidFields({ take: { code: 'conflict', message } })
  }

  return {
    async requireForRecording(accountId, isNew) {
      await plan(accountId)
      const { openRecordings, recordingsToday } = await twinUse.of(accountId)
      if (recordingsToday >= RECORDINGS_A_DAY) throw tooManyToday(RECORDINGS_A_DAY, 'recordings are started')
      if (isNew && openRecordings >= twinLimits.openRecordings) throw tooManyOpen(twinLimits.openRecordings)
    },

    async requireForTake(accountId) {
      const { twinTakesADay: most } = await plan(accountId)
      const { takesToday, storedBytes } = await twinUse.of(accountId)
      if (takesToday >= most) throw tooManyTakesToday(most)
      requireBytes(storedBytes, 1)
      return most
    },

    async requireForBytes(accountId, bytes) {
      requireBytes((await twinUse.of(accountId)).storedBytes, bytes)
    },

    async requireForBuild(accountId) {
      const { twinBuildsADay: most } = await plan(accountId)
      if ((await twinUse.of(accountId)).buildsToday >= most) throw tooManyBuildsToday(most)
      return most
    },
  }
}

/** The refusal of one recording too many. */
export function tooManyOpen(most: number): Error {
  const message = `${most} recordings are open already. Finish or delete one of them, or wait until its link has ended.`
  return problemInWords('concurrency_limit', message)
}

/** The refusal of one take too many. */
export const tooManyTakesToday = (most: number): Error => tooManyToday(most, 'parts are recorded')

/** The refusal of one build too many. */
export const tooManyBuildsToday = (most: number): Error => tooManyToday(most, 'twins are built')

function tooManyToday(most: number, what: string): Error {
  const message = `At most ${most} ${what} a day in this account. Go on after midnight UTC.`
  return problemInWords('daily_limit', message)
}
