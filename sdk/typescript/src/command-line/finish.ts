import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

import type { Video } from '../index.ts'
import { UsageError } from './command.ts'
import type { Input, Options } from './command.ts'

/** How a command goes on once it knows its video. */
export const FINISH_OPTIONS: Options = {
  wait: { about: 'until it is ready' },
  output: { value: 'FILE', short: 'o', about: 'wait, then save the video there' },
}

/** A path that cannot be written to is found before anything is made or charged. */
export function checkOutput({ text }: Input): void {
  const folder = dirname(text('output') ?? '.')
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
}

/** Waits for a video and saves it, as far as the options say. @throws RenderFailedError when it could not be made. */
export async function finish(input: Input, video: Video): Promise<Video> {
  const { has, text, client, output, limit, waitLimit } = input
  const file = text('output')
  if (!has('wait') && file === undefined) return video
  const showing = output.isJson ? null : showProgress(input, video)
  const ready = await client()
    .videos.wait(video.id, waitLimit)
    .finally(() => showing?.abort())
  output.bar(null)
  if (file !== undefined) await client().videos.download(video.id, file, limit)
  return ready
}

/** What people see of a video. */
export function videoText(video: Video, file?: string): string {
  const { id, status, duration_seconds: seconds } = video
  const length = seconds === null ? '' : `, ${seconds} seconds`
  return `${id} is ${status}${length}${file === undefined ? '' : `, saved as ${file}`}`
}

/** Draws a bar as the stream of events says how far the video is. That it fails is no matter: only the wait counts. */
function showProgress({ client, output }: Input, { id, progress }: Video): AbortController {
  const ended = new AbortController()
  const follow = async () => {
    for await (const { data } of client().events.follow({ signal: ended.signal }))
      if (data.id === id && typeof data['progress'] === 'number' && !ended.signal.aborted)
        output.bar(data['progress'])
  }
  output.bar(progress)
  follow().catch(() => {})
  return ended
}
