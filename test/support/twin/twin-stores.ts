import { randomBytes } from 'node:crypto'

import { createTwinBuilds } from '../../../src/db/twin/twin-builds.ts'
import { createTwinKeys } from '../../../src/db/twin/twin-keys.ts'
import { createTwinRecordings } from '../../../src/db/twin/twin-recordings.ts'
import { auditConsents, createTwinRecords } from '../../../src/db/twin/twin-records.ts'
import { createTwinRemovals } from '../../../src/db/twin/twin-removals.ts'
import { createTwinTakes } from '../../../src/db/twin/twin-takes.ts'
import { createTwins } from '../../../src/db/twin/twins.ts'
import { CONSENT_TEXTS } from '../../../src/domain/twin/twin-consent.ts'
import type { ConsentEvidence } from '../../../src/domain/twin/twin-consent.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import type { SecretBox } from '../../../src/ports/process/secret-box.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'
import { openMoney } from '../database/money.ts'
import { BUILT } from './recorded-twin.ts'

/** The master key that secrets are sealed with unless told otherwise. */
export const MASTER = deriveKeys(randomBytes(32))

/** What names a twin that is recorded. */
export interface RecordedIds {
  readonly accountId: string
  readonly twinId: string
  readonly recordingId: string
}

/** Twins on a database of their own, without anything around them. Close its `money.db` in the end. */
export async function openTwinStores() {
  const money = await openMoney()
  let made = 0

  /** The stores, with secrets under these keys. */
  function stores(box: SecretBox = createSecretBox([MASTER.secretBox])) {
    const { db } = money
    const takes = createTwinTakes(db)
    return {
      twins: createTwins(db, box),
      keys: createTwinKeys(db, box),
      recordings: createTwinRecordings(db, box),
      takes,
      records: createTwinRecords(db, box),
      builds: createTwinBuilds(db, takes),
      removals: createTwinRemovals(db),
      audit: () => auditConsents(db, box),
    }
  }

  /** A twin that is being recorded, with an accepted take of each of these parts. */
  async function recording(parts: readonly TakePart[] = [], accountId?: string): Promise<RecordedIds> {
    made += 1
    const { twins, recordings, takes } = stores()
    const [twinId, recordingId] = [`twn_${made}`, `rec_${made}`]
    const owner = accountId ?? (await money.account('scale')).id
    await twins.add({
      id: twinId,
      accountId: owner,
      name: 'Anna',
      state: 'recording',
      switchedOff: false,
      look: null,
      voice: null,
      subjectPersonId: null,
      renewsId: null,
    })
    const start = {
      id: recordingId,
      twinId,
      accountId: owner,
      tokenHash: randomBytes(32),
      personId: null,
      startedBy: 'per_1',
      recordsUntil: new Date(Date.now() + 86_400_000),
    }
    await recordings.start(start, 1_000, ['recording'])
    for (const part of parts) {
      const id = `tak_${twinId}_${part}`
      const contentType = 'video/webm'
      const take = { id, accountId: owner, recordingId, twinId, part, contentType, textVersion: 'en-1' }
      await takes.begin(take, false, 1_000)
      await takes.complete(id, 'ab'.repeat(32), 1_000)
      await takes.check(id, { status: 'accepted', seconds: 5, soundLateSeconds: 0, checks: [] })
    }
    return { accountId: owner, twinId, recordingId }
  }

  function evidence(ids: RecordedIds, other: Partial<ConsentEvidence> = {}): ConsentEvidence {
    made += 1
    return {
      ...ids,
      renewsTwinId: null,
      consentId: `cns_${made}`,
      personId: null,
      fullName: 'Anna Berg',
      statement: { version: 'en-1', text: 'I am Anna.' },
      words: { words: ['candle'], issuedAt: '2026-01-01T00:00:00Z', usedAt: '2026-01-01T00:01:00Z' },
      texts: { version: 'en-1', ticked: CONSENT_TEXTS },
      readingVersion: 'en-1',
      locale: 'en',
      takes: [],
      ipAddress: '192.0.2.1',
      userAgent: 'test',
      sessionHash: '00'.repeat(32),
      browserHash: '11'.repeat(32),
      givenAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      ...other,
    }
  }

  /** A twin that is ready. */
  async function ready(parts: readonly TakePart[] = [], other: Partial<ConsentEvidence> = {}) {
    const ids = await recording(parts)
    const { records, builds } = stores()
    await records.consent(evidence(ids, other), 1_000)
    await builds.publish(ids.twinId, BUILT)
    return ids
  }
  return { money, stores, recording, evidence, ready }
}
