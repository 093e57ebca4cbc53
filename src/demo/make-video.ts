import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { produceVideoId } from '../domain/video/workflow-id.ts'
import type { Progress } from '../process/progress.ts'
import type { RunningService } from '../app/service.ts'
import { verifyWebhook } from '../webhooks/sign.ts'
import { createDemoClient } from './client.ts'
import type { DemoClient, DemoVideo } from './client.ts'
import type { DemoOptions } from './options.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

const DEMO_EMAIL = 'demo@localhost'

/** Often enough for a live bar, and half of what a key may ask in a minute. The end comes by webhook. */
const POLL_EVERY_MS = 2_000

/** The video of the demo, with the figures for the report. */
export interface DemoResult {
  readonly video: DemoVideo
  readonly file: string
  readonly sizeBytes: number
  /** From the request to the ready video. */
  readonly renderSeconds: number
  readonly remainingSeconds: number
  readonly workflowId: string
}

/** Makes one video as a customer would: creates it, polls it, verifies the webhook and downloads the file. */
export async function makeDemoVideo(
  service: RunningService,
  options: DemoOptions & { script: string },
  progress: Progress,
): Promise<DemoResult> {
  const account = await demoAccount(service)
  const { key, apiKey } = await service.app.createApiKey({ accountId: account.id, name: 'npm run demo' })
  const client = createDemoClient(service.url, key)
  const receiver = await startReceiver()
  try {
    const startedAt = performance.now()
    const idempotencyKey = `demo-${randomUUID()}`
    const accepted = await client.createVideo(
      { script: options.script, presenter_id: options.presenter, title: 'Demo', webhook_url: receiver.url },
      idempotencyKey,
    )
    const video = await watch(client, accepted.id, receiver, progress)
    const renderSeconds = (performance.now() - startedAt) / 1000
    await checkWebhook(receiver, (await service.app.webhookEndpoints.signingSecrets(account.id))[0], progress)
    const sizeBytes = await download(video, options.out, progress)
    return {
      video,
      file: options.out,
      sizeBytes,
      renderSeconds,
      remainingSeconds: await client.remainingSeconds(),
      workflowId: produceVideoId(account.id, video.id, service.app.workflowKey(account.id, idempotencyKey)),
    }
  } finally {
    await receiver.close()
    await service.app.apiKeys.revoke(apiKey.id)
  }
}

async function demoAccount({ app }: RunningService) {
  const known = await app.accounts.findByEmail(DEMO_EMAIL)
  if (known) return known
  return (await app.createAccount({ email: DEMO_EMAIL, name: 'Demo', planId: app.largestPlanId })).account
}

async function watch(
  client: DemoClient,
  id: string,
  receiver: Receiver,
  progress: Progress,
): Promise<DemoVideo> {
  const step = progress.step('Video', id)
  for (;;) {
    const video = await client.video(id)
    step.update(video.progress / 100)
    if (video.status === 'ready') {
      step.done(`${id}, ${video.duration_seconds?.toFixed(1)} s long`)
      return video
    }
    if (video.status === 'failed') {
      step.fail(video.error?.details?.reason ?? 'failed')
      throw new Error(video.error?.user_message ?? 'The video could not be made.')
    }
    await Promise.race([wait(POLL_EVERY_MS), receiver.first])
  }
}

async function checkWebhook(receiver: Receiver, secret: string, progress: Progress): Promise<void> {
  const step = progress.step('Webhook')
  const { headers, rawBody } = await receiver.first
  if (!verifyWebhook({ headers, rawBody, secret, now: new Date() })) {
    step.fail('the signature is not valid')
    throw new Error('The signature of the received webhook is not valid.')
  }
  step.done(`${(JSON.parse(rawBody) as { event: string }).event}, signature verified`)
}

async function download(video: DemoVideo, file: string, progress: Progress): Promise<number> {
  const step = progress.step('Download')
  const response = await fetch(video.video_url ?? '')
  if (!response.ok) throw new Error(`The signed link returned status ${response.status}.`)
  const bytes = Buffer.from(await response.arrayBuffer())
  await writeFile(file, bytes)
  step.done(file)
  return bytes.length
}
