import { CONSOLE, respond } from './client.ts'
import type { Answer, Name } from './client.ts'

/**
 * Listens to one of the application's streams for as long as it lasts. Each thing that happens is an answer.
 *
 * @param onOpen called once the stream is there: from then on nothing is missed.
 * @throws Refusal for an error; `offline`, with the status 0, when nothing answers.
 */
export async function* listen<Asked extends Name>(
  endpoint: Asked,
  { signal, onOpen }: { signal: AbortSignal; onOpen: () => void },
): AsyncGenerator<Answer<Asked>> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const { EventSourceParserStream } = await import('eventsource-parser/stream')
  const { body } = await respond(method, `${CONSOLE}${path}`, { signal })
  onOpen()
  const events = body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    yield JSON.parse(read.value.data) as Answer<Asked>
  }
}
