/** A request to the API as it can be sent from elsewhere. */
export interface SnippetRequest {
  /** In upper case. */
  readonly method: string
  /** The whole URL. */
  readonly url: string
  /** Sent along when given, so that pasting the request twice makes one video. */
  readonly idempotencyKey?: string
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown
  /** What the answer is: a stream of events is printed as it comes, and a file is saved. Default: JSON. */
  readonly answer?: 'json' | 'stream' | 'file'
}

/** The languages that a request is shown in, in the order of their tabs: those that have an SDK come first. */
export const LANGUAGES = ['Node', 'Python', 'curl'] as const

/** One of the languages. */
export type Language = (typeof LANGUAGES)[number]

/** The same request in a language, ready to be pasted. The API key is read from `PRESENTER_API_KEY`. */
export function requestSnippet(language: Language, request: SnippetRequest): string {
  return WRITERS[language](request)
}

const WRITERS: Readonly<Record<Language, (request: SnippetRequest) => string>> = {
  curl({ method, url, idempotencyKey, body, answer = 'json' }) {
    const isUsual = method === (body === undefined ? 'GET' : 'POST')
    const lines = [
      `curl ${READ.curl[answer]}${isUsual ? '' : `-X ${method} `}${inShell(url)}`,
      '-H "Authorization: Bearer $PRESENTER_API_KEY"',
      ...(body === undefined ? [] : ["-H 'Content-Type: application/json'"]),
      ...(idempotencyKey === undefined ? [] : [`-H ${inShell(`Idempotency-Key: ${idempotencyKey}`)}`]),
      ...(body === undefined ? [] : [`--data-raw ${inShell(inJson(body))}`]),
    ]
    return `${lines.join(' \\\n  ')}\n`
  },

  Node({ method, url, idempotencyKey, body, answer = 'json' }) {
    const headers = [
      'Authorization: `Bearer ${process.env.PRESENTER_API_KEY}`,',
      ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
      ...(idempotencyKey === undefined ? [] : [`'Idempotency-Key': ${inScript(idempotencyKey)},`]),
    ]
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}',`]),
      `headers: {\n    ${headers.join('\n    ')}\n  },`,
      ...(body === undefined ? [] : [`body: JSON.stringify(${indented(inJson(body), '  ')}),`]),
    ]
    return `// Node 20 or newer, as request.mjs
${answer === 'file' ? "import { writeFile } from 'node:fs/promises'\n\n" : ''}const response = await fetch(${inScript(url)}, {
  ${options.join('\n  ')}
})
${READ.Node[answer]}
`
  },

  Python({ method, url, idempotencyKey, body, answer = 'json' }) {
    const headers = [
      `"Authorization": f"Bearer {os.environ['PRESENTER_API_KEY']}",`,
      ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
      ...(idempotencyKey === undefined ? [] : [`"Idempotency-Key": ${inScript(idempotencyKey)},`]),
    ]
    const isUsual = method === (body === undefined ? 'GET' : 'POST')
    const options = [
      inScript(url),
      ...(isUsual ? [] : [`method="${method}"`]),
      ...(body === undefined ? [] : ['data=json.dumps(body).encode()']),
      `headers={\n        ${headers.join('\n        ')}\n    }`,
    ]
    return `# Python 3, as request.py
${answer === 'json' ? 'import json\n' : ''}import os
import urllib.request

${body === undefined ? '' : `body = ${inPython(body)}\n`}request = urllib.request.Request(
    ${options.join(',\n    ')},
)
with urllib.request.urlopen(request) as response:
    ${READ.Python[answer]}
`
  },
}

/** What becomes of an answer. */
const READ = {
  curl: { json: '', stream: '--no-buffer ', file: '--location --output video.mp4 ' },
  Node: {
    json: 'console.log(response.status, await response.json())',
    stream: `for await (const text of response.body.pipeThrough(new TextDecoderStream())) process.stdout.write(text)`,
    file: `await writeFile('video.mp4', Buffer.from(await response.arrayBuffer()))`,
  },
  Python: {
    json: 'print(response.status, json.load(response))',
    stream: `for line in response:
        print(line.decode().rstrip())`,
    file: `with open("video.mp4", "wb") as file:
        file.write(response.read())`,
  },
} as const

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
export function inPython(value: unknown, indent = ''): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return inJson(value)
  if (Array.isArray(value)) return `[${value.map((one) => inPython(one, indent)).join(', ')}]`
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
