import type { Client } from '@modelcontextprotocol/client'
import { afterAll, describe, expect } from 'vitest'

import { quickStudio } from '../../support/service/quick-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { connectAgent, dataOf, REVISIONS, textOf } from './agent.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
  useStudio(quickStudio())
})
afterAll(() => useStudio(null))

async function agentOf(plan = 'scale', mode?: (typeof REVISIONS)[number]['mode']) {
  const account = await service.account(plan)
  return { account, agent: await connectAgent(service.url, account.key, mode) }
}

const call = (agent: Client, name: string, input: Record<string, unknown> = {}) =>
  agent.callTool({ name, arguments: input })

describe.each(REVISIONS)('an agent that speaks revision $revision', ({ revision, mode }) => {
  test('chooses a presenter, has a video made, waits for it, and gets a link that works', async () => {
    const { account, agent } = await agentOf('scale', mode)
    expect(agent.getNegotiatedProtocolVersion()).toBe(revision)
    const { presenters } = dataOf(await call(agent, 'list_catalogue', { kind: 'presenters' }))
    const video = { script: 'Hello there.', presenter_id: presenters[0].id, title: 'Greeting' }
    const estimate = dataOf(await call(agent, 'estimate_video', video))
    expect(estimate.would_be_refused).toEqual([])
    const created = dataOf(await call(agent, 'create_video', video))
    expect(created.status).toMatch(/^(?:queued|rendering)$/u)
    const waited = await call(agent, 'wait_for_video', { id: created.id })
    expect(dataOf(waited)).toMatchObject({ id: created.id, status: 'ready', title: 'Greeting' })
    expect((await fetch(dataOf(waited).video_url)).status).toBe(200)
    expect(waited.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', mimeType: 'video/mp4', name: 'Greeting' }),
    )
    expect(dataOf(await call(agent, 'get_video', { id: created.id })).status).toBe('ready')
    const listed = dataOf(await call(agent, 'list_videos', { status: 'ready', title_contains: 'greet' }))
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([created.id])
    expect(await service.wrongWith(account)).toEqual([])
    await agent.close()
  })

  test('hears how far a video is while it waits', async () => {
    const { agent } = await agentOf('scale', mode)
    const { id } = dataOf(await call(agent, 'create_video', { script: 'Hello.', presenter_id: 'maya' }))
    const heard: number[] = []
    const onprogress = ({ progress }: { progress: number }) => heard.push(progress)
    const waited = await agent.callTool({ name: 'wait_for_video', arguments: { id } }, { onprogress })
    expect(dataOf(waited).status).toBe('ready')
    await agent.close()
  })
})

describe('the tools', () => {
  test('are few, say what they do to data, and fit into 2,500 tokens', async () => {
    const { agent } = await agentOf()
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'create_video',
      'estimate_video',
      'get_video',
      'list_catalogue',
      'list_videos',
      'wait_for_video',
    ])
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))
    expect(hints['create_video']).toBe(false)
    expect(hints['get_video']).toBe(true)
    // Four characters of English and JSON are about a token.
    expect(JSON.stringify(tools).length / 4).toBeLessThan(2_500)
    await agent.close()
  })

  test('do not delete unless the operator allows it', async () => {
    const { agent } = await agentOf()
    await expect(call(agent, 'delete_video', { id: 'vid_x' })).rejects.toThrow(/delete_video/u)
    await agent.close()
  })
})

describe('an error of the API', () => {
  test('is one of the tool, with what is wrong and what to do', async () => {
    const { agent } = await agentOf()
    const result = await call(agent, 'create_video', { script: 'Hello.', presenter_id: 'nobody' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/nobody/u)
    expect(textOf(result)).toMatch(/req_/u)
    await agent.close()
  })

  test('names the person who can change the plan when that is the limit', async () => {
    const { account, agent } = await agentOf('free')
    await service.query('update accounts set remaining_seconds = 1 where id = $1', [account.accountId])
    const result = await call(agent, 'create_video', { script: 'word '.repeat(50), presenter_id: 'maya' })
    expect(textOf(result)).toMatch(/^allowance_exceeded: .*\nA person can change the plan at .+\/plan\./u)
    expect(textOf(result)).toMatch(/Tell the person/u)
    await agent.close()
  })

  test('for a video of another account is that there is none', async () => {
    const [{ agent: other }, { account }] = await Promise.all([agentOf(), agentOf()])
    const { body } = await account.createVideo()
    expect(textOf(await call(other, 'get_video', { id: body.id }))).toMatch(/not_found/u)
    await other.close()
  })
})

test('a creation that is repeated with its key is one video, charged once', async () => {
  const { account, agent } = await agentOf()
  const input = { script: 'Hello.', presenter_id: 'maya', idempotency_key: 'agent-1' }
  const [one, two] = await Promise.all([
    call(agent, 'create_video', input),
    call(agent, 'create_video', input),
  ])
  expect(dataOf(two).id).toBe(dataOf(one).id)
  await call(agent, 'wait_for_video', { id: dataOf(one).id })
  const { body } = await account.request('GET', '/videos')
  expect(body.data).toHaveLength(1)
  expect(await service.wrongWith(account)).toEqual([])
  await agent.close()
})

test('a key without a scope can use what it may, and is told what it lacks', async () => {
  const { accountId } = await service.account('scale')
  const { key } = await service.app.createApiKey({ accountId, name: 'reader', scopes: ['videos:read'] })
  const agent = await connectAgent(service.url, key)
  expect(dataOf(await call(agent, 'list_videos')).data).toEqual([])
  const refused = await call(agent, 'create_video', { script: 'Hello.', presenter_id: 'maya' })
  expect(textOf(refused)).toMatch(/videos:write/u)
  await agent.close()
})

test('a test key makes test videos', async () => {
  const { account } = await agentOf()
  const { key } = await service.testData(account.accountId)
  const agent = await connectAgent(service.url, key)
  const { id } = dataOf(await call(agent, 'create_video', { script: '[test:ready]', presenter_id: 'maya' }))
  expect(dataOf(await call(agent, 'wait_for_video', { id }))).toMatchObject({ status: 'ready', test: true })
  await agent.close()
})
