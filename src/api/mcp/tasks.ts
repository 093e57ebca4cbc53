import type { CallToolResult } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { AgentBounds } from '../../domain/account/agent-bounds.ts'
import type { Answered, Ask } from './ask.ts'
import { errorOf, isSuccess } from './tool.ts'
import { pathOf } from './tools/follow.ts'
import { hasEnded, videoResult } from './tools/video.ts'
import type { Video } from './tools/video.ts'

/** By which a client says that it follows tasks, and a server that it has them (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** How often to ask, where nothing better is known. */
const USUAL_POLL_SECONDS = 2

const TaskPath = z.object({ taskId: z.string() })

/**
 * A video that is being made, as a task. The task's id is that of the video, so that any process of the service knows it, and
 * for as long as there is the video.
 */
export function createdTask(video: Video, retryAfter: number | null): CallToolResult {
  const task = { resultType: 'task', status: 'working', ...taskOf(video, retryAfter) }
  // A result of the extension has no content: the library passes it on as it is.
  return task as unknown as CallToolResult
}

/** Answers clients that follow videos as tasks: `tasks/get` and `tasks/cancel`. */
export function serveTasks({ server }: McpServer, ask: Ask, { mayDelete }: AgentBounds): void {
  server.setRequestHandler('tasks/get', { params: TaskPath }, async ({ taskId }) => {
    const answer = await ask({ method: 'GET', path: pathOf(taskId) })
    const video = requireVideo(answer)
    const task = taskOf(video, answer.retryAfter)
    return hasEnded(video)
      ? { ...task, status: 'completed', result: videoResult(video) }
      : { ...task, status: 'working' }
  })
  server.setRequestHandler('tasks/cancel', { params: TaskPath }, async ({ taskId }) => {
    const video = requireVideo(await ask({ method: 'GET', path: pathOf(taskId) }))
    // Cancelling is a wish. Where agents may not delete, the video is finished.
    if (mayDelete && !hasEnded(video)) requireVideo(await ask({ method: 'DELETE', path: pathOf(taskId) }))
    return {}
  })
}

function taskOf(video: Video, retryAfter: number | null) {
  return {
    taskId: video.id,
    statusMessage: `${video.status}, ${video.progress} %`,
    createdAt: video.created_at,
    lastUpdatedAt: video.completed_at ?? video.created_at,
    ttlMs: null,
    pollIntervalMs: (retryAfter ?? USUAL_POLL_SECONDS) * 1_000,
  }
}

/** @throws ProtocolError that says what the API said. */
function requireVideo(answer: Answered): Video {
  if (isSuccess(answer)) return answer.body as Video
  const [text] = errorOf(answer).content
  const code = answer.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  throw new ProtocolError(code, text?.type === 'text' ? text.text : 'The task could not be read.')
}
