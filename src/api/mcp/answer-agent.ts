import type { RouterContext } from '@koa/router'
import { createMcpHandler } from '@modelcontextprotocol/server'

import type { LastingSlots } from '../lasting/lasting-slots.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'
import { createAsking } from './ask.ts'
import type { Ask, Granted } from './ask.ts'
import { createAgentServer } from './server.ts'

/** Answers a request of an agent, whose key was checked and whose body was read. */
export type AnswerAgent = (ctx: RouterContext<ApiState>, gone: AbortSignal) => Promise<Response>

/** Builds it. @param lasting counts what an agent waits for, together with what its key waits for otherwise. */
export function createAnswerAgent(ports: ApiPorts, lasting: LastingSlots): AnswerAgent {
  const { agentBounds: bounds, publicUrl, log } = ports
  const asking = createAsking(ports, lasting)
  const handler = createMcpHandler(
    ({ authInfo }) => createAgentServer({ ask: authInfo?.extra?.['ask'] as Ask, bounds }),
    { onerror: (error) => log.debug({ error: error.message }, 'request of an agent refused') },
  )
  return (ctx, gone) => {
    const { sent } = ctx.state
    const request = new Request(`${publicUrl}/mcp`, {
      method: 'POST',
      headers: ctx.headers as Record<string, string>,
      body: JSON.stringify(sent),
      signal: gone,
    })
    const extra = { ask: asking(grantedTo(ctx), gone) }
    return handler.fetch(request, {
      parsedBody: sent,
      authInfo: { token: '', clientId: '', scopes: [], extra },
    })
  }
}

/** What the steps before have found out about who asks. */
function grantedTo({ state }: RouterContext<ApiState>): Granted {
  const { account, caller, limitedAs, rateLimits, requestId, clientRequestId } = state
  return {
    account: account!,
    caller: caller!,
    limitedAs: limitedAs!,
    rateLimits: rateLimits!,
    requestId,
    ...(clientRequestId !== undefined && { clientRequestId }),
  }
}
