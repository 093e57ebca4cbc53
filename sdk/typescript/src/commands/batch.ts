import type { Command, Input } from '../command-line/command.ts'
import { OutcomeError, UsageError } from '../command-line/command.ts'
import { table } from '../command-line/output.ts'
import { jsonOf, pairsOf, readText } from '../command-line/script-options.ts'
import type { Batch, CreateBatch } from '../index.ts'

type Item = CreateBatch['items'][number]

/** `batch`: has up to 100 videos made with one request. */
export const batch: Command = {
  name: 'batch',
  about:
    'Have up to 100 videos made: a file of JSON, or of a JSON object in each line, or - for standard input',
  argument: 'FILE',
  options: {
    presenter: { value: 'ID', about: 'of items that name neither presenter nor twin' },
    title: { value: 'TEXT', about: 'of the batch' },
    metadata: { value: 'NAME=VALUE', isRepeated: true, about: 'a pair of the batch' },
    wait: { about: 'until all items have ended; exit code 1 when one has failed' },
    'idempotency-key': { value: 'KEY', about: 'the same key never makes a second batch' },
    'dry-run': { about: 'only say what the items would cost' },
  },
  async run(input) {
    const { text, has, client, output, limit, waitLimit, facts } = input
    const wanted = batchOf(input)
    if (has('dry-run')) return showEstimates(input, wanted.items)
    const idempotencyKey = text('idempotency-key') ?? crypto.randomUUID()
    facts['idempotency_key'] = idempotencyKey
    const created = await client().batches.create(wanted, { ...limit, idempotencyKey })
    facts['batch_id'] = created.id
    const ended = has('wait') ? await client().batches.wait(created.id, waitLimit) : created
    output.show(ended, batchText(ended))
    const { failed } = ended.counts
    if (has('wait') && failed > 0) throw new OutcomeError('items_failed', `${failed} items have failed.`)
  },
}

function batchOf(input: Input): CreateBatch {
  const { argument, text } = input
  const given = parse(readText(argument), argument)
  const { items, ...rest } = Array.isArray(given) ? { items: given as Item[] } : (given as CreateBatch)
  if (!Array.isArray(items)) throw new UsageError(`${argument} has no list of items.`)
  const [presenter_id, title, metadata] = [text('presenter'), text('title'), pairsOf(input)]
  return {
    ...rest,
    items: items.map((item) =>
      presenter_id === undefined || item.presenter_id || item.twin_id ? item : { ...item, presenter_id },
    ),
    ...(title !== undefined && { title }),
    ...(metadata && { metadata }),
  }
}

/** One JSON text, or one in each line. */
function parse(text: string, where: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isOneEach = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/u.test(line))
  return isOneEach ? lines.map((line) => jsonOf(line, where)) : jsonOf(text, where)
}

/** One request for each item, within the limit of the key. */
async function showEstimates({ client, output, limit }: Input, items: readonly Item[]): Promise<void> {
  const data = []
  for (const [index, item] of items.entries())
    data.push({ index, ...(await client().videos.estimate(item, limit)) })
  const video_seconds = data.reduce((sum, one) => sum + (one.video_seconds ?? 0), 0)
  const rows = data.map((one) => [
    one.index,
    one.video_seconds,
    one.would_be_refused.map(({ code }) => code).join(' '),
  ])
  output.show({ video_seconds, data }, `${table(rows)}\nAt most ${video_seconds} seconds are charged.`)
}

function batchText({ id, status, counts, items }: Batch): string {
  const rows = items.map((item) => [item.index, item.video_id, item.status, item.error?.message])
  return `${id} is ${status}: ${counts.ready} ready, ${counts.failed} failed\n${table(rows)}`
}
