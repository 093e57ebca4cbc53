import type { Scratch } from '../../ports/process/scratch.ts'
import type { MediaStore } from '../media-store.ts'
import { openBucket } from './bucket.ts'
import type { Bucket } from './bucket.ts'
import { checkBucket } from './check-bucket.ts'
import { createObjectLinks, originOf } from './links.ts'
import { ANSWERING, GLANCING, WORKING } from './patiently.ts'
import { createS3Client } from './s3-client.ts'
import type { BucketSettings } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'
import { isPassing, libraryError } from './store-faults.ts'

/** Media in a bucket, for those who wait for it and for those who do not. */
export interface S3Media {
  /** For work in the background: waits for a bucket that is away for a minute. */
  readonly forWork: MediaStore
  /** For requests, whose clients ask again. */
  readonly forAnswers: MediaStore
  /** Scheme, host and port of direct links. */
  readonly origin: string
  /** Null while the bucket answers, or else why it does not, in a few words. */
  whyUnavailable(): Promise<string | null>
  /** As `checkBucket`. */
  check(): Promise<boolean>
}

/** Opens the media store in a bucket. Nothing is sent yet. @param scratch where lent files are downloaded. */
export function openS3(settings: BucketSettings, scratch: Scratch): S3Media {
  const client = createS3Client(settings)
  const publicClient = createS3Client(settings, settings.publicEndpoint ?? settings.endpoint)
  const linkTo = createObjectLinks(publicClient, settings)
  const [forWork, forAnswers] = [WORKING, ANSWERING].map((patience) =>
    createS3Store({ bucket: openBucket(client, settings, patience), linkTo, scratch, patience }),
  ) as [MediaStore, MediaStore]
  return {
    forWork,
    forAnswers,
    origin: originOf(publicClient, settings),
    whyUnavailable: () => whyUnavailable(openBucket(client, settings, GLANCING)),
    check: () => checkBucket(openBucket(client, settings, ANSWERING), settings, scratch),
  }
}

/** Asks for an object that need not be there. */
function whyUnavailable(bucket: Bucket): Promise<string | null> {
  return bucket.head('check/readiness').then(
    () => null,
    (error: unknown) => (isPassing(error) ? 'no answer' : (libraryError(error) as Error).name),
  )
}
