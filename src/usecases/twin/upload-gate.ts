import { createHeldSlots } from '../../domain/account/held-slots.ts'
import { problem, problemInWords } from '../../domain/error/errors.ts'

/** The recording and the account that an upload belongs to. */
export interface Uploader {
  /** The id of the recording. */
  readonly id: string
  readonly accountId: string
}

/** Bounds what is uploaded at a time: each upload holds a file, a connection and some work of this process. */
export interface UploadGate {
  /**
   * Does something in a slot of a link and of its account, before anything of the request's body is read.
   *
   * @throws `rate_limited` when link or account has no free slot, `service_unavailable` when this process has none.
   */
  use<Result>(recording: Uploader, work: () => Promise<Result>): Promise<Result>
}

/** How much may be uploaded at a time: by one link, for one account, and through one API process. */
export interface UploadSlots {
  readonly ofLink: number
  readonly ofAccount: number
  readonly inAll: number
}

/**
 * Makes a gate for one API process.
 *
 * @param retryAfterSeconds counts a refusal, and says when to come again: later, the more there were.
 */
export function createUploadGate(
  { ofLink, ofAccount, inAll }: UploadSlots,
  retryAfterSeconds: () => number,
): UploadGate {
  const slots = createHeldSlots()
  return {
    async use({ id, accountId }, work) {
      const bounds = [
        { of: `link ${id}`, most: ofLink },
        { of: `account ${accountId}`, most: ofAccount },
        { of: 'process', most: inAll },
      ]
      const full = slots.full(bounds)
      if (full?.of === 'process') {
        throw problem('service_unavailable', { retryAfterSeconds: retryAfterSeconds() })
      }
      if (full) throw tooMany(full.most, full.of.startsWith('link') ? 'by one link' : 'for one account')
      const release = slots.take(bounds)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

function tooMany(most: number, whose: string): Error {
  const message = `At most ${most} uploads at a time ${whose}. Wait for one to end.`
  return problemInWords('rate_limited', message, { retryAfterSeconds: 1 })
}
