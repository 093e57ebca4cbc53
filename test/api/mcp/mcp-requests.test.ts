import { CreateTaskResultV2Schema, GetTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2'
import { afterAll, describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { requestsLeft } from '../../support/http/requests-left.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { sendMessage } from './agent.ts'

const TASKS = { 'io.modelcontextprotocol/tasks': {} }
const CREATION = { name: 'create_video', arguments: { script: 'Hello.', presenter_id: 'maya' } }

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(quickStudio())
  account = await service.account('scale')
})
afterAll(() => useStudio(null))

const send = (message: Parameters<typeof sendMessage>[2], key = account.key) =>
  sendMessage(service.url, key, message)

describe('a client that follows tasks', () => {
  test('gets one for a video, and the video when it is done', async () => {
    const { body } = await send({ method: 'tools/call', params: CREATION, extensions: TASKS })
    const task = CreateTaskResultV2Schema.parse(body.result)
    expect(task.status).toBe('working')
    const ask = async () => {
      const answer = await send({ method: 'tasks/get', params: { taskId: task.taskId }, extensions: TASKS })
      return GetTaskResultV2Schema.parse(answer.body.result)
    }
    await expect.poll(async () => (await ask()).status, PATIENTLY).toBe('completed')
    const done = await ask()
    expect(done.status === 'completed' && done.result).toMatchObject({
      structuredContent: { id: task.taskId, status: 'ready' },
    })
  })

  test('is told that there is no task of a video of somebody else', async () => {
    const { body: video } = await (await service.account('scale')).createVideo()
    const { body } = await send({ method: 'tasks/get', params: { taskId: video.id }, extensions: TASKS })
    expect(body.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('not_found') as string,
    })
  })

  test('cannot take a video away by cancelling where agents may not delete', async () => {
    const { body } = await send({ method: 'tools/call', params: CREATION, extensions: TASKS })
    const { taskId } = body.result
    const cancelled = await send({ method: 'tasks/cancel', params: { taskId }, extensions: TASKS })
    expect(cancelled.body.error).toBeUndefined()
    expect((await account.request('GET', `/videos/${taskId}`)).status).toBe(200)
  })
})

test('a client that does not follow tasks gets the video itself', async () => {
  const { body } = await send({ method: 'tools/call', params: CREATION })
  expect(body.result.resultType).toBe('complete')
  expect(body.result.structuredContent.id).toMatch(/^vid_/u)
})

describe('a request to /mcp', () => {
  test.each(['', 'nonsense', 'pv_live_0123456789abcdefghijklmnopqrstuvwxyz'])(
    'with the key %j is refused before anything else',
    async (key) => {
      const { status, headers, body } = await send({ method: 'tools/list', params: {} }, key)
      expectProblem({ status, headers, body }, 'invalid_api_key')
      expect(headers.get('WWW-Authenticate')).toBe('Bearer')
    },
  )

  test('counts as one request of its key, whatever its tool asks for', async () => {
    const own = await service.account('scale')
    const left = async () => requestsLeft((await own.request('GET', '/me')).headers)
    const before = await left()
    await send({ method: 'tools/call', params: CREATION }, own.key)
    expect(await left()).toBe(before - 2)
  })

  test('from a page of another site is refused', async () => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.key}`, Origin: 'https://elsewhere.example.com' },
      body: '{}',
    })
    const { status, headers } = response
    expectProblem({ status, headers, body: await response.json() }, 'invalid_request', { Origin: 'invalid' })
  })

  test('that is larger than any is refused unread', async () => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(70_000) }),
    })
    expect(response.status).toBe(400)
  })

  test.each([
    ['no protocol at all', {}],
    ['another protocol', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['a list of requests', { jsonrpc: '2.0', method: [] }],
  ])('with %s is answered with an error of the protocol', async (_, message) => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${account.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    })
    expect(response.status).toBe(400)
    expect((await response.json()) as object).toHaveProperty('error.code')
  })

  test('by GET is answered with 405, because nothing is kept for anybody', async () => {
    const response = await fetch(`${service.url}/mcp`, {
      headers: { Authorization: `Bearer ${account.key}` },
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST')
  })
})
