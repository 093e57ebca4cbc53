/** What recordings of one account may cost, whatever its plan. Operators may set them otherwise. */
export interface TwinLimits {
  /** Recordings in which takes can be recorded, at a time. */
  readonly openRecordings: number
  /** The most bytes of films that are kept. */
  readonly storedBytes: number
}

/** A team is recorded one after the other: five at a time, with a film for each part and room for long ones. */
export const TWIN_LIMITS: TwinLimits = { openRecordings: 5, storedBytes: 2 * 1024 ** 3 }

/** Recordings that are started in a day: each writes an event for good. */
export const RECORDINGS_A_DAY = 100

/** Requests with chunks at a time: of one link, of one account, and of one API process. */
export const UPLOADS_AT_ONCE = { ofLink: 2, ofAccount: 10, inAll: 64 }

/** Films that are put together from their chunks: each needs twice its size on the disk, and is encrypted anew. */
export const JOINS_AT_ONCE = { ofLink: 1, ofAccount: 2, inAll: 4 }
