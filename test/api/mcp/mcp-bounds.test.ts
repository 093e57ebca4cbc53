import { CreateTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { MOST_LASTING } from '../../../src/api/lasting/lasting-slots.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { connectAgent, dataOf, sendMessage, textOf } from './agent.ts'

const TASKS = { 'io.modelcontextprotocol/tasks': {} }
const SHORT = { script: 'Hello.', presenter_id: 'maya' }

describe('a service that bounds what agents do', () => {
  let service: TestService
  let studio: ReturnType<typeof heldStudio>

  beforeAll(async () => {
    studio = heldStudio()
    const agents = { maxVideoSeconds: 5, mayDelete: true }
    const config = { agents, rateLimits: { requests: 1_000, creates: 100 } }
    service = await startTestService({ studio, config })
  })
  afterAll(async () => {
    studio.release()
    await service.stop()
  })

  test('refuses them longer videos before anything is charged, and says so', async () => {
    const account = await service.account('scale')
    const agent = await connectAgent(service.url, account.key)
    const long = { ...SHORT, script: 'A script of many words. '.repeat(20) }
    const refused = await agent.callTool({ name: 'create_video', arguments: long })
    expect(textOf(refused)).toMatch(
      /at most 5 seconds for agents, and this script takes about \d+\. Shorten it/u,
    )
    expect((await account.request('GET', '/videos')).body.data).toEqual([])
    // Only for agents.
    expect((await account.createVideo(long)).status).toBe(202)
    await agent.close()
  })

  test('lets them delete where its operator allows it', async () => {
    const account = await service.account('scale')
    const agent = await connectAgent(service.url, account.key)
    const { tools } = await agent.listTools()
    expect(tools.find(({ name }) => name === 'delete_video')?.annotations?.destructiveHint).toBe(true)
    const { id } = dataOf(await agent.callTool({ name: 'create_video', arguments: SHORT }))
    await agent.callTool({ name: 'delete_video', arguments: { id } })
    expect((await account.request('GET', `/videos/${id}`)).status).toBe(404)
    expect(await service.wrongWith(account)).toEqual([])
    await agent.close()
  })

  test('stops and does not charge a video whose task is cancelled, by whichever process', async () => {
    const account = await service.account('scale')
    const other = await service.startApi()
    const params = { name: 'create_video', arguments: SHORT }
    const { body } = await sendMessage(service.url, account.key, {
      method: 'tools/call',
      params,
      extensions: TASKS,
    })
    const { taskId } = CreateTaskResultV2Schema.parse(body.result)
    const cancelled = await sendMessage(other.url, account.key, {
      method: 'tasks/cancel',
      params: { taskId },
      extensions: TASKS,
    })
    expect(cancelled.body.result).toMatchObject({ resultType: 'complete' })
    expect((await account.request('GET', `/videos/${taskId}`)).status).toBe(404)
    expect(await service.wrongWith(account)).toEqual([])
    await other.stop()
  })

  test('counts what agents wait for with all else that their key waits for, and for as long as they stay', async () => {
    const account = await service.account('scale')
    const { body: video } = await account.createVideo()
    const agent = await connectAgent(service.url, account.key)
    const waits: Promise<unknown>[] = []
    const waitOnceMore = () => {
      const wait = agent.callTool({ name: 'wait_for_video', arguments: { id: video.id } })
      waits.push(wait.catch(() => 'gone'))
    }
    const streamStatus = async () => {
      const stream = await fetch(`${service.url}/api/v1/events`, {
        headers: { Authorization: `Bearer ${account.key}` },
      })
      await stream.body?.cancel()
      return stream.status
    }
    for (let wait = 0; wait < MOST_LASTING; wait += 1) waitOnceMore()
    // A stream that was faster than a wait has taken its place, and given it back.
    const fillAndLook = async () => {
      const status = await streamStatus()
      if (status === 200) waitOnceMore()
      return status
    }
    await expect.poll(fillAndLook, PATIENTLY).toBe(429)
    await agent.close()
    await expect.poll(streamStatus, PATIENTLY).toBe(200)
    expect(await Promise.all(waits)).toContain('gone')
  })
})
