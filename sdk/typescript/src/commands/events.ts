import type { Command, Input } from '../command-line/command.ts'
import { untilInterrupted } from '../command-line/interrupt.ts'
import { table } from '../command-line/output.ts'
import { firstOf, LARGEST_PAGE, limitOf, PAGE_OPTIONS } from '../command-line/pages.ts'

/** `events`: what was sent to webhooks, or what happens now. */
export const events: Command = {
  name: 'events',
  about:
    'List events of webhooks and what became of them; with --follow, what happens now, one JSON object a line',
  options: {
    ...PAGE_OPTIONS,
    video: { value: 'ID', about: 'of one video' },
    follow: { about: 'until Ctrl-C, or as many as --limit says' },
    after: { value: 'ID', about: 'with --follow: what has ended since this event comes first' },
  },
  async run(input) {
    if (input.has('follow')) return follow(input)
    const { text, client, output, limit } = input
    const most = limitOf(input)
    const video_id = text('video')
    const filter = { limit: Math.min(most, LARGEST_PAGE), ...(video_id !== undefined && { video_id }) }
    const shown = await firstOf(client().webhooks.events.list(filter, limit), most)
    const rows = shown.data.map((one) => [one.id, one.event, one.subject_id, one.status, one.created_at])
    output.show(shown, table(rows))
  },
}

async function follow({ text, number, client, output, limit }: Input): Promise<void> {
  const [most, video] = [number('limit') ?? Number.POSITIVE_INFINITY, text('video')]
  const interrupted = untilInterrupted()
  const signal = AbortSignal.any([limit.signal!, interrupted.signal])
  let shown = 0
  try {
    for await (const event of client().events.follow({ lastEventId: text('after') ?? null, signal })) {
      if (video !== undefined && event.data.id !== video) continue
      output.show(event, JSON.stringify(event))
      if ((shown += 1) >= most) return
    }
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
  }
}
