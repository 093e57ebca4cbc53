import { createHash } from 'node:crypto'
import type { Demuxer, Stream } from 'node-av'

/** The only video stream of a segment. */
export function videoStream(segment: Demuxer, file: string): Stream {
  const stream = segment.video()
  if (!stream) throw new Error(`${file} holds no video`)
  return stream
}

/** SHA-256 (hex) of a stream's H.264 configuration record; equal records can share one track. */
export function codecConfigSha256(stream: Stream): string {
  return createHash('sha256')
    .update(stream.codecpar.extradata ?? '')
    .digest('hex')
}
