import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { Db } from '../database.ts'

const KEY_BYTES = 32

/** What an evidence key is encrypted for. */
export function evidenceKeyPurpose(keyId: string): string {
  return `evidence-key:${keyId}`
}

/** A key that consents are sealed with. */
export interface EvidenceKey {
  readonly id: string
  readonly bytes: Buffer
}

/** The key of new seals; made when it is first needed, and when the one before it was lost with its master key. */
export async function sealingKey(db: Db, box: SecretBox): Promise<EvidenceKey> {
  const [newest] = [...(await evidenceKeys(db, box))].toReversed()
  if (newest) return { id: newest[0], bytes: newest[1] }
  const id = `consents-${randomUUID()}`
  const made = randomBytes(KEY_BYTES)
  const sealed_key = box.seal(made.toString('base64'), evidenceKeyPurpose(id))
  await db.insertInto('evidence_keys').values({ id, sealed_key }).execute()
  return { id, bytes: made }
}

/** The keys that can be opened, by id, oldest first. */
export async function evidenceKeys(db: Db, box: SecretBox): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom('evidence_keys')
    .select(['id', 'sealed_key'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const opened = rows.flatMap(({ id, sealed_key: sealed }): [string, Buffer][] => {
    try {
      return [[id, Buffer.from(box.open(sealed, evidenceKeyPurpose(id)), 'base64')]]
    } catch {
      return []
    }
  })
  return new Map(opened)
}

/** The digest of a consent, which follows from that of the one before it. @param evidence its text as it is kept. */
export function digestOf(previous: Buffer | null, evidence: string): Buffer {
  const hash = createHash('sha256')
  if (previous !== null) hash.update(previous)
  return hash.update(evidence).digest()
}

/** What proves that a digest was written by this service. */
export function sealOf(key: Buffer, digest: Buffer): Buffer {
  return createHmac('sha256', key).update(digest).digest()
}
