import { problem } from '../../domain/errors.ts'

/** Bounds what is uploaded at a time: each upload holds a file, a connection and some work of this process. */
export interface UploadGate {
  /**
   * Does something in a place of a link, before anything of the request's body is read.
   *
   * @throws `rate_limited` when the link has no place, `service_unavailable` when this process has none.
   */
  use<Result>(recordingId: string, work: () => Promise<Result>): Promise<Result>
}

/** Makes a gate for one API process. */
export function createUploadGate({
  ofLink,
  inAll,
}: {
  readonly ofLink: number
  readonly inAll: number
}): UploadGate {
  const places = new Map<string, number>()
  let taken = 0
  return {
    async use(recordingId, work) {
      const own = places.get(recordingId) ?? 0
      if (own >= ofLink) {
        const message = `At most ${ofLink} uploads at a time by one link. Wait for one to end.`
        throw problem('rate_limited', { message, retryAfterSeconds: 1 })
      }
      if (taken >= inAll) throw problem('service_unavailable', { retryAfterSeconds: 2 })
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
