const { API = '', API_KEY = '' } = process.env

/** Sends a request of the client to the service, with the key. */
export async function call<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const headers = new Headers(options.headers)
  headers.set('Authorization', `Bearer ${API_KEY}`)
  const response = await fetch(`${API}${path}`, { ...options, headers })
  return { data: await response.json(), status: response.status, headers: response.headers } as Answer
}
