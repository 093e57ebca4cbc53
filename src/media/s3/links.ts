import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import type { DirectLink } from '../media-store.ts'
import type { BucketSettings } from './s3-client.ts'

/** Makes links to the objects of a bucket, by which clients get them from the store itself. */
export type LinkToObject = (key: string, link: DirectLink) => Promise<string>

/** @param client whose endpoint is the one by which clients reach the store. */
export function createObjectLinks(
  client: S3Client,
  { bucket: Bucket, prefix }: Pick<BucketSettings, 'bucket' | 'prefix'>,
): LinkToObject {
  return (key, { method, contentType, disposition, expiresAt }) => {
    const answer = {
      Bucket,
      Key: prefix + key,
      ResponseContentType: contentType,
      ResponseCacheControl: 'private, no-store',
      ...(disposition !== undefined && { ResponseContentDisposition: disposition }),
    }
    // The method is part of what is signed.
    const command = method === 'HEAD' ? new HeadObjectCommand(answer) : new GetObjectCommand(answer)
    const secondsLeft = Math.floor((expiresAt.getTime() - Date.now()) / 1_000)
    return getSignedUrl(client, command, { expiresIn: Math.max(1, secondsLeft) })
  }
}

/** Scheme, host and port of the links to a bucket's objects. */
export function originOf(
  client: S3Client,
  { bucket, region, forcePathStyle, ...settings }: BucketSettings,
): string {
  const endpoint = settings.publicEndpoint ?? settings.endpoint
  const { url } = client.config.endpointProvider({
    Bucket: bucket,
    Region: region,
    ForcePathStyle: forcePathStyle,
    ...(endpoint !== null && { Endpoint: endpoint }),
  })
  return url.origin
}
