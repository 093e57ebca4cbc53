import { readFileSync } from 'node:fs'

const LOOK_MS = 50

/** Watches how much memory a process has. NaN where the system does not tell. */
export function watchMemory(pid: number): { most(): number } {
  let most = residentMegabytes(pid)
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), LOOK_MS)
  return {
    /** In megabytes, since the beginning. Ends the watch. */
    most() {
      clearInterval(timer)
      return Math.round(most)
    },
  }
}

function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1_024
  } catch {
    return Number.NaN
  }
}
