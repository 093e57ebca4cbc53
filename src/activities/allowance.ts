import type { Plans } from '../domain/plan.ts'
import type { Reservation } from '../domain/reservation.ts'
import type { Videos } from '../ports.ts'

/** What reserving needs. */
export interface AllowancePorts {
  readonly videos: Pick<Videos, 'reserve'>
  readonly plans: Plans
}

/** Allowance: the one decision a client waits for. */
export function createAllowanceActivities({ videos, plans }: AllowancePorts) {
  return {
    /** Holds the seconds of a requested video, or says which limit forbids it. */
    async reserveAllowance(input: { accountId: string; videoId: string }): Promise<Reservation> {
      const reservation = await videos.reserve(input.accountId, input.videoId, plans)
      // A repeat of this activity finds the video that it accepted itself.
      if (reservation.outcome === 'existing' && reservation.videoId === input.videoId) {
        return { ...reservation, outcome: 'accepted' }
      }
      return reservation
    },
  }
}
