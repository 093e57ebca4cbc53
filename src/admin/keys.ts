import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'

import type { ApiKey } from '../domain/account/api-key.ts'
import { KEY_SCOPES } from '../domain/account/key-scope.ts'
import type { KeyScope } from '../domain/account/key-scope.ts'
import { problem } from '../domain/error/errors.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

interface NewKeyOptions extends OutputOptions {
  readonly account: string
  readonly name: string
  readonly test?: true
  readonly scope?: KeyScope[]
  readonly expires?: Date
  readonly webhookUrl?: string
}

/** Adds the commands `keys create | list | revoke`. */
export function addKeyCommands(program: Command, office: Office): void {
  const keys = program.command('keys').description('Manage API keys.')
  addCreate(keys, office)
  addList(keys, office)
  addRevoke(keys, office)
}

function addCreate(keys: Command, office: Office): void {
  keys
    .command('create')
    .description('Create a key and show it. It is shown only once.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--name <name>', 'what the key is for')
    .option('--test', 'a test key: its videos are free, stamped TEST and removed after 24 hours')
    .addOption(
      new Option(
        '--scope <scope...>',
        'what the key may do, for each a scope; without it, everything',
      ).choices([...KEY_SCOPES]),
    )
    .option('--expires <time>', 'a day or a time in UTC, such as 2027-03-31 or 2027-03-31T18:00:00Z', toTime)
    .option(
      '--webhook-url <url>',
      'where events of its videos are sent that have none; without it, the account webhook',
    )
    .option('--json', 'print JSON')
    .action((options: NewKeyOptions) =>
      office(async (administration) => {
        const account = await findAccount(administration, options.account)
        const { id: accountId } = options.test ? await administration.openTestData(account) : account
        const { name, scope: scopes = null, expires: expiresAt = null, webhookUrl = null } = options
        const settings = { scopes, expiresAt, webhookUrl }
        const { apiKey, key } = await administration.createApiKey({ accountId, name, ...settings })
        print(options, { ...keyRow(apiKey), key })
      }),
    )
}

function addList(keys: Command, office: Office): void {
  keys
    .command('list')
    .description('List keys. The keys themselves are not shown.')
    .option('--account <account>', 'show only this account, given by its id or email address')
    .option('--json', 'print JSON')
    .action((options: { account?: string } & OutputOptions) =>
      office(async (administration) => {
        const { account: named } = options
        const account = named === undefined ? undefined : await findAccount(administration, named)
        print(options, (await administration.apiKeys.list(account?.id)).map(keyRow))
      }),
    )
}

function addRevoke(keys: Command, office: Office): void {
  keys
    .command('revoke')
    .description('Revoke a key immediately.')
    .argument('<key-id>', 'key_…, from keys list')
    .option('--json', 'print JSON')
    .action((keyId: string, options: OutputOptions) =>
      office(async ({ apiKeys }) => {
        if (!(await apiKeys.revoke(keyId)))
          throw problem('not_found', { message: `There is no key "${keyId}".` })
        print(options, { id: keyId, revoked: true })
      }),
    )
}

function keyRow(key: ApiKey): object {
  return {
    id: key.id,
    account: key.accountId,
    name: key.name,
    shown_as: `${key.prefix}…${key.lastFour}`,
    scopes: key.scopes ?? 'all',
    webhook_url: key.webhookUrl,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_from: key.lastUsedFrom,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

/** A day begins at midnight UTC. What JavaScript would read as a time of this machine, or guess at, is none. */
function toTime(given: string): Date {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/u
  const time = new Date(form.test(given) ? given : Number.NaN)
  // The 31st of February would be a day in March.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(given.slice(0, 10))) {
    throw new InvalidArgumentError(
      'Must be a day or a time in UTC, such as 2027-03-31 or 2027-03-31T18:00:00Z.',
    )
  }
  return time
}
