/** The fields of a video that the demo reads. */
export interface DemoVideo {
  readonly id: string
  readonly status: 'queued' | 'rendering' | 'ready' | 'failed'
  readonly progress: number
  readonly duration_seconds: number | null
  readonly video_url: string | null
  readonly error: { readonly user_message: string; readonly details?: { reason: string } } | null
}

/** A minimal client of the API, as a customer would write it with `fetch` and JSON. */
export interface DemoClient {
  createVideo(body: object, idempotencyKey: string): Promise<DemoVideo>
  video(id: string): Promise<DemoVideo>
  remainingSeconds(): Promise<number>
}

/** Creates a client. @param baseUrl base URL of the service, without the version segment. */
export function createDemoClient(baseUrl: string, key: string): DemoClient {
  async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers })
    const answer = (await response.json()) as Answer & { error?: { code: string; message: string } }
    if (!response.ok)
      throw new Error(`${answer.error?.code ?? response.status}: ${answer.error?.message ?? ''}`)
    return answer
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
