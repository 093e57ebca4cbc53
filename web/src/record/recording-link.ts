import { queryOptions, skipToken } from '@tanstack/react-query'

import type { RecordingView } from '../../../src/api/console/entrance/recording.ts'
import { ask } from '../api/client.ts'

/** A check or a build takes seconds to minutes, and somebody is looking at it. */
const LOOK_MS = 1_500

/** Asks what the link of a recording may ask for; `path` is below `/recording`. @throws Refusal. */
export type AskRecording = <Answer>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>

/** @param token of the link: the part of its address that no server sees by itself. */
export function askWith(token: string): AskRecording {
  return (method, path, body, headers = {}) =>
    ask(method, `/recording${path}`, body, { ...headers, 'X-Recording-Token': token })
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
  return (await askWith(token)<{ path: string }>('POST', '/own-links', {})).path
}

/** Where the recording of a link stands; asked again and again while something is being done about it. */
export function recordingQuery(token: string) {
  return queryOptions({
    queryKey: ['recording', token],
    queryFn: () => askWith(token)<RecordingView>('GET', ''),
    refetchInterval: ({ state: { data } }) => data !== undefined && isAtWork(data) && LOOK_MS,
  })
}

function isAtWork({ twin, takes }: RecordingView): boolean {
  return (
    twin.state === 'building' || twin.state === 'review' || takes.some(({ status }) => status === 'checking')
  )
}
