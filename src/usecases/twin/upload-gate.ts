import { problem } from '../../domain/error/errors.ts'

/** Bounds what is uploaded at a time: each upload holds a file, a connection and some work of this process. */
export interface UploadGate {
  /**
   * Does something in a place of a link, before anything of the request's body is read.
   *
   * @throws `rate_limited` when the link has no place, `service_unavailable` when this process has none.
   */
  use<Result>(recordingId: string, work: () => Promise<Result>): Promise<Result>
}

/** How much may be uploaded at a time: by one link, and through one API process. */
export interface UploadPlaces {
  readonly ofLink: number
  readonly inAll: number
}

/**
 * Makes a gate for one API process.
 *
 * @param retryAfterSeconds counts a refusal, and says when to come again: later, the more there were.
 */
export function createUploadGate(
  { ofLink, inAll }: UploadPlaces,
  retryAfterSeconds: () => number,
): UploadGate {
  const places = new Map<string, number>()
  let taken = 0
  return {
    async use(recordingId, work) {
      const own = places.get(recordingId) ?? 0
      if (own >= ofLink) {
        const message = `At most ${ofLink} uploads at a time by one link. Wait for one to end.`
        throw problem('rate_limited', { message, retryAfterSeconds: 1 })
      }
      if (taken >= inAll) throw problem('service_unavailable', { retryAfterSeconds: retryAfterSeconds() })
      places.set(recordingId, own + 1)
      taken += 1
      try {
        return await work()
      } finally {
        taken -= 1
        const left = (places.get(recordingId) ?? 1) - 1
        if (left > 0) places.set(recordingId, left)
        else places.delete(recordingId)
      }
    },
  }
}
