import { z } from 'zod'

import type { AgentBounds } from '../domain/account/agent-bounds.ts'
import { wholeNumber } from './whole-number.ts'

/** Longer than the video of any plan. */
const LONGEST_SECONDS = 86_400

/** The settings of agents, to be read with all others. */
export const agentSettings = {
  MCP_MAX_VIDEO_SECONDS: wholeNumber(1, LONGEST_SECONDS).optional(),
  MCP_ALLOW_DELETE: z.stringbool('must be true or false').default(false),
}

/** The settings of agents as the rest of the program knows them. */
export function readAgents(values: {
  readonly MCP_MAX_VIDEO_SECONDS?: number | undefined
  readonly MCP_ALLOW_DELETE: boolean
}): AgentBounds {
  return { maxVideoSeconds: values.MCP_MAX_VIDEO_SECONDS ?? null, mayDelete: values.MCP_ALLOW_DELETE }
}
