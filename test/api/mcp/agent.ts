import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult } from '@modelcontextprotocol/client'

import type { ApiAnswer } from '../../support/service/client.ts'

/** The protocol as the agents of today speak it, and as those of last year do. */
export const REVISIONS = [
  { revision: '2026-07-28', mode: 'auto' },
  { revision: '2025-11-25', mode: 'legacy' },
] as const

/** An agent's client, connected. End it with `close`. */
export async function connectAgent(
  url: string,
  key: string,
  mode: (typeof REVISIONS)[number]['mode'] = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  return client
}

/** What a tool returned, read as its model does. */
export function dataOf(result: unknown): ApiAnswer['body'] {
  return (result as CallToolResult).structuredContent
}

/** What a tool says where it did not do what it was asked for. */
export function textOf(result: unknown): string {
  return (result as CallToolResult).content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** What is called, beside the body, for proxies. */
function nameOf(params: object): Record<string, string> {
  if ('name' in params) return { 'Mcp-Name': String(params.name) }
  return 'taskId' in params ? { 'Mcp-Name': String(params.taskId) } : {}
}

/** Sends a message of revision 2026-07-28 as it goes over the wire. */
export async function sendMessage(
  url: string,
  key: string,
  { method, params, extensions = {} }: { method: string; params: object; extensions?: object },
) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test-agent', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  }
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...nameOf(params),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ApiAnswer['body'],
  }
}
