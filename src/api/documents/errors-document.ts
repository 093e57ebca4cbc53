import { ERROR_GUIDE } from '../../domain/error/error-guide.ts'
import { ERROR_CATALOGUE } from '../../domain/error/errors.ts'
import type { ErrorCode } from '../../domain/error/errors.ts'
import { errorExample } from '../contract/error/error-example.ts'

/** The documentation of every error code, in Markdown: `docs/errors.md`, and on a page as HTML. */
export function errorsDocument(): string {
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[]
  return `${[INTRODUCTION, overview(codes), ...codes.map(section)].join('\n\n')}\n`
}

const INTRODUCTION = `# Errors

Every error response is a JSON object with one member, \`error\`. Handle errors by their \`code\`. Show
\`user_message\` to end users as it is, use \`action\` to choose what the user interface does, and retry only when
\`retryable\` is true. Include \`request_id\`, which is also in the \`X-Request-Id\` header, when you contact support.
You can send an \`X-Request-Id\` of your own, up to 128 visible ASCII characters. The log records both, and the response
returns yours as \`X-Client-Request-Id\`.
\`fields\` lists the problems of an invalid request, \`upgrade_url\` links to the plans, and \`doc_url\` links to the
section of the code on this page.`

function overview(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => {
    const { status, retryable, action } = ERROR_CATALOGUE[code]
    return `| [\`${code}\`](#${code}) | ${status} | ${retryable ? 'yes' : 'no'} | \`${action}\` |`
  })
  return ['| Code | HTTP | Retry | Action |', '|---|---|---|---|', ...rows].join('\n')
}

function section(code: ErrorCode): string {
  const { status, retryable, action } = ERROR_CATALOGUE[code]
  const { happened, doThis } = ERROR_GUIDE[code]
  return `## ${code}

HTTP ${status} · ${retryable ? 'retryable' : 'not retryable'} · action \`${action}\`

**What happened.** ${happened}

**What to do.** ${doThis}

\`\`\`json
${JSON.stringify(errorExample(code), null, 2)}
\`\`\``
}
