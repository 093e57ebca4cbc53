import { decodeFilm } from '../../../src/twins/decode/decode-film.ts'
import { serveTasks } from '../../../src/children/serve-tasks.ts'
import { writeSmallFilm } from './hostile-films.ts'
import type { SmallFilm } from './hostile-films.ts'

/** What came of a film. */
export interface Decoded {
  /** `decoded`, or the name of what it was refused with. */
  readonly outcome: string
  readonly message: string
  readonly pictures: number
  readonly frames: number
  /** Seconds of a processor. */
  readonly seconds: number
}

/**
 * One decoder for many films, one after the other: a new process for each would take longer than the films. Another such
 * process writes them.
 */
serveTasks({
  write: ({ file, how }: { file: string; how: SmallFilm }) => writeSmallFilm(file, how),

  async decode({ file }: { file: string }): Promise<Decoded> {
    const before = process.cpuUsage()
    const count = { pictures: 0, frames: 0 }
    const result = await decodeFilm({ file, want: 'take' }, async (kind, numbers = []) => {
      if (kind !== 'picture') return
      count.pictures += 1
      count.frames += numbers[0] ?? 0
    }).then(
      () => ({ outcome: 'decoded', message: '' }),
      (error: Error) => ({ outcome: error.name, message: error.message }),
    )
    const { user, system } = process.cpuUsage(before)
    return { ...result, ...count, seconds: (user + system) / 1e6 }
  },
})
