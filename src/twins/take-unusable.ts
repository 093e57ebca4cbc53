import type { TakePart } from '../domain/twin/twin-take.ts'

/**
 * A recording of which nothing can be made, whatever is tried. The message is for the person who recorded it: one
 * sentence that says what to do. Known by its `name` beyond the process, where `details` names the part.
 */
export class TakeUnusable extends Error {
  override readonly name = 'TakeUnusable'
  /** The part to record again; null where only one take is looked at, and its part is known. */
  readonly details: TakePart | null

  constructor(message: string, part: TakePart | null = null) {
    super(message)
    this.details = part
  }
}

/** Does work on the take of one part: when the take turns out to be unusable, the failure names that part. */
export async function onPart<Result>(part: TakePart, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TakeUnusable)) throw error
    throw new TakeUnusable(error.message, error.details ?? part)
  }
}
