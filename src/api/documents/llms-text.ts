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

> An HTTP JSON API for servers that turns a script into a finished presenter video.

The base URL is ${servers[0]?.url}. Every request needs the header \`Authorization: Bearer <API_KEY>\`.
Create a video with POST /videos and an Idempotency-Key. Then poll GET /videos/{id} every 10 to 15 seconds until the
status is \`ready\` (\`video_url\` is then valid for 1 hour) or \`failed\` (\`error\` then contains the reason). Handle
errors by \`error.code\`. Retry only when \`error.retryable\` is true, after \`Retry-After\` seconds.

## Description

- [OpenAPI 3.1 document](${publicUrl}/openapi.json): every operation, with schemas and examples
- [Errors](${publicUrl}/docs/errors.md): every error code, its meaning and how to handle it
- [Reference](${publicUrl}/docs): the API reference as a web page

## Operations

${operations.join('\n')}

## Webhooks

${events.join('\n')}
`
}
