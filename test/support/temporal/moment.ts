import { Context } from '@temporalio/activity'

/** A moment that activities wait for, as long as their run goes on. */
export interface Moment {
  /** Ends the waiting, of those that wait and of those that will. */
  come(): void
  /** To be called in an activity. @throws when its run is cancelled first. */
  wait(): Promise<void>
}

/** A moment that comes when it is told to, and until then never. */
export function moment(): Moment {
  let come!: () => void
  const hasCome = new Promise<void>((resolve) => (come = resolve))
  const wait = async () => {
    const context = Context.current()
    const beat = setInterval(() => context.heartbeat(), 100)
    await Promise.race([hasCome, context.cancelled]).finally(() => clearInterval(beat))
  }
  return { come, wait }
}
