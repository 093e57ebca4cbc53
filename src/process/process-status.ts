import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

import { bareEnvironment } from './program-environment.ts'

/**
 * Whether a process runs. A zombie (killed, not yet reaped by its parent) does not: in a container
 * without an init process it stays for ever and would pass for a living one.
 */
export function isRunning(pid: number): boolean {
  return processState(pid) !== 'gone' && processState(pid) !== 'zombie'
}

/** Whether a process runs, is a zombie, or is gone. */
export function processState(pid: number): 'running' | 'zombie' | 'gone' {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return 'gone'
  }
  return isZombie(pid) ? 'zombie' : 'running'
}

/** The first thread of a killed program may be a zombie while others still hold its ports. */
function isZombie(pid: number): boolean {
  const status = readProc(pid, 'status')
  return /^State:\s+Z/mu.test(status) && !/^Threads:\s+([2-9]|\d\d)/mu.test(status)
}

/**
 * What tells a process from a later one with the same number, or null when it does not run.
 *
 * Numbers come again soon in containers, where a restarted service often gets its old one.
 */
export function processIdentity(pid: number): string | null {
  if (!isRunning(pid)) return null
  if (process.platform === 'linux') {
    // Field 22 is the start time; field 2, the name, may hold spaces and ends with the last ')'.
    const fields = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
    return `${bootId()}/${fields[19] ?? ''}`
  }
  return process.platform === 'win32' ? `${pid}` : ps(pid, 'lstart=')
}

/**
 * What the processes that this one can see have in common: their machine, its boot and, on Linux, their namespace.
 *
 * A container's processes are not seen from another one, although both may share a folder: `processIdentity` says
 * nothing about a process of another place.
 */
export function processPlace(): string {
  if (process.platform !== 'linux') return hostname()
  return [hostname(), bootId(), readlinkSync('/proc/self/ns/pid')].join('/')
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

/** The command line of a process; empty when it cannot be seen or the process is gone. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()
  return process.platform === 'win32' ? '' : ps(pid, 'command=')
}

function readProc(pid: number, file: string): string {
  if (process.platform !== 'linux') return ''
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      env: bareEnvironment(),
    }).trim()
  } catch {
    return ''
  }
}
