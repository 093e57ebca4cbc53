/** A payload as it lies in a history. */
export interface StoredPayload {
  readonly metadata: Readonly<Record<string, Uint8Array>>
  readonly data: Uint8Array
}

function isPayload(part: object): part is StoredPayload {
  return 'metadata' in part && 'data' in part && part.data instanceof Uint8Array
}

/** What no codec gets: search attributes, which the server has to read, and headers, which have the same ids. */
const READABLE = ['searchAttributes', 'header']

/** All payloads in a history but those. */
export function payloadsIn(part: unknown): StoredPayload[] {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return []
  if (isPayload(part)) return [part]
  return Object.entries(part).flatMap(([name, value]) => (READABLE.includes(name) ? [] : payloadsIn(value)))
}

/** The SDK's own note of a local activity, which no codec gets: when it ran, and what it is called. */
export function isOfLocalActivity({ data }: StoredPayload): boolean {
  const text = Buffer.from(data).toString()
  return /^\{"seq":\d+,"attempt":\d+,"activity_id":"\d+","activity_type":"\w+","complete_time":/u.test(text)
}

/** How it is encoded: `binary/encrypted`, for example. */
export function encodingOf({ metadata }: StoredPayload): string {
  return Buffer.from(metadata['encoding'] ?? []).toString()
}

/** Every text in a history, what payloads contain among them. */
export function textsIn(part: unknown): string[] {
  if (part instanceof Uint8Array) return [Buffer.from(part).toString('latin1')]
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  return Object.values(part).flatMap(textsIn)
}

/** As a codec server is sent it. */
export const asJson = ({ metadata, data }: StoredPayload) => ({
  metadata: Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
  ),
  data: Buffer.from(data).toString('base64'),
})
