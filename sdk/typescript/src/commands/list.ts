import type { Command } from '../command-line/command.ts'
import { UsageError } from '../command-line/command.ts'
import { table } from '../command-line/output.ts'
import { firstOf, LARGEST_PAGE, limitOf, PAGE_OPTIONS } from '../command-line/pages.ts'
import { pairsOf } from '../command-line/script-options.ts'
import type { VideoFilter } from '../index.ts'

type Status = NonNullable<VideoFilter['status']>

const STATUSES: readonly string[] = ['queued', 'rendering', 'ready', 'failed'] satisfies Status[]

/** `list`: videos, the newest first. */
export const list: Command = {
  name: 'list',
  about: 'List videos, the newest first',
  options: {
    ...PAGE_OPTIONS,
    status: { value: 'STATUS', about: STATUSES.join(', ') },
    title: { value: 'TEXT', about: 'with this text in the title' },
    presenter: { value: 'ID', about: 'of one presenter' },
    batch: { value: 'ID', about: 'of one batch' },
    metadata: { value: 'NAME=VALUE', isRepeated: true, about: 'with this pair' },
  },
  async run(input) {
    const { text, client, output, limit } = input
    const [status, q, presenter_id, batch_id] = ['status', 'title', 'presenter', 'batch'].map(text)
    if (status !== undefined && !STATUSES.includes(status))
      throw new UsageError(`--status is one of ${STATUSES.join(', ')}.`)
    const metadata = pairsOf(input)
    const most = limitOf(input)
    const filter: VideoFilter = {
      limit: Math.min(most, LARGEST_PAGE),
      ...(status !== undefined && { status: status as Status }),
      ...(q !== undefined && { q }),
      ...(presenter_id !== undefined && { presenter_id }),
      ...(batch_id !== undefined && { batch_id }),
      ...(metadata && { metadata }),
    }
    const shown = await firstOf(client().videos.list(filter, limit), most)
    const rows = shown.data.map((video) => [video.id, video.status, video.created_at, video.title])
    output.show(shown, table(rows))
  },
}
