import type { SigningSecrets } from '../../domain/webhook/webhook-delivery.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'

/** Characters of a secret that tell which one it is. */
export const HINT_CHARACTERS = 4

/** What a webhook or an endpoint signs with, as it is stored. Both are sealed for one purpose. */
interface StoredSecrets {
  readonly secret: Buffer
  /** The one before; it may still be in its row when it signs no more. */
  readonly previous: Buffer | null
  /** Whether the one before signs too. */
  readonly overlaps: boolean
}

/** The secrets that sign, the newest first. */
export function signingSecrets(
  { secret, previous, overlaps }: StoredSecrets,
  box: SecretBox,
  purpose: string,
): SigningSecrets {
  const newest = box.open(secret, purpose)
  return previous !== null && overlaps ? [newest, box.open(previous, purpose)] : [newest]
}
