import { readdirSync, readFileSync } from 'node:fs'

/** What this process and all below it use together; null where the system does not tell. */
export interface Usage {
  /** The most at any time, in megabytes. */
  readonly mostMegabytes: number | null
  /** Seconds of processor time. */
  readonly processorSeconds: number | null
}

const INTERVAL_MS = 250

/**
 * Watches what some work uses, in processes whose command is counted. Memory that processes share is
 * counted once (Linux: proportional set size).
 */
export async function watchUsage(
  isCounted: (command: string) => boolean,
  work: () => Promise<void>,
): Promise<Usage> {
  const mine = () => below(process.pid).filter((pid) => isCounted(read(`/proc/${pid}/cmdline`)))
  let most: number | null = null
  const look = (): void => {
    const now = told(() => mine().reduce((sum, pid) => sum + proportionalMegabytes(pid), 0))
    if (now !== null) most = Math.round(Math.max(most ?? 0, now))
  }
  const timer = setInterval(look, INTERVAL_MS)
  const processorTime = () => told(() => mine().reduce((sum, pid) => sum + processorSeconds(pid), 0))
  const before = processorTime()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  const after = processorTime()
  return { mostMegabytes: most, processorSeconds: before === null || after === null ? null : after - before }
}

function told(figure: () => number): number | null {
  try {
    return figure()
  } catch {
    return null
  }
}

/** Clock ticks of a second on every Linux that Node runs on. */
const TICKS = 100

/** User and system time are the 14th and 15th entry of a process's line, counted behind its name. */
function processorSeconds(pid: number): number {
  const [user = '0', system = '0'] =
    read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / TICKS
}

function below(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(below)]
}

function proportionalMegabytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/mu.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? '0'
  return Number(kilobytes) / 1024
}

/** Processes come and go between a listing and a reading. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
