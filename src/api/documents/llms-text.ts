import type { OpenApiDocument } from '../v1/openapi.ts'
import type { Description } from './reference/description.ts'

/** A short index of the API for language models, in the form of https://llmstxt.org. */
export function llmsText(document: OpenApiDocument, publicUrl: string): string {
  const { info, servers, paths, webhooks } = document as unknown as Description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary, operationId }]) =>
        `- [${method.toUpperCase()} ${path}](${publicUrl}/docs#${operationId}): ${summary}`,
    ),
  )
  const events = Object.entries(webhooks).map(
    ([event, { post }]) => `- [${event}](${publicUrl}/docs#${post.operationId}): ${post.summary}`,
  )
  return `# ${info.title}

> Turns a script into a finished presenter video: an HTTP JSON API for use by servers.

Base address: ${servers[0]?.url}. Every request needs the header \`Authorization: Bearer <API_KEY>\`.
Create a video with POST /videos and an Idempotency-Key, then poll GET /videos/{id} every 10 to 15 seconds
until its status is \`ready\` (then \`video_url\` works for an hour) or \`failed\` (then \`error\` tells why). On an
error, decide by \`error.code\`, and retry only when \`error.retryable\` is true, after \`Retry-After\` seconds.

## Description

- [OpenAPI 3.1 document](${publicUrl}/openapi.json): everything, with schemas and examples
- [Errors](${publicUrl}/docs/errors.md): every code, what happened, what to do
- [Reference](${publicUrl}/docs): the same for people

## Operations

${operations.join('\n')}

## Webhooks

${events.join('\n')}
`
}
