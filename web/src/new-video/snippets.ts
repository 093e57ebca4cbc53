import type { RequestBody } from './draft.ts'

/** A request as it can be sent from elsewhere. */
export interface SnippetRequest {
  /** Of the API, without a slash at the end. */
  readonly apiUrl: string
  readonly body: RequestBody
  /** Sent along, so that pasting it twice makes one video. */
  readonly idempotencyKey: string
}

/** The languages that a request is shown in. */
export const LANGUAGES = ['curl', 'Node', 'Python'] as const

/** One of the languages. */
export type Language = (typeof LANGUAGES)[number]

/** The same request in a language, ready to be pasted. The API key is read from `PRESENTER_API_KEY`. */
export function snippet(language: Language, request: SnippetRequest): string {
  return WRITERS[language](request)
}

const WRITERS: Readonly<Record<Language, (request: SnippetRequest) => string>> = {
  curl: ({ apiUrl, body, idempotencyKey }) => `curl ${inShell(`${apiUrl}/videos`)} \\
  -H "Authorization: Bearer $PRESENTER_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H ${inShell(`Idempotency-Key: ${idempotencyKey}`)} \\
  --data-raw ${inShell(inJson(body))}
`,

  Node: ({ apiUrl, body, idempotencyKey }) => `// Node 20 or newer, as create-video.mjs
const response = await fetch(${inScript(`${apiUrl}/videos`)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.PRESENTER_API_KEY}\`,
    'Content-Type': 'application/json',
    'Idempotency-Key': ${inScript(idempotencyKey)},
  },
  body: JSON.stringify(${indented(inJson(body), '  ')}),
})
console.log(response.status, await response.json())
`,

  Python: ({ apiUrl, body, idempotencyKey }) => `# Python 3, as create_video.py
import json
import os
import urllib.request

body = ${inPython(body)}
request = urllib.request.Request(
    ${inScript(`${apiUrl}/videos`)},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['PRESENTER_API_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": ${inScript(idempotencyKey)},
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))
`,
}

/** JSON over several lines, without the characters that editors and terminals take for the end of a line. */
function inJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** One argument of a POSIX shell: within single quotes nothing means anything but the quote itself. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A string as JavaScript and Python both read it: every escape of JSON means the same in them. */
function inScript(text: string): string {
  return inJson(text)
}

/** A value as a Python literal: strings are those of JSON, the words for truth and nothing are not. */
function inPython(value: unknown, indent = ''): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return inJson(value)
  const inner = `${indent}    `
  const members = Object.entries(value as Record<string, unknown>).filter(
    ([, member]) => member !== undefined,
  )
  const lines = members.map(([name, member]) => `${inner}${inJson(name)}: ${inPython(member, inner)},\n`)
  return `{\n${lines.join('')}${indent}}`
}

/** All lines but the first moved to the right. Line breaks within strings are escaped, so these are all of layout. */
function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`)
}
