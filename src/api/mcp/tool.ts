import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'

import type { AgentBounds } from '../../domain/account/agent-bounds.ts'
import type { Answered, Ask } from './ask.ts'

/** A call of a tool. */
export interface ToolCall {
  readonly ask: Ask
  readonly bounds: AgentBounds
  /** Says how far the work is, to clients that want to hear it; null: nobody does. */
  readonly tellProgress: ((percent: number, message: string) => Promise<void>) | null
  /** Whether the client follows work by tasks (SEP-2663). */
  readonly takesTasks: boolean
}

/** What a model can use. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** What it does and when to use it, for a model. */
  readonly description: string
  readonly input: Input
  /** `read` changes nothing; `write` makes something; `delete` cannot be undone. */
  readonly effect: 'read' | 'write' | 'delete'
  run(input: z.infer<Input>, call: ToolCall): Promise<CallToolResult>
}

/** Keeps the types of a tool's input together. */
export function tool<Input extends z.ZodObject>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool
}

/** What a tool found, for the model to read: data, and links to files in it. */
export function found(data: object, links: CallToolResult['content'] = []): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(data) }, ...links],
    structuredContent: data as Record<string, unknown>,
  }
}

/** Why a tool did nothing, in words that say what to do. */
export function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

interface ErrorOnWire {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly fields?: Readonly<Record<string, { readonly message: string }>>
  readonly upgrade_url?: string
  readonly request_id?: string
}

/** An error of the API, for a model. */
export function errorOf({ body, retryAfter }: Answered): CallToolResult {
  const { error } = body as { error: ErrorOnWire }
  const lines = [`${error.code}: ${error.message}`]
  for (const [field, { message }] of Object.entries(error.fields ?? {})) lines.push(`- ${field}: ${message}`)
  if (error.upgrade_url !== undefined) lines.push(`A person can change the plan at ${error.upgrade_url}.`)
  lines.push(adviceOn(error, retryAfter))
  if (error.request_id !== undefined) lines.push(`Request: ${error.request_id}.`)
  return refused(lines.join('\n'))
}

function adviceOn({ retryable, fields }: ErrorOnWire, retryAfter: number | null): string {
  if (retryable && retryAfter !== null) return `Call the tool again in ${retryAfter} seconds.`
  if (retryable) return 'Call the tool again.'
  if (fields !== undefined) return 'Change what is wrong and call the tool again.'
  return 'Calling the tool again does not help. Tell the person.'
}

/** Whether an answer is what was asked for. */
export function isSuccess({ status }: Answered): boolean {
  return status < 300
}
