import { ERROR_GUIDE } from '../../domain/error-guide.ts'
import { ERROR_CATALOGUE } from '../../domain/errors.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { errorExample } from '../contract/error-example.ts'

/** The documentation of every error code, in Markdown: `docs/errors.md`, and on a page as HTML. */
export function errorsDocument(): string {
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[]
  return `${[INTRODUCTION, overview(codes), ...codes.map(section)].join('\n\n')}\n`
}

const INTRODUCTION = `# Errors

Every error answer is a JSON object with one member, \`error\`. Decide by \`code\`; show \`user_message\` to end
users as it is; let \`action\` tell the user interface what to do; retry only when \`retryable\` is true.
\`request_id\` is also the header \`X-Request-Id\`: tell it to support. \`fields\` names what is wrong with a
request, \`upgrade_url\` leads to the plans, \`doc_url\` to the code's section here.`

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

HTTP ${status} · ${retryable ? 'may be retried' : 'not to be retried'} · action \`${action}\`

**What happened.** ${happened}

**What to do.** ${doThis}

\`\`\`json
${JSON.stringify(errorExample(code), null, 2)}
\`\`\``
}
