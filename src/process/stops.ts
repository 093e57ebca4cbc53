/** A part of this process that runs, and how it ends. */
export interface RunningPart {
  /** For people. */
  readonly name: string
  /** How long its end may take; what takes longer waits for something that is away. */
  readonly seconds: number
  stop(): Promise<void>
}

/** Some parts did not end in time, and may keep this process alive: it has to exit. */
export class NotStopped extends Error {
  override readonly name = 'NotStopped'
}

/** The parts of a process that have been started so far. */
export interface Stops {
  add(part: RunningPart): void
  /** Stopped after the one that was added last, and before all others. */
  addBeforeLast(part: RunningPart): void
  /**
   * Stops all parts, the last first, each for as long as it may take. One that fails or is late holds up no other. Safe to
   * repeat.
   *
   * @throws the first failure; NotStopped when a part was late.
   */
  stopAll(): Promise<void>
}

/** Keeps what has been started, in its order. */
export function createStops(): Stops {
  const parts: RunningPart[] = []
  return {
    add: (part) => void parts.push(part),
    addBeforeLast: (part) => void parts.splice(-1, 0, part),
    async stopAll() {
      const late: string[] = []
      const failures: unknown[] = []
      for (let part = parts.pop(); part; part = parts.pop()) {
        const inTime = await stopsInTime(part).catch((error: unknown) => void failures.push(error))
        if (inTime === false) late.push(`${part.name} (${part.seconds} s)`)
      }
      if (late.length > 0) throw new NotStopped(`Ended without waiting longer for ${late.join(' and ')}.`)
      if (failures.length > 0) throw failures[0]
    },
  }
}

async function stopsInTime({ seconds, stop }: RunningPart): Promise<boolean> {
  const stopping = stop().then(() => true)
  // Nobody hears any more how a late one ends.
  stopping.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1_000)
  })
  try {
    return await Promise.race([stopping, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
