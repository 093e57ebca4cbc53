import { readdirSync, readFileSync } from 'node:fs'

/** What this process and all below it use together; null where the system does not tell. */
export interface Usage {
  /** The most at any time, in megabytes of 1,048,576 bytes. */
  readonly mostMegabytes: number | null
  /** The most that is theirs alone, without what processes share, in megabytes. */
  readonly mostPrivateMegabytes: number | null
  /** Seconds of processor time. */
  readonly processorSeconds: number | null
}

/** Looking costs processor time that the work then lacks. */
const INTERVAL_MS = 1_000

/** Watches what some work uses, in processes below this one whose command is counted. */
export async function watchUsage(
  isCounted: (command: string) => boolean,
  work: () => Promise<void>,
): Promise<Usage> {
  const watch = watchProcesses(() =>
    treeOf(process.pid).filter((pid) => isCounted(read(`/proc/${pid}/cmdline`))),
  )
  let usage: Usage | undefined
  try {
    await work()
  } finally {
    usage = watch.stop()
  }
  return usage
}

/**
 * Watches what processes use until it is stopped. Memory that they share is counted once (Linux: proportional set size).
 *
 * @param pids which processes; asked again for every look.
 */
export function watchProcesses(pids: () => readonly number[]): { stop(): Usage } {
  let [most, mostPrivate]: (number | null)[] = [null, null]
  const greater = (known: number | null | undefined, kinds: RegExp): number | null => {
    const now = told(() => pids().reduce((sum, pid) => sum + megabytes(pid, kinds), 0))
    return now === null ? (known ?? null) : Math.round(Math.max(known ?? 0, now))
  }
  const spent = new Map<number, number>()
  const spentBefore = told(() => pids().reduce((sum, pid) => sum + noteSpent(pid), 0))
  // One that ends meanwhile has used what it had at the last look.
  function noteSpent(pid: number): number {
    const seconds = Math.max(spent.get(pid) ?? 0, processorSeconds(pid))
    spent.set(pid, seconds)
    return seconds
  }
  const look = (): void => {
    told(() => pids().forEach(noteSpent))
    most = greater(most, /^Pss:\s+(\d+)/gmu)
    mostPrivate = greater(mostPrivate, /^Private_\w+:\s+(\d+)/gmu)
  }
  const timer = setInterval(look, INTERVAL_MS)
  return {
    stop() {
      clearInterval(timer)
      told(() => pids().forEach(noteSpent))
      const after = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0)
      return {
        mostMegabytes: most ?? null,
        mostPrivateMegabytes: mostPrivate ?? null,
        processorSeconds: spentBefore === null ? null : after - spentBefore,
      }
    },
  }
}

function told<Figure>(figure: () => Figure): Figure | null {
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

/** A process and all below it, by their ids. */
export function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(treeOf)]
}

/** @param kinds match entries of the kernel's account, with the kilobytes as their first group. */
function megabytes(pid: number, kinds: RegExp): number {
  const entries = read(`/proc/${pid}/smaps_rollup`).matchAll(kinds)
  return [...entries].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0)
}

/** Processes come and go between a listing and a reading. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
