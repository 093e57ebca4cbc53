import type { TakeCheck, TakeCheckCode } from '../../domain/twin/twin-take.ts'

/** What a check found. */
interface Finding {
  readonly outcome: TakeCheck['outcome']
  /** NaN when nothing could be measured. */
  readonly measured: number
  readonly limit: number
  /** What the person is told unless the check is passed. */
  readonly message: string
}

/** The result of one check. What could not be measured is never passed. */
export function verdict(code: TakeCheckCode, { outcome, measured, limit, message }: Finding): TakeCheck {
  const known = Number.isFinite(measured)
  const result = known ? outcome : 'failed'
  return {
    code,
    outcome: result,
    measured: known ? measured : null,
    limit,
    message: result === 'passed' ? '' : message,
  }
}
