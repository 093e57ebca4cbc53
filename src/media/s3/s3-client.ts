import { S3Client } from '@aws-sdk/client-s3'

/** Where a bucket is, and how its keys begin. Credentials come from the library's own chain. */
export interface BucketSettings {
  readonly bucket: string
  /** Base URL of the store. Null: that of AWS for the region. */
  readonly endpoint: string | null
  /** Base URL by which clients reach the store. Null: the same. */
  readonly publicEndpoint: string | null
  readonly region: string
  /** What all keys begin with: empty, or ends with a slash. */
  readonly prefix: string
  /** Whether the bucket is named in the path instead of the host. */
  readonly forcePathStyle: boolean
}

/** A machine that does not take a connection within this is not there. */
const CONNECT_MS = 3_000

/** A connection on which nothing moves for so long is given up, also in the middle of a file. */
const IDLE_MS = 20_000

/** Files go through a few connections; a worker lends all segments of a video at a time. */
const MOST_CONNECTIONS = 64

const ignore = () => undefined

/** What goes wrong is thrown, and told of by whoever catches it. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Connects to a bucket's store. Nothing is sent yet. @param endpoint replaces that of the settings. */
export function createS3Client(settings: BucketSettings, endpoint = settings.endpoint): S3Client {
  return new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(endpoint !== null && { endpoint }),
    // Other stores than that of AWS refuse the checksums that the library adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that does not know the question would leave every upload waiting for the answer.
    expectContinueHeader: false,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      httpAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
    },
  })
}
