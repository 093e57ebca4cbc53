import type { Command, Input } from '../command-line/command.ts'
import { UsageError } from '../command-line/command.ts'
import { RenderFailedError } from '../index.ts'

/** A stream says only of videos under way that they were deleted, once it has seen them. */
const NOTICED_MS = 3_000

/** What has to be done for an event to happen. Its result is shown. */
const WAYS: Readonly<Record<string, (input: Input) => Promise<{ readonly id: string }>>> = {
  'video.ready': (input) => madeOf('[test:ready]', input),
  'video.failed': (input) => madeOf('[test:fail:speak]', input),
  'video.progress': (input) => madeOf('[test:slow:5]', input),
  async 'video.deleted'(input) {
    const { client, limit } = input
    const { id } = await createdOf('[test:slow:30]', input)
    await new Promise((resolve) => setTimeout(resolve, NOTICED_MS))
    return client().videos.delete(id, limit)
  },
  async 'batch.finished'(input) {
    const items = [{ script: '[test:ready]', presenter_id: await somebody(input) }]
    const { id } = await input.client().batches.create({ items }, input.limit)
    return input.client().batches.wait(id, input.waitLimit)
  },
}

/** `trigger`: makes an event really happen, with a test key. */
export const trigger: Command = {
  name: 'trigger',
  about: `Make an event happen, with a test key: ${Object.keys(WAYS).join(', ')}`,
  argument: 'EVENT',
  async run(input) {
    const { argument, signIn, output } = input
    const way = WAYS[argument]
    if (!way) throw new UsageError(`${argument} is none of ${Object.keys(WAYS).join(', ')}.`)
    if (!signIn().key.startsWith('pv_test_'))
      throw new UsageError('This needs a test key (pv_test_…): with a live key, the video would be charged.')
    const { id } = await way(input)
    output.show({ event: argument, subject_id: id }, `${argument} has happened to ${id}`)
  },
}

async function madeOf(script: string, input: Input): Promise<{ readonly id: string }> {
  const { client, waitLimit } = input
  const { id } = await createdOf(script, input)
  return client()
    .videos.wait(id, waitLimit)
    .catch((error: unknown) => {
      if (error instanceof RenderFailedError) return error.video
      throw error
    })
}

async function createdOf(script: string, input: Input): Promise<{ readonly id: string }> {
  const { client, limit, facts } = input
  const created = await client().videos.create({ script, presenter_id: await somebody(input) }, limit)
  facts['video_id'] = created.id
  return created
}

async function somebody({ client, limit }: Input): Promise<string> {
  const { data } = await client().presenters.list(limit)
  return data[0]!.id
}
