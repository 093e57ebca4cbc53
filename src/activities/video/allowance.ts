import type { Plans } from '../../domain/account/plan.ts'
import type { Reservation } from '../../domain/video/reservation.ts'
import type { Videos } from '../../ports/video/videos.ts'

/** Stores for the reservation activity. */
export interface AllowancePorts {
  readonly videos: Pick<Videos, 'reserve'>
  readonly plans: Plans
}

/** Allowance: the one decision a client waits for. */
export function createAllowanceActivities({ videos, plans }: AllowancePorts) {
  return {
    /** Holds the seconds of a requested video, or says which limit forbids it. */
    reserveAllowance(input: { accountId: string; videoId: string }): Promise<Reservation> {
      return videos.reserve(input.accountId, input.videoId, plans)
    },
  }
}
