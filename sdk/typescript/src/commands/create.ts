import type { Command } from '../command-line/command.ts'
import { checkOutput, finish, FINISH_OPTIONS, videoText } from '../command-line/finish.ts'
import { SCRIPT_OPTIONS, videoOf } from '../command-line/script-options.ts'
import { showEstimate } from './estimate.ts'

/** `create`: has a video made of a script. */
export const create: Command = {
  name: 'create',
  about: 'Have a video made of a script: a file, or - for standard input',
  argument: 'SCRIPT',
  options: {
    ...SCRIPT_OPTIONS,
    ...FINISH_OPTIONS,
    'idempotency-key': { value: 'KEY', about: 'the same key never makes a second video' },
    'dry-run': { about: 'only say what it would cost, as `estimate`' },
  },
  async run(input) {
    const { text, has, client, output, limit, facts } = input
    const video = videoOf(input)
    if (has('dry-run')) return showEstimate(input, video)
    checkOutput(input)
    const idempotencyKey = text('idempotency-key') ?? crypto.randomUUID()
    facts['idempotency_key'] = idempotencyKey
    const created = await client().videos.create(video, { ...limit, idempotencyKey })
    facts['video_id'] = created.id
    output.note(`${created.id} is ${created.status}`)
    const finished = await finish(input, created)
    output.show({ ...finished, idempotency_key: idempotencyKey }, videoText(finished, text('output')))
  },
}
