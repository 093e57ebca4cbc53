import type { TemporalAccess } from '../../config/temporal-config.ts'
import type { ConfigurationFinding } from '../../domain/health/operations.ts'
import { expiryOf } from '../../ops/process-figures.ts'
import { good } from '../process-findings.ts'

/** As the alert `PresenterCertificateEnds`. */
const SOON_DAYS = 14
const DAY_MS = 86_400_000

/** When the certificates of the way to Temporal end. */
export function certificateFindings({ tls }: TemporalAccess, now = Date.now()): ConfigurationFinding[] {
  const certificates = [
    ['Client certificate', 'TEMPORAL_TLS_CLIENT_CERT_PATH', tls?.client?.certificate],
    ['Server authority', 'TEMPORAL_TLS_SERVER_CA_CERT_PATH', tls?.serverCa],
  ] as const
  return certificates.flatMap(([topic, setting, pem]) => {
    if (!pem) return []
    const ends = expiryOf(pem)
    const days = Math.floor((ends.getTime() - now) / DAY_MS)
    const when = ends.toISOString().slice(0, 10)
    if (days >= SOON_DAYS) return [good(topic, `It is valid until ${when}, for ${days} days.`)]
    return [
      {
        topic,
        verdict: 'problem' as const,
        says: days < 0 ? `It ended on ${when}.` : `It ends on ${when}, in ${days} days.`,
        remedy: `Renew it (${setting}): processes that run read it again within seconds.`,
      },
    ]
  })
}
