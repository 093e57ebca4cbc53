import type { ApiAnswer } from '../service/client.ts'

/** Headers of a body that was packed with gzip. */
export const GZIPPED = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }

/** Posts bytes to /videos as they are: fetch adds no type of its own to them. */
export async function postBytes(
  baseUrl: string,
  key: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const response = await fetch(`${baseUrl}/api/v1/videos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, ...headers },
    body: new Uint8Array(bytes),
  })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body }
}
