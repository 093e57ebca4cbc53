import { LOOPBACK } from './config.ts'
import type { Config } from './config.ts'

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost']

/** The configuration with webhooks to this machine allowed, also over http and on any port. */
export function withLocalWebhooks(config: Config): Config {
  return { ...config, webhookAllowCidrs: [...config.webhookAllowCidrs, ...LOOPBACK] }
}

/**
 * Whether only programs of this machine reach the service. Then they may have it call this machine, which they reach
 * themselves. With NODE_ENV=production it may stand behind a proxy of the same machine.
 */
export function isForThisMachine({ production, host, publicUrl }: Config): boolean {
  return !production && publicUrl === null && LOOPBACK_HOSTS.includes(host)
}
