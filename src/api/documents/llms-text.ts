import type { DocumentPage } from './document-page.ts'
import { markdownPath } from './guides/links.ts'

/** What a reader should know before anything else. */
function beginning(publicUrl: string): string {
  return `# Presenter Video API

> An HTTP JSON API for servers that turns a script into a finished presenter video.

The base URL is ${publicUrl}/api/v1. Every request needs the header \`Authorization: Bearer <API_KEY>\`.
Create a video with POST /videos and an Idempotency-Key. Then poll GET /videos/{id} until the status is \`ready\`
(\`video_url\` is then valid for 1 hour) or \`failed\` (\`error\` then contains the reason). Handle errors by
\`error.code\`. Retry only when \`error.retryable\` is true, after \`Retry-After\` seconds.`
}

/** A short index of the documentation for language models, in the form of https://llmstxt.org. */
export function llmsText(pages: readonly DocumentPage[], publicUrl: string): string {
  const groups = [...new Set(pages.map(({ group }) => group))]
  const lists = groups.map((group) => {
    const lines = pages
      .filter((page) => page.group === group)
      .map(({ path, title, summary }) => `- [${title}](${publicUrl}${markdownPath(path)}): ${summary}`)
    return `## ${group}\n\n${lines.join('\n')}`
  })
  return `${beginning(publicUrl)}

## Description

- [OpenAPI 3.1 document](${publicUrl}/openapi.json): every operation, with schemas and examples
- [Postman collection](${publicUrl}/postman.json): the same operations as requests
- [All pages in one text](${publicUrl}/llms-full.txt): everything that is listed here

${lists.join('\n\n')}
`
}

/** All pages in one text, for language models that read everything at once. */
export function llmsFullText(pages: readonly DocumentPage[], publicUrl: string): string {
  const texts = pages.map(({ path, markdown }) => `Source: ${publicUrl}${path}\n\n${markdown().trim()}`)
  return `${beginning(publicUrl)}\n\n---\n\n${texts.join('\n\n---\n\n')}\n`
}
