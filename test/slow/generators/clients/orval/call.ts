const { PRESENTER_API_URL = '', PRESENTER_API_KEY = '' } = process.env

/** Sends a request of the client to the service, with the key. */
export async function call<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const headers = new Headers(options.headers)
  headers.set('Authorization', `Bearer ${PRESENTER_API_KEY}`)
  const response = await fetch(`${PRESENTER_API_URL}${path}`, { ...options, headers })
  return { data: await response.json(), status: response.status, headers: response.headers } as Answer
}
