import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Scratch } from '../../ports/process/scratch.ts'
import type { Bucket } from './bucket.ts'
import type { BucketSettings } from './s3-client.ts'
import { isPassing, libraryError, statusOf } from './store-faults.ts'

/** What the service does with objects, and the permission that it needs. */
const PERMISSIONS = {
  list: 'may not list it. Allow s3:ListBucket: without it, a missing file looks like a forbidden one',
  put: 'may read it but not write to it. Allow s3:PutObject',
  get: 'may write to it but not read it. Allow s3:GetObject',
  remove: 'may not delete in it. Allow s3:DeleteObject',
} as const

type Step = keyof typeof PERMISSIONS

/** Errors of stores that say what is wrong with the settings, by their names. */
const SETTINGS_AT_FAULT: Readonly<Record<string, (settings: BucketSettings) => string>> = {
  NoSuchBucket: () => 'it does not exist. Create it, or correct S3_BUCKET',
  InvalidAccessKeyId: () => 'the store does not know the access key. Correct the credentials',
  SignatureDoesNotMatch: () => 'the secret of the access key is wrong. Correct the credentials',
  CredentialsProviderError: () =>
    'no credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role',
  PermanentRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
}

/**
 * Does with a small object what the service does with all: finds it, puts it, reads it, removes it.
 *
 * @returns whether the store answered: one that is away for the moment is no fault of the settings.
 * @throws an error in words when the settings or the permissions are wrong.
 */
export async function checkBucket(
  bucket: Bucket,
  settings: BucketSettings,
  scratch: Scratch,
): Promise<boolean> {
  const key = `check/${randomUUID()}`
  const steps: Readonly<Record<Step, () => Promise<unknown>>> = {
    list: () => bucket.list(key)[Symbol.asyncIterator]().next(),
    put: () =>
      scratch.use(async (folder) => {
        const file = join(folder, 'check')
        await writeFile(file, 'The service checks at its start whether it can keep files here.\n')
        await bucket.put(key, file)
      }),
    get: async () => (await bucket.get(key))?.resume(),
    remove: () => bucket.remove(key),
  }
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run()
    } catch (error) {
      if (isPassing(error)) return false
      throw new Error(
        `Media cannot be kept in the bucket "${settings.bucket}": ${explain(step as Step, error, settings)}.`,
      )
    }
  }
  return true
}

function explain(step: Step, error: unknown, settings: BucketSettings): string {
  const { name, message } = libraryError(error) as Error
  const known = SETTINGS_AT_FAULT[name]
  if (known) return known(settings)
  if (statusOf(error) === 403) return `the access key ${PERMISSIONS[step]}`
  return `${name}: ${message}`
}

function otherRegion({ region }: BucketSettings): string {
  return `it is not in the region ${region}. Correct S3_REGION`
}
