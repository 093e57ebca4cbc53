import { readEvents } from '../event-stream.ts'
import { userAgent } from '../user-agent.ts'

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: { readonly protocolVersion?: string }
}

const VERSION_META = 'io.modelcontextprotocol/protocolVersion'
const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

/**
 * Passes messages of an agent on to the service, each as a request of its own, and what comes back to the agent.
 *
 * @param write takes a message, in one line.
 * @returns passes a line on, and resolves when it is answered. It rejects never: the agent is told.
 */
export function createBridge(
  address: string,
  key: string,
  write: (line: string) => void,
): (line: string) => Promise<void> {
  const underWay = new Map<unknown, AbortController>()
  /** Of agents that agree on it at the beginning; later ones name it in each message. */
  let revision: string | undefined

  const answer = (data: string, asked: Message) => {
    const message = JSON.parse(data) as Message
    if (asked.method === 'initialize' && message.id === asked.id) revision = message.result?.protocolVersion
    write(JSON.stringify(message))
  }
  const refuse = (id: Message['id'], code: number, message: string, data?: unknown) => {
    write(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, data } }))
  }

  async function ask(line: string, asked: Message, signal: AbortSignal): Promise<void> {
    const headers = {
      Authorization: `Bearer ${key}`,
      'User-Agent': userAgent(),
      ...headersOf(asked, revision),
    }
    const response = await fetch(address, { method: 'POST', headers, body: line, signal })
    if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
      for await (const { data } of readEvents(response.body)) answer(data, asked)
      return
    }
    const text = await response.text()
    if (text === '' && response.ok) return
    const body = parsed(text) as { jsonrpc?: unknown; error?: { message?: string } } | null
    if (body?.jsonrpc !== undefined) return answer(text, asked)
    const why = body?.error?.message ?? `The service answered with HTTP ${response.status}.`
    if (asked.id !== undefined) refuse(asked.id, SERVER_ERROR, why, body?.error)
  }

  return async (line) => {
    const asked = parsed(line) as Message | null
    if (asked === null) return refuse(undefined, PARSE_ERROR, 'This line is not JSON.')
    // Over HTTP, who does not want an answer any longer goes away.
    if (asked.method === 'notifications/cancelled') return underWay.get(asked.params?.['requestId'])?.abort()
    const gone = new AbortController()
    if (asked.id !== undefined) underWay.set(asked.id, gone)
    await ask(line, asked, gone.signal).catch((error: Error) => {
      if (!gone.signal.aborted && asked.id !== undefined)
        refuse(asked.id, SERVER_ERROR, `The service cannot be reached: ${error.message}`)
    })
    underWay.delete(asked.id)
  }
}

/** What is said in the body, beside it: proxies read headers. */
function headersOf(
  { id, method, params = {} }: Message,
  revision: string | undefined,
): Record<string, string> {
  const { _meta: meta, name, taskId, uri } = params as Record<string, unknown>
  const own = (meta as Record<string, string> | undefined)?.[VERSION_META]
  const version = own ?? revision
  const about = name ?? taskId ?? uri
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    ...(own !== undefined && id !== undefined && method !== undefined && { 'Mcp-Method': method }),
    ...(own !== undefined && typeof about === 'string' && { 'Mcp-Name': about }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
