import { readdirSync, readFileSync } from 'node:fs'

/** Watches how much memory this process and all below it use together. */
export interface MemoryWatch {
  /** The most so far, in megabytes; null where the system does not tell. */
  most(): number | null
  stop(): void
}

const INTERVAL_MS = 250

/** Starts to watch. Memory that processes share is counted once (Linux: proportional set size). */
export function watchMemory(isCounted: (command: string) => boolean): MemoryWatch {
  let most: number | null = null
  const timer = setInterval(() => {
    const now = megabytesInUse(isCounted)
    if (now !== null) most = Math.max(most ?? 0, now)
  }, INTERVAL_MS)
  return { most: () => most && Math.round(most), stop: () => clearInterval(timer) }
}

function megabytesInUse(isCounted: (command: string) => boolean): number | null {
  try {
    return below(process.pid)
      .filter((pid) => isCounted(read(`/proc/${pid}/cmdline`)))
      .reduce((sum, pid) => sum + proportionalMegabytes(pid), 0)
  } catch {
    return null
  }
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
