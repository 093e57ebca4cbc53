/** The name of the failure of an activity whose database was away. */
export const DATABASE_UNAVAILABLE = 'DatabaseUnavailable'

/** The database does not answer, or answers nobody: it fails over, starts, or cannot be reached. The same may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = DATABASE_UNAVAILABLE
  /** The code of the operating system or of PostgreSQL; absent where the driver has none. */
  readonly code: string | undefined

  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = (cause as NodeJS.ErrnoException).code
  }
}
