/** An event of a stream (WHATWG HTML, section 9.2 "Server-sent events"). */
export interface StreamEvent {
  readonly event: string
  readonly id: string | null
  readonly data: string
}

/**
 * Reads the events of a stream.
 *
 * @param onSign is called with each piece that comes, comments among them: the other side is alive.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void = () => {},
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onSign()
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/u)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event !== null) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function eventOf(block: string): StreamEvent | null {
  const lines = block.split(/\r?\n/u)
  const all = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /u, ''))
  const data = all('data')
  if (data.length === 0) return null
  return { event: all('event')[0] ?? 'message', id: all('id')[0] ?? null, data: data.join('\n') }
}
