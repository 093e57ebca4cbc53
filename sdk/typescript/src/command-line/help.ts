import type { Command, Options } from './command.ts'
import { table } from './output.ts'

/** What the program does. */
export function helpText(commands: readonly Command[]): string {
  return [
    'Turns scripts into finished presenter videos.',
    '',
    'presenter-video COMMAND [OPTIONS]',
    '',
    table(commands.map(({ name, argument = '', about }) => [`  ${name} ${argument}`, about])),
    '',
    '"presenter-video COMMAND --help" lists the options of a command.',
    'Where standard output is no terminal, results are JSON, and errors are JSON on standard error.',
    'Exit codes: 0 done, 1 error, 2 wrong usage, 3 no key that works, 4 time is over.',
  ].join('\n')
}

/** What a command does, and with what options. */
export function helpOf({ name, argument = '', about }: Command, options: Options): string {
  const rows = Object.entries(options).map(([option, { value = '', short, about: what }]) => [
    `  --${option}${short ? `, -${short}` : ''} ${value}`,
    what,
  ])
  return [`presenter-video ${`${name} ${argument}`.trim()}`, '', about, '', table(rows)].join('\n')
}
