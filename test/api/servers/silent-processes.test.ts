import { afterEach, describe, expect, test } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
afterEach(() => service.stop())

/** Child processes of a worker, which answer from the moment in which they are said to. */
function silentProcesses() {
  let doAnswer = false
  return {
    probe: () => (doAnswer ? Promise.resolve() : Promise.reject(new Error('ended with code 1 at its start'))),
    answer: () => void (doAnswer = true),
  }
}

describe('a worker whose child processes do not answer', () => {
  test.each([
    ['speak', 'processes that speak do not answer', 'speaker'],
    ['draw', 'processes that draw do not answer', 'renderer'],
  ] as const)('asks for nothing to %s, says so, and goes on when they do', async (_, words, part) => {
    const { probe, answer } = silentProcesses()
    service = await startTestService({ studio: quickStudio({ [part]: { probe } }) })
    const says = (text: string) => () => service.logLines.some((line) => line.includes(text))
    await expect.poll(says(`${words}: worker paused until they do`), PATIENTLY).toBe(true)
    expect(service.logLines.join('\n')).toContain('ended with code 1 at its start')

    const account = await service.account()
    const { body } = await account.createVideo()
    const open = async () => (await account.request('GET', `/videos/${body.id}`)).body.status
    await expect.poll(open, PATIENTLY).toBe('rendering')

    answer()
    await expect.poll(says('worker continues: what was lacking is there again'), PATIENTLY).toBe(true)
    await account.untilStatus(body.id, 'ready')
  })
})
