import { randomBytes } from 'node:crypto'

import type { Command, Input } from '../command-line/command.ts'
import { UsageError } from '../command-line/command.ts'
import { forward } from '../command-line/forward.ts'
import type { Forwarded } from '../command-line/forward.ts'
import { untilInterrupted } from '../command-line/interrupt.ts'
import { table } from '../command-line/output.ts'
import { readProfileFile, writeProfileFile } from '../command-line/profiles.ts'
import { ConnectionError } from '../index.ts'
import type { AccountEvent } from '../index.ts'

/** What is kept from one run to the next, so that a receiver keeps its settings and misses nothing. */
interface Kept {
  readonly secret: string
  readonly last_event_id: string | null
}

const FILE = 'listen.json'
const SECRET_BYTES = 32
/** Between tries to reach a service that is away. */
const AWAY_MS = 2_000
/** An event can come twice, soon after one another. */
const MOST_REMEMBERED = 1_000

/** `listen`: passes events on to a program on this machine, as webhooks. */
export const listen: Command = {
  name: 'listen',
  about: 'Send the events of the account to a program on this machine, signed as webhooks',
  options: {
    'forward-to': { value: 'URL', about: 'such as localhost:3000/hook' },
    events: { value: 'TYPES', about: 'separated by commas; without it, those of what has ended' },
  },
  async run(input) {
    const { text, output, profile } = input
    const to = targetOf(text('forward-to'))
    const types = text('events')?.split(',') ?? null
    const kept = readProfileFile<Kept>(profile, FILE)
    const secret = kept?.secret ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
    const keep = (last_event_id: string | null) => writeProfileFile(profile, FILE, { secret, last_event_id })
    keep(kept?.last_event_id ?? null)
    output.show(
      { listening: true, forward_to: to, secret, events: types },
      `Sending events to ${to}. The signing secret is ${secret}\nCtrl-C ends it.`,
    )
    for await (const event of eventsAfter(kept?.last_event_id ?? null, input)) {
      if (event.event === 'reset') output.note('Events of the time before may be missing.')
      else if (types === null ? event.id !== null : types.includes(event.event)) {
        const done = await forward(event, to, secret)
        output.show(done, textOf(done))
      }
      if (event.id !== null) keep(event.id)
    }
  },
}

/** Each event once, also over times at which the service is away. Ends with Ctrl-C. */
async function* eventsAfter(after: string | null, input: Input): AsyncGenerator<AccountEvent> {
  const { client, output, limit } = input
  const interrupted = untilInterrupted()
  const signal = AbortSignal.any([limit.signal!, interrupted.signal])
  const seen = new Set<string>()
  let lastEventId = after
  while (!interrupted.signal.aborted) {
    try {
      for await (const event of client().events.follow({ lastEventId, signal })) {
        if (event.id !== null && seen.has(event.id)) continue
        if (event.id !== null) seen.add((lastEventId = event.id))
        if (seen.size > MOST_REMEMBERED) seen.clear()
        yield event
      }
    } catch (error) {
      if (interrupted.signal.aborted) return
      limit.signal!.throwIfAborted()
      if (!(error instanceof ConnectionError)) throw error
      output.note('The service cannot be reached. Trying again.')
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    }
  }
}

function targetOf(text = ''): string {
  const url = /^https?:\/\//u.test(text) ? text : `http://${text}`
  if (text === '' || !URL.canParse(url))
    throw new UsageError('Say where to: --forward-to localhost:3000/hook')
  return new URL(url).href
}

function textOf({ event, subject_id, status, error, duration_ms }: Forwarded): string {
  const time = new Date().toTimeString().slice(0, 8)
  return table([[time, event, subject_id, status ?? error, `${duration_ms} ms`]])
}
