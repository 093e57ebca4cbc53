import { CLIENT_CAPABILITIES_META_KEY, McpServer } from '@modelcontextprotocol/server'
import type { ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { AgentBounds } from '../../domain/account/agent-bounds.ts'
import { INTERFACE_VERSION } from '../v1/endpoints.ts'
import type { Ask } from './ask.ts'
import { serveTasks, TASKS_EXTENSION } from './tasks.ts'
import type { Tool, ToolCall } from './tool.ts'
import { listCatalogue } from './tools/catalogue.ts'
import { createVideo } from './tools/create.ts'
import { estimateVideo } from './tools/estimate.ts'
import { deleteVideo, getVideo, listVideos, waitForVideo } from './tools/follow.ts'

const TOOLS: readonly Tool[] = [
  createVideo,
  waitForVideo,
  getVideo,
  listVideos,
  estimateVideo,
  listCatalogue,
  deleteVideo,
]

const INSTRUCTIONS =
  'Turns scripts into videos in which a presenter speaks them. Choose a presenter with list_catalogue, call create_video, ' +
  'then wait_for_video until the video is ready, and give the person its video_url.'

/** What a request of revision 2026-07-28 says of its client. */
const Capabilities = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.record(z.string(), z.unknown()).optional() }),
})

/** Whose request is served, and what for. */
export interface Served {
  readonly ask: Ask
  readonly bounds: AgentBounds
}

/** Creates a server of the Model Context Protocol for one request: nothing is kept between requests. */
export function createAgentServer({ ask, bounds }: Served): McpServer {
  const server = new McpServer(
    { name: 'presenter-video', title: 'Presenter Video', version: INTERFACE_VERSION },
    { instructions: INSTRUCTIONS, capabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  )
  for (const tool of TOOLS) {
    if (tool.effect === 'delete' && !bounds.mayDelete) continue
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: {
          readOnlyHint: tool.effect === 'read',
          destructiveHint: tool.effect === 'delete',
          openWorldHint: false,
        },
      },
      (input, context) => tool.run(input, { ask, bounds, ...callOf(context) }),
    )
  }
  serveTasks(server, ask, bounds)
  return server
}

/** What a client said with its call. */
function callOf({ mcpReq }: ServerContext): Pick<ToolCall, 'tellProgress' | 'takesTasks'> {
  const { envelope, _meta: meta, notify } = mcpReq
  const token = meta?.progressToken
  const capabilities = Capabilities.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY]
  return {
    takesTasks: capabilities?.extensions?.[TASKS_EXTENSION] !== undefined,
    tellProgress:
      token === undefined
        ? null
        : (progress, message) =>
            notify({
              method: 'notifications/progress',
              params: { progressToken: token, progress, total: 100, message },
            }),
  }
}
