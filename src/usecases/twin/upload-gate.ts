import { problem } from '../../domain/error/errors.ts'

/** Whose upload it is. */
export interface Uploader {
  /** Of the recording. */
  readonly id: string
  readonly accountId: string
}

/** Bounds what is uploaded at a time: each upload holds a file, a connection and some work of this process. */
export interface UploadGate {
  /**
   * Does something in a place of a link and of its account, before anything of the request's body is read.
   *
   * @throws `rate_limited` when link or account has no place, `service_unavailable` when this process has none.
   */
  use<Result>(recording: Uploader, work: () => Promise<Result>): Promise<Result>
}

/** How much may be uploaded at a time: by one link, for one account, and through one API process. */
export interface UploadPlaces {
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
  { ofLink, ofAccount, inAll }: UploadPlaces,
  retryAfterSeconds: () => number,
): UploadGate {
  const links = createPlaces()
  const accounts = createPlaces()
  let taken = 0
  return {
    async use({ id, accountId }, work) {
      if (links.taken(id) >= ofLink) throw tooMany(ofLink, 'by one link')
      if (accounts.taken(accountId) >= ofAccount) throw tooMany(ofAccount, 'for one account')
      if (taken >= inAll) throw problem('service_unavailable', { retryAfterSeconds: retryAfterSeconds() })
      links.take(id)
      accounts.take(accountId)
      taken += 1
      try {
        return await work()
      } finally {
        taken -= 1
        links.giveBack(id)
        accounts.giveBack(accountId)
      }
    },
  }
}

function tooMany(most: number, whose: string): Error {
  const message = `At most ${most} uploads at a time ${whose}. Wait for one to end.`
  return problem('rate_limited', { message, userMessage: message, retryAfterSeconds: 1 })
}

/** Counts the places in use, by link or by account. Removes an entry when its last place is released. */
function createPlaces() {
  const taken = new Map<string, number>()
  return {
    taken: (of: string) => taken.get(of) ?? 0,
    take: (of: string) => void taken.set(of, (taken.get(of) ?? 0) + 1),
    giveBack(of: string) {
      const left = (taken.get(of) ?? 1) - 1
      if (left > 0) taken.set(of, left)
      else taken.delete(of)
    },
  }
}
