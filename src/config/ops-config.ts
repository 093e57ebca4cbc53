import { z } from 'zod'

import { wholeNumber } from './whole-number.ts'

/** Where a process tells operators' tools how it is. */
export interface OpsConfig {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
}

/** The settings of operations, to be read with all others. */
export const opsSettings = {
  OPS_PORT: wholeNumber(0, 65_535).optional(),
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
}

/** Where metrics and probes are answered; null when they are not, and nothing is measured. */
export function readOps(values: {
  readonly OPS_PORT?: number | undefined
  readonly OPS_HOST: string
}): OpsConfig | null {
  const { OPS_PORT: port, OPS_HOST: host } = values
  return port === undefined ? null : { host, port }
}
