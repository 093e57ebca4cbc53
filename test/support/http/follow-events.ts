/** One event of a stream, as it came over the wire. */
export interface StreamedEvent {
  readonly id: string | null
  readonly name: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at any member of what an event carries
  readonly data: any
}

/** A stream of events that is open, and what came of it so far. */
export interface FollowedEvents {
  readonly response: Response
  /** Everything that came. */
  text(): string
  events(): StreamedEvent[]
  /** Resolves when the stream has ended. */
  readonly ended: Promise<unknown>
  leave(): void
}

/** Opens a stream of server-sent events and reads it in the background, until it ends or is left. */
export async function followEvents(url: string, headers: Record<string, string>): Promise<FollowedEvents> {
  const gone = new AbortController()
  const response = await fetch(url, { headers, signal: gone.signal })
  let text = ''
  const ended = (async () => {
    if (response.ok && response.body) {
      for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) text += bytes
    } else text = await response.text()
  })().catch((error: unknown) => error)
  return {
    response,
    text: () => text,
    events: () =>
      text.split('\n\n').flatMap((block) => {
        const name = /^event: (.+)$/mu.exec(block)?.[1]
        const data = /^data: (.+)$/mu.exec(block)?.[1]
        if (name === undefined || data === undefined) return []
        return { id: /^id: (.+)$/mu.exec(block)?.[1] ?? null, name, data: JSON.parse(data) as unknown }
      }),
    ended,
    leave: () => gone.abort(),
  }
}
