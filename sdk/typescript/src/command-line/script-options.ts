import { readFileSync } from 'node:fs'

import type { CreateVideo } from '../index.ts'
import { UsageError } from './command.ts'
import type { Input, Options } from './command.ts'

/** What a video is made of beside its script. */
export const SCRIPT_OPTIONS: Options = {
  presenter: { value: 'ID', about: 'who presents it: an id of `presenters`' },
  twin: { value: 'ID', about: 'a digital twin in place of a presenter' },
  voice: { value: 'ID', about: 'a voice of `voices`' },
  title: { value: 'TEXT', about: 'shown in lists' },
  metadata: { value: 'NAME=VALUE', isRepeated: true, about: 'a pair of your own' },
  options: { value: 'JSON', about: 'resolution, background and so on, as in the API' },
  'webhook-url': { value: 'URL', about: 'where its events are sent' },
  queue: { about: 'wait for a free place in place of being refused' },
}

/** The request that the options and the script stand for. */
export function videoOf(input: Input): CreateVideo {
  const { text, has, argument } = input
  const [presenter_id, twin_id, voice_id] = [text('presenter'), text('twin'), text('voice')]
  const [title, webhook_url, options] = [text('title'), text('webhook-url'), text('options')]
  const metadata = pairsOf(input)
  return {
    script: readScript(argument),
    ...(presenter_id !== undefined && { presenter_id }),
    ...(twin_id !== undefined && { twin_id }),
    ...(voice_id !== undefined && { voice_id }),
    ...(title !== undefined && { title }),
    ...(webhook_url !== undefined && { webhook_url }),
    ...(metadata && { metadata }),
    ...(options !== undefined && {
      options: jsonOf(options, '--options') as CreateVideo['options'] & object,
    }),
    ...(has('queue') && { queue: true }),
  }
}

/** The pairs of `--metadata`. */
export function pairsOf({ all }: Input): Record<string, string> | null {
  const pairs = all('metadata').map((pair) => /^([^=]+)=(.*)$/su.exec(pair))
  if (pairs.includes(null)) throw new UsageError('Write --metadata as NAME=VALUE.')
  return pairs.length === 0 ? null : Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]))
}

/** A file, or standard input for `-`. @throws UsageError when it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\uFEFF/u, '')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Parses what was given. @param where it was. */
export function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${where} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

/** Editors end a file with a line break, which nobody means to be spoken. */
function readScript(path: string): string {
  return readText(path).replace(/\r?\n$/u, '')
}
