import { InvalidArgumentError } from 'commander'

import type { Administration, OperatorsAdministration } from '../app/administration.ts'
import type { Account } from '../domain/account/account.ts'
import { problem } from '../domain/error/errors.ts'
import { withoutUnseen, withUnseenEscaped } from '../domain/account/unseen-characters.ts'

/** Runs the work of a command with an open administration, and closes it afterwards. */
export type Office = (work: (administration: OperatorsAdministration) => Promise<void>) => Promise<void>

/** The option that every command has. */
export interface OutputOptions {
  readonly json?: boolean
}

/** Help text of the `--account` option. */
export const ACCOUNT_HELP = 'id (acc_…) or email address of the account'

/** Finds the account with this id or email address. @throws `not_found` when there is none. */
export async function findAccount(
  { accounts }: Pick<Administration, 'accounts'>,
  named: string,
): Promise<Account> {
  const account = named.includes('@') ? await accounts.findByEmail(named) : await accounts.find(named)
  if (!account) throw problem('not_found', { message: `There is no account "${named}".` })
  return account
}

/** Reads an option that is a whole number within these bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`Must be a whole number from ${least} to ${most}.`)
  }
}

/** Prints a result to stdout: as JSON with `--json`, otherwise as a table. */
export function print({ json }: OutputOptions, result: object | readonly object[]): void {
  const text = json ? `${withUnseenEscaped(JSON.stringify(result, null, 2))}\n` : table([result].flat())
  process.stdout.write(text)
}

/** Columns as wide as their content, under their names. */
function table(rows: readonly object[]): string {
  if (rows.length === 0) return 'No results.\n'
  const names = Object.keys(rows[0]!)
  const lines = [
    names,
    ...rows.map((row) => names.map((name) => cell((row as Record<string, unknown>)[name]))),
  ]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const pad = (line: string[]) =>
    line
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return `${lines.map(pad).join('\n')}\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  // Names are chosen by customers, and a terminal obeys what some characters tell it.
  return withoutUnseen(typeof value === 'string' ? value : JSON.stringify(value))
}
