import { env, stdin } from 'node:process'

import type { Command, Input } from '../command-line/command.ts'
import { SignInError, UsageError } from '../command-line/command.ts'
import { askHidden, askShown } from '../command-line/ask.ts'
import { baseUrlOf, keepSignIn, keptSignIn } from '../command-line/profiles.ts'
import { readText } from '../command-line/script-options.ts'
import { ApiError, PresenterVideo } from '../index.ts'

/** `login`: keeps an API key, after it was tried. It is asked for without being shown, or read from standard input. */
export const login: Command = {
  name: 'login',
  about: 'Keep an API key, which is asked for, or read from standard input',
  options: { url: { value: 'URL', about: 'where the service is' } },
  async run(input) {
    const { profile, output } = input
    const url = baseUrlOf(await readUrl(input))
    const key = (stdin.isTTY ? await askHidden('API key (not shown): ') : readText('-')).trim()
    // Anything else could not be sent as a header.
    if (!/^[\x21-\x7E]+$/u.test(key)) throw new UsageError('That is no API key.')
    const account = await nameOf(url, key, input)
    const file = keepSignIn(profile, { url, key })
    const result = { profile, url, account, test: key.startsWith('pv_test_'), file }
    const whose = account === null ? '' : ` of ${account.name} (${account.id})`
    output.show(result, `Signed in to ${url} with a key${whose}. It is kept in ${file}.`)
  },
}

async function readUrl({ text, profile }: Input): Promise<string> {
  const known = text('url') ?? env['PRESENTER_API_URL'] ?? keptSignIn(profile)?.url
  if (known) return known
  if (!stdin.isTTY) throw new UsageError('Say where the service is: --url https://video.example.com')
  return askShown('Address of the service: ')
}

/** Whose key it is. Null when the key is good, but may not say so: keys can be for a few things only. */
async function nameOf(url: string, apiKey: string, { limit }: Input) {
  try {
    const { account } = await new PresenterVideo({ baseUrl: url, apiKey }).me(limit)
    return { id: account.id, name: account.name }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_api_key') throw error
    if (/scope/u.test(error.message)) return null
    throw new SignInError(error.message, { cause: error })
  }
}
