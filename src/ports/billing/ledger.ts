import type { Account } from '../../domain/account/account.ts'
import type { Movement, LimitFigures, Usage } from '../../domain/billing/ledger.ts'

/** Reads what became of accounts' seconds. */
export interface Ledger {
  /** Newest first; `before` leaves out the movement of that number and all newer ones. */
  page(accountId: string, limit: number, before: number | null): Promise<Movement[]>
  /** The running period by day; opens a new period when the last one has ended. */
  usage(account: Account): Promise<Usage>
  /** Opens a new period when the last one has ended. */
  limitFigures(account: Account): Promise<LimitFigures>
}
