/** A first request in the languages that are tried first, ready to be pasted and run. */
export interface Snippet {
  readonly id: string
  readonly label: string
  readonly code: string
}

/**
 * A first video by a key. Pasting it twice makes one video.
 *
 * @param origin where the service is reached, such as `https://videos.example.com`.
 */
export function firstVideoSnippets(
  origin: string,
  { id, key }: { readonly id: string; readonly key: string },
): readonly Snippet[] {
  return [
    {
      id: 'curl',
      label: 'curl',
      code: `curl ${origin}/api/v1/videos \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: first-of-${id}" \\
  -d '{"presenter_id": "maya", "script": "Hello! This is my first presenter video."}'`,
    },
    {
      id: 'node',
      label: 'Node.js',
      code: `// Save as first-video.mjs, then run: node first-video.mjs
const response = await fetch('${origin}/api/v1/videos', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'first-of-${id}',
  },
  body: JSON.stringify({
    presenter_id: 'maya',
    script: 'Hello! This is my first presenter video.',
  }),
})
console.log(response.status, await response.json())`,
    },
  ]
}
