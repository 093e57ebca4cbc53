import { argv, stdout } from 'node:process'
import { parseArgs } from 'node:util'

import { COMMANDS } from '../commands/index.ts'
import { PresenterVideo, TimeoutError, VERSION } from '../index.ts'
import { UsageError } from './command.ts'
import type { Command, Input, Options } from './command.ts'
import { helpOf, helpText } from './help.ts'
import { createOutput } from './output.ts'
import type { Output } from './output.ts'
import { exitCodeOf, problemOf, problemText } from './problem.ts'
import { DEFAULT_PROFILE, findSignIn } from './profiles.ts'

/** What every command takes. */
export const COMMON_OPTIONS: Options = {
  profile: { value: 'NAME', about: 'the key that was kept under this name' },
  timeout: { value: 'SECONDS', about: 'end after so long, with exit code 4' },
  json: { about: 'JSON also in a terminal' },
  help: { short: 'h', about: 'what the command does' },
}

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

const facts: Record<string, unknown> = {}
let output = createOutput(!stdout.isTTY || argv.includes('--json'))
// A reader such as `head` that has seen enough is no error.
stdout.on('error', () => process.exit())
main(argv.slice(2)).then(
  () => {},
  (error: unknown) => {
    output.bar(null)
    const problem = { ...problemOf(error), ...facts }
    output.problem(problem, problemText({ ...problem, facts }))
    process.exitCode = exitCodeOf(error)
  },
)

async function main([name = 'help', ...rest]: readonly string[]): Promise<void> {
  if (name === '--version') return output.show({ version: VERSION }, VERSION)
  if (/^(?:-h|--help|help)$/u.test(name)) return void stdout.write(`${helpText(COMMANDS)}\n`)
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) throw new UsageError(`There is no command ${name}. "presenter-video help" lists them.`)
  const options = { ...command.options, ...COMMON_OPTIONS }
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([option, { value, short, isRepeated = false }]) => [
        option,
        { type: value ? 'string' : 'boolean', multiple: isRepeated, ...(short && { short }) } as const,
      ]),
    ),
  })
  if (values['help'] === true) return void stdout.write(`${helpOf(command, options)}\n`)
  output = createOutput(!stdout.isTTY || values['json'] === true)
  const [timer, input] = inputOf(values as Values, argumentOf(command, positionals), output)
  await command.run(input).finally(() => clearTimeout(timer))
}

function argumentOf({ name, argument }: Command, positionals: readonly string[]): string {
  const [given = '', ...more] = positionals
  const wanted = argument?.replace(/^\[(.+)\]$/u, '$1')
  if (argument !== undefined && argument === wanted && given === '')
    throw new UsageError(`"presenter-video ${name}" needs ${argument}.`)
  const unknown = wanted === undefined ? positionals[0] : more[0]
  if (unknown !== undefined) throw new UsageError(`"presenter-video ${name}" has no use for "${unknown}".`)
  return given
}

/** What the command sees, and the timer that ends it. */
function inputOf(values: Values, argument: string, shown: Output): [NodeJS.Timeout | undefined, Input] {
  const text = (option: string) => values[option] as string | undefined
  const number = (option: string) => {
    const given = text(option)
    if (given !== undefined && !/^[1-9]\d{0,6}$/u.test(given))
      throw new UsageError(`--${option} is a whole number above zero.`)
    return given === undefined ? undefined : Number(given)
  }
  const seconds = number('timeout')
  const ended = new AbortController()
  const end = () => ended.abort(new TimeoutError(`This took longer than ${seconds} seconds.`, null))
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1_000)
  const limit = { signal: ended.signal }
  const signIn = () => findSignIn(text('profile'))
  let client: PresenterVideo | undefined
  const makeClient = () => {
    const { url, key } = signIn()
    return new PresenterVideo({ baseUrl: url, apiKey: key })
  }
  return [
    timer,
    {
      argument,
      text,
      number,
      all: (option) => (values[option] ?? []) as readonly string[],
      has: (option) => values[option] === true,
      profile: text('profile') ?? DEFAULT_PROFILE,
      output: shown,
      signIn,
      client: () => (client ??= makeClient()),
      limit,
      waitLimit: seconds === undefined ? limit : { ...limit, timeoutMs: seconds * 1_000 + 1_000 },
      facts,
    },
  ]
}
