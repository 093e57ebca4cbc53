import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of a process. */
export interface OtherProcess {
  readonly pid: number
  readonly commandLine: string
  /** As it was given when it was started. */
  readonly environment: string
}

/** Processes that another one has started and that still run; also through others that do. */
export function descendantsOf(pid: number): OtherProcess[] {
  const parents = new Map(allProcesses().map((each) => [each, parentOf(each)]))
  const belongs = (each: number): boolean => {
    const parent = parents.get(each)
    return parent !== undefined && (parent === pid || (parent > 1 && belongs(parent)))
  }
  return [...parents.keys()].filter(belongs).flatMap((each) => describeProcess(each) ?? [])
}

/** Null when it is gone. */
export function describeProcess(pid: number): OtherProcess | null {
  const commandLine = readProc(pid, 'cmdline')
  const environment = readProc(pid, 'environ')
  if (!commandLine || environment === null) return null
  return { pid, commandLine: commandLine.replaceAll('\0', ' '), environment }
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
}

/** The name before it is in brackets and may hold anything. */
function parentOf(pid: number): number | undefined {
  const parent = readProc(pid, 'stat')?.split(') ').at(-1)?.split(' ')[1]
  return parent === undefined ? undefined : Number(parent)
}

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
