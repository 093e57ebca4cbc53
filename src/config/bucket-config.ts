import { z } from 'zod'

import type { BucketSettings } from '../media/s3/s3-client.ts'

/** AWS's own default; stores of others mostly accept any. */
const USUAL_REGION = 'us-east-1'

const storeAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** The settings of the bucket, to be read with all others. */
export const bucketSettings = {
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: storeAddress.optional(),
  S3_PUBLIC_ENDPOINT: storeAddress.optional(),
  S3_REGION: z.string().min(1).optional(),
  AWS_REGION: z.string().min(1).optional(),
  S3_PREFIX: z
    .string()
    .regex(
      /^[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/u,
      'must be letters, digits and . _ - /, and begin with one of the former',
    )
    .transform((prefix) => prefix.replace(/\/*$/u, '/'))
    .optional(),
  S3_FORCE_PATH_STYLE: z.stringbool('must be true or false').optional(),
}

/** The settings of the bucket as the rest of the program knows them; null when media are kept on the disk. */
export function readBucket(values: {
  readonly [Name in keyof typeof bucketSettings]?: z.output<(typeof bucketSettings)[Name]>
}): BucketSettings | null {
  if (values.S3_BUCKET === undefined) return null
  const endpoint = values.S3_ENDPOINT ?? null
  return {
    bucket: values.S3_BUCKET,
    endpoint,
    publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? null,
    region: values.S3_REGION ?? values.AWS_REGION ?? USUAL_REGION,
    prefix: values.S3_PREFIX ?? '',
    // Stores of others rarely have a host name for each bucket.
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? endpoint !== null,
  }
}

/** The bucket that an environment names, for programs that need no other setting. @throws what is wrong with it. */
export function readBucketAlone(env: NodeJS.ProcessEnv = process.env): BucketSettings | null {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  return readBucket(z.object(bucketSettings).parse(given))
}
