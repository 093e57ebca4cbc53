import type { Config } from '../config/config.ts'
import type { LogOrigin } from '../process/log.ts'
import { VERSION } from './shipped.ts'

/** What a process says of itself in each line of its log. @param config absent as long as it is not read. */
export function logOrigin(role: string, config?: Pick<Config, 'deployment'>): LogOrigin {
  return { role, release: config?.deployment?.buildId ?? VERSION }
}
