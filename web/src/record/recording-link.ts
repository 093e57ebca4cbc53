import { queryOptions, skipToken } from '@tanstack/react-query'

import type { Door, RecordingView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import type { Answer, RequestTo } from '../api/client.ts'

/** A check or a build takes seconds to minutes, and somebody is looking at it. */
const LOOK_MS = 1_500

/** What may be asked with the link of a recording. */
type OfRecording = Extract<keyof Door, `${string} /recording${string}`>

/** Asks with the link of a recording, as `ask` does without. @throws Refusal. */
export type AskRecording = <Asked extends OfRecording>(
  endpoint: Asked,
  ...request: RequestTo<Asked>
) => Promise<Answer<Asked>>

/** @param token of the link: the part of its address that no server sees by itself. */
export function askWith(token: string): AskRecording {
  return <Asked extends OfRecording>(endpoint: Asked, ...[carried]: RequestTo<Asked>) => {
    const headers = { ...carried?.headers, 'X-Recording-Token': token }
    return ask(endpoint, ...([{ ...carried, headers }] as unknown as RequestTo<Asked>))
  }
}

/** The path of a link that the person keeps, as long as this page is open: the server does not show it again. */
export function ownLinkQuery(token: string) {
  return queryOptions<string | null>({
    queryKey: ['own link', token],
    queryFn: skipToken,
    initialData: null,
    gcTime: Infinity,
  })
}

/** Makes another link to keep. @throws Refusal. */
export async function makeOwnLink(token: string): Promise<string> {
  return (await askWith(token)('POST /recording/own-links', { body: {} })).path
}

/** Where the recording of a link stands; asked again and again while something is being done about it. */
export function recordingQuery(token: string) {
  return queryOptions({
    queryKey: ['recording', token],
    queryFn: () => askWith(token)('GET /recording'),
    refetchInterval: ({ state: { data } }) => data !== undefined && isAtWork(data) && LOOK_MS,
  })
}

function isAtWork({ twin, takes }: RecordingView): boolean {
  return (
    twin.state === 'building' || twin.state === 'review' || takes.some(({ status }) => status === 'checking')
  )
}
