import { Session } from 'node:inspector/promises'

/**
 * How often blocks of code of the given source files run while something is done: a measure of work
 * that is the same on every machine. What runs inside a regular expression or a built-in counts once.
 *
 * @param sources part of the files' paths, as they were compiled, for example `/dist/speech/`.
 */
export async function countedWork(sources: string, work: () => void): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes(sources))
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, 0)
  } finally {
    session.disconnect()
  }
}
