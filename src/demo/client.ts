import { setTimeout } from 'node:timers/promises'

/** The fields of a video that the demo reads. */
export interface DemoVideo {
  readonly id: string
  readonly status: 'queued' | 'rendering' | 'ready' | 'failed'
  readonly progress: number
  readonly duration_seconds: number | null
  readonly video_url: string | null
  readonly error: { readonly user_message: string; readonly details?: { reason: string } } | null
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** A minimal client of the API, as a customer would write it with `fetch` and JSON. */
export interface DemoClient {
  createVideo(body: object, idempotencyKey: string): Promise<DemoVideo>
  video(id: string): Promise<DemoVideo>
  remainingSeconds(): Promise<number>
}

/** As the documentation advises: three more times, and only what the service calls retryable. */
const RETRIES = 3

/** Creates a client. @param baseUrl base URL of the service, without the version segment. */
export function createDemoClient(baseUrl: string, key: string): DemoClient {
  async function call<Answer>(path: string, init: RequestInit = {}, retries = RETRIES): Promise<Answer> {
    const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers })
    if (response.ok) return (await response.json()) as Answer
    const { error } = (await response.json()) as { error: Refusal }
    if (!error.retryable || retries === 0) throw new Error(`${error.code}: ${error.message}`)
    await setTimeout(1000 * Number(response.headers.get('Retry-After') ?? 1))
    return call(path, init, retries - 1)
  }
  return {
    createVideo: (body, idempotencyKey) =>
      call('/videos', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
        body: JSON.stringify(body),
      }),
    video: (id) => call(`/videos/${id}`),
    remainingSeconds: async () =>
      (await call<{ remaining_video_seconds: number }>('/me')).remaining_video_seconds,
  }
}
