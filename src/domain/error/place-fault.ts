import { DATABASE_UNAVAILABLE, DatabaseUnavailable } from './database-unavailable.ts'

/**
 * Failures of the place where a step was done, by the name that they carry between processes and, as the failure's type, in
 * Temporal: the one list of them. They say nothing of the work, which may succeed elsewhere, or here a little later, and so
 * they are no tries.
 */
const PLACE_FAULTS = [
  DATABASE_UNAVAILABLE,
  /** The disk is full, broken, or may not be written to; or the process has no file handle left. */
  'DiskUnavailable',
  /** The media store is away, busy, or refuses this process. */
  'StoreUnavailable',
  /** Another worker may have the voice, or it may be on its way here. */
  'VoiceNotInstalled',
  /** Child processes do not start here. */
  'ProcessesUnavailable',
] as const

/** The name of a failure of the place. */
export type PlaceFault = (typeof PLACE_FAULTS)[number]

/** Whether a failure with this name is one of the place. */
export function isPlaceFault(name: string | null | undefined): name is PlaceFault {
  return (PLACE_FAULTS as readonly (string | null | undefined)[]).includes(name)
}

/** Creates an error with this name. The caller throws it. */
export function placeFault(name: PlaceFault, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}

/** The media store is away, busy, or refuses this process. The cause is what its library said. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable' satisfies PlaceFault
  declare readonly cause: Error

  constructor(cause: Error) {
    super(`the media store: ${cause.name}: ${cause.message}`, { cause })
  }
}

/** What the operating system says of a disk or of a process that has no handle left. */
const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** What it says of a folder that belongs to somebody else, but also of an address that nobody may call. */
const PERMISSION_CODES: ReadonlySet<string> = new Set(['EACCES', 'EPERM'])

/** What it says of a process that cannot be started for want of memory or numbers. */
const START_CODES: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM'])

/** The same in the words of libraries that pass no code on. */
const DISK_SENTENCES =
  /No space left on device|Read-only file system|Disk quota exceeded|Too many open files/u

/** Which failure of the place an error is, or was caused by; null when it is about the work. */
export function placeFaultOf(error: unknown): PlaceFault | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseUnavailable) return DATABASE_UNAVAILABLE
  if (isPlaceFault(error.name)) return error.name
  return faultOfSystem(error) ?? placeFaultOf(error.cause)
}

function faultOfSystem(error: Error): PlaceFault | null {
  const { code = '', syscall = '' } = error as { code?: unknown; syscall?: unknown }
  const [said, call] = [String(code), String(syscall)]
  if (DISK_CODES.has(said) || DISK_SENTENCES.test(error.message)) return 'DiskUnavailable'
  if (PERMISSION_CODES.has(said) && call !== 'connect' && call !== '') return 'DiskUnavailable'
  return START_CODES.has(said) && call.startsWith('spawn') ? 'ProcessesUnavailable' : null
}
