import type { Command } from 'commander'

import type { ApiKey } from '../domain/account/account.ts'
import { problem } from '../domain/error/errors.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** Adds the commands `keys create | list | revoke`. */
export function addKeyCommands(program: Command, office: Office): void {
  const keys = program.command('keys').description('Manage API keys.')

  keys
    .command('create')
    .description('Create a key and show it. It is shown only once.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--name <name>', 'what the key is for')
    .option('--test', 'a test key: its videos are free, stamped TEST and removed after 24 hours')
    .option('--json', 'print JSON')
    .action((options: { account: string; name: string; test?: true } & OutputOptions) =>
      office(async (administration) => {
        const account = await findAccount(administration, options.account)
        const { id: accountId } = options.test ? await administration.openTestData(account) : account
        const { apiKey, key } = await administration.createApiKey({ accountId, name: options.name })
        print(options, { ...keyRow(apiKey), key })
      }),
    )

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
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}
