import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runCommand } from '../../src/process/run-command.ts'
import type { CommandResult } from '../../src/process/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import type { WebhookReceiver } from '../support/webhook-receiver.ts'

const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const blocks = Array.from(page.matchAll(/```sh\n(.*?)```/gsu), ([, block = '']) => block)

/** One command each, but for what only sets the reader's own values; continued lines are one. */
const commands = blocks
  .flatMap((block) => block.replaceAll(/\\\n\s*/gu, '').split('\n'))
  .filter((line) => line.startsWith('curl '))

const shell = await runCommand('sh', ['-c', 'command -v curl'])
if (!shell.ok) process.stderr.write('The commands of docs/webhooks.md are left out: there is no curl.\n')

let service: TestService
let receiver: WebhookReceiver
let settings: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  receiver = await startWebhookReceiver()
  const account = await service.account('scale')
  const { body } = await account.createVideo({ webhook_url: receiver.url })
  const hook = await receiver.about(body.id)
  settings = {
    API: `${service.url}/api/v1`,
    AUTH: `Authorization: Bearer ${account.key}`,
    EVENT: String(hook.headers['webhook-id']),
  }
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

/** As a reader would paste it, with a receiver that is really there. */
function run(command: string): Promise<CommandResult> {
  const line = command
    .replace(/^curl/u, 'curl --silent --show-error --fail-with-body')
    .replace('https://hooks.example.com/videos', receiver.url)
  return runCommand('bash', ['-c', line], { extraEnv: settings })
}

test('the page has a command for each thing that it explains', () => {
  expect(commands).toHaveLength(7)
})

test.skipIf(!shell.ok).each(commands)('%s', async (command) => {
  const { ok, output } = await run(command)
  expect(ok, output).toBe(true)
  if (command.includes('/webhooks/test')) expect(JSON.parse(output)).toMatchObject({ delivered: true })
  if (command.includes('/rotate-secret')) expect(JSON.parse(output).secret).toMatch(/^whsec_/u)
})
